#ifndef IR_OPS_VECTORS_H
#define IR_OPS_VECTORS_H

// Operands that broadcast to one shape, seen as vectors along one axis of it.

#include "ir/kernel.h"

struct vectors {
    int rank, axis; // axis -1: a tensor without axes, which is one vector of one number
    int64_t dim[MAX_RANK];
    int64_t outer, n, inner; // vectors: outer * inner, of n numbers, `inner` apart
};

// Of the first `n_operands`; a negative axis counts from the end.
struct vectors vectors_of(const struct kernel_call *, int n_operands, int axis);
int64_t vectors_count(const struct vectors *);
int64_t vectors_begin(const struct vectors *, int64_t k); // where vector number k begins
// An operand as f64 in that shape.
double *vectors_operand(struct kernel_call *, const struct vectors *, int operand);
// Numbers of that shape as the gradient of an operand, if it is wanted.
void vectors_give(struct kernel_call *, const struct vectors *, int operand, double *numbers);
// The extents without the axis, or with 1 in its place.
int vectors_reduced(const struct vectors *, bool keep, int64_t *dim);

// The p-norm of n numbers, `step` apart, and its derivative by one of them, x.
double norm_of(const double *x, int64_t n, int64_t step, double p);
double norm_slope(double x, double norm, double p);

#endif
