#ifndef IR_OPS_LOSSES_H
#define IR_OPS_LOSSES_H

// What the rules of all losses share (loss.c).

#include "ir/ops/rules.h"

#define LOSS_REDUCTIONS "mean|sum|none"

// The result: `each` under reduction none, else no axes.
void loss_reduced(struct infer *, enum dtype, const struct shape *each);
bool loss_reduction_known(struct infer *);
// Refuses bool, which has no subtraction, in the first n operands.
bool loss_no_bool(struct infer *, int n);
// Refuses unless the loss, of this dtype, is floating point.
bool loss_float_kernel(struct infer *, enum dtype);
// The whole rule of a loss of two operands that has all numbers: of integers (the dtype of what is
// summed) the sum is i64 and there is no mean.
void loss_of_numbers(struct infer *, enum dtype);
enum dtype loss_or_f32(enum dtype); // f32 for integers

#endif
