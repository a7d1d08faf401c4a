#ifndef IR_OPS_POOL_H
#define IR_OPS_POOL_H

// What the rules of pools share. The spatial axes of an input are its last n, with a batch
// ([N, C, spatial...]) and without one ([C, spatial...]).

#include "ir/ops/window.h"
#include "ir/saving.h"

// A spatial axis of the input, from 0.
struct term pool_dim(const struct infer *, int n, int axis);
// Of the input: n + 2, or n + 1 without a batch.
bool pool_rank_fits(struct infer *, int n);
// One result with these spatial sizes; a second one with indices if they are asked for.
void pool_results(struct infer *, int n, const struct sym *const *size);
// One operation for each element under each window.
const struct sym *pool_flops(const struct infer *);
// Where each largest element was, whether the call gives it back or not. The elements themselves
// are not read: their gradient is that of the windows that chose them.
void pool_saves_indices(struct saving *);

// Checks of an adaptive average pool over n axes with these result sizes: empty axes and dtype,
// not the rank. Resizing by area is the same pool.
bool adaptive_pool_avg_fits(struct infer *, int n, const struct sym *const *size);

#endif
