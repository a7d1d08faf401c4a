#ifndef IR_OPS_RANKED_H
#define IR_OPS_RANKED_H

// Integers for kernels that only compare and choose among numbers, which they see as doubles: where
// a tensor of i64 holds some beyond 2^53, two of which may be the same double, each stands as its
// rank among all of them, and what is chosen is turned back.

#include "ir/kernel.h"

struct ranked {
    struct tensor numbers; // what to compare: the tensor itself, or ranks of the same extents
    const int64_t *values; // by rank; NULL: the numbers are not ranks
};

struct ranked ranked_of(struct kernel_call *, const struct tensor *);
// The same of two tensors that are compared with each other.
void ranked_both(struct kernel_call *, const struct tensor *a, const struct tensor *b,
                 struct ranked *of_a, struct ranked *of_b);
// Element `index` of `to` becomes a number that was chosen.
void ranked_store(const struct ranked *, const struct tensor *to, int64_t index, double number);
// All numbers as f64, row-major.
const double *ranked_numbers(struct kernel_call *, const struct ranked *);

#endif
