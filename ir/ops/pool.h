#ifndef IR_OPS_POOL_H
#define IR_OPS_POOL_H

#include "ir/ops/window.h"

// Checks of an adaptive average pool over n axes with these result sizes: empty axes and dtype,
// not the rank. Resizing by area is the same pool.
bool pool_adaptive_avg_fits(struct infer *, int n, const struct sym *const *size);

#endif
