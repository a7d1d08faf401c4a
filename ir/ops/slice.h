#ifndef IR_OPS_SLICE_H
#define IR_OPS_SLICE_H

// A run of an axis as a view.

#include "ir/infer.h"

// Sets result `index` to elements start, start + step, ... (length of them) of `axis` of operand 0.
void slice_result(struct infer *, int index, int axis, const struct sym *start,
                  const struct sym *length, const struct sym *step);

// Sets result `index` to the elements that have this place in an axis of operand 0, which the
// result does not have.
void slice_select(struct infer *, int index, int axis, const struct sym *place);

#endif
