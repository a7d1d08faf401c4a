#ifndef IR_KANN_RULES_H
#define IR_KANN_RULES_H

// What the rules of KANN's operators share. Private to ir/kann_*.c. A rule has no exits: after the
// first condition that fails nothing counts any more, as in the library.

#include "ir/kann_shapes.h"

struct kann_shaping {
    struct arena *arena;
    struct syms *syms;
    const struct kann_node *node; // with its operands and parameters; its sizes are the old ones
    struct kann_shape *shape;
};

typedef void kann_rule(struct kann_shaping *);

// A size as conditions print it: `what` names it in the user's words.
struct term kann_term(const struct sym *size, const char *what);
// A condition; false: it never holds, or an earlier one failed.
bool kann_need(struct kann_shaping *, enum relation, struct term a, struct term b,
               const char *mend);
void kann_fail(struct kann_shaping *, enum kann_failure, const char *wrong, const char *mend);
// The first thing that is accepted and hardly meant.
void kann_doubt(struct kann_shaping *, enum diag_id, const char *what, const char *mend);

// Toward zero, as C divides, where both are numbers; of symbols, which are sizes, down.
const struct sym *kann_divide(struct syms *, const struct sym *, const struct sym *);
const struct kann_node *kann_operand(const struct kann_shaping *, int index);
// What the library calls the operand: "x", "w".
const char *kann_word(const struct kann_shaping *, int index);
void kann_like(struct kann_shaping *, const struct kann_node *); // the operand's sizes
// The result's sizes, outermost first; copied.
void kann_sizes(struct kann_shaping *, int n_d, const struct sym *const *d);

#endif
