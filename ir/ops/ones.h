#ifndef IR_OPS_ONES_H
#define IR_OPS_ONES_H

// Symbolic sizes that may be 1, and what changes where they are. The stride of an axis of size 1
// is never used, so a tensor that must be copied for all larger sizes may lie in order there.

#include "ir/infer.h"

#define MAX_ONES 8

// A question about a tensor, and about another shape for it.
typedef bool ones_question(const struct infer *, const struct tensor_type *,
                           const struct shape *to);

// Ways in which the answer becomes yes: that the largest of some sizes is 1.
struct ones {
    int n;
    const struct sym *most[MAX_ONES];
    // What was asked about where the first way holds.
    struct tensor_type type;
    struct shape to;
};

// For a question whose answer is no where all sizes are larger than 1; `to` may be NULL. Where it
// is not found what a size of 1 says of the strides, the answer counts as yes.
void ones_find(struct infer *, const struct tensor_type *, const struct shape *to, ones_question *,
               struct ones *);
// Takes it for granted that none of the ways holds: "otherwise nothing is copied".
void ones_rule_out(struct infer *, const struct ones *, const char *otherwise);
// At most 1 where one of the ways holds, at least one way.
const struct sym *ones_least(struct infer *, const struct ones *);

#endif
