#ifndef ANALYZER_EXEC_ORDER_H
#define ANALYZER_EXEC_ORDER_H

// The order in memory of what a kernel made. Kernels write results row-major; PyTorch's keep the
// strides of their operands in many ops (TensorIterator), and whether a later contiguous or
// reshape copies hangs on them.

#include "ir/graph.h"
#include "ir/kernel.h"

// After a forward kernel: results in memory of their own are moved, within it, to the strides, in
// elements, that the program gives their values. Views and what was overwritten stay.
void order_results(const struct kernel_call *, const struct program *, const struct node *);

#endif
