#ifndef ANALYZER_REPORT_DERIVE_H
#define ANALYZER_REPORT_DERIVE_H

// How one size of an op's result follows from its operands and arguments, in numbers and in the
// model's own symbols: what a person would write beside the layer to check it.

#include "ir/graph.h"

// Axis `axis` of result `result`: "floor((H + 2*1 - 3)/2) + 1 = (H + 1)/2: kernel 3, stride 2,
// padding 1", "64, axis 0 of weight". A formula is given only where it comes to the size that the
// shape rule found; the size alone where nothing explains it.
const char *derive_size(struct arena *, const struct program *, const struct node *, int result,
                        int axis);
// The axis of an operand that it is taken over from; false: the op makes a size of its own.
bool derive_axis(struct arena *, const struct program *, const struct node *, int result, int axis,
                 int *operand, int *operand_axis);

#endif
