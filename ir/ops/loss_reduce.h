#ifndef IR_OPS_LOSS_REDUCE_H
#define IR_OPS_LOSS_REDUCE_H

// What `reduction` makes of losses that a kernel has computed one by one, and back.

#include "ir/kernel.h"

// The result: `each` as it is, of these extents, or its sum, or its mean.
void loss_reduce(struct kernel_call *, enum dtype, int rank, const int64_t *dim,
                 const double *each);
// The gradient of each of `n` losses.
double *loss_spread(struct kernel_call *, int64_t n);

#endif
