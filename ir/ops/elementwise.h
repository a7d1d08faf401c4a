#ifndef IR_OPS_ELEMENTWISE_H
#define IR_OPS_ELEMENTWISE_H

// The result of an op that works place by place on operands of several shapes
// and dtypes: broadcast shape, promoted dtype, the operands' order of axes, and
// the in-place form (add_), which keeps shape and dtype of operand 0.

#include "ir/ops/rules.h"

// Promotion over operands [first, first + n) only.
enum dtype elementwise_promote(const struct infer *, int first, int n);

// One result: the broadcast of all operands. `computed` is the dtype that the
// op works in, `dtype` that of its result; they differ for comparisons.
void elementwise_result(struct infer *, enum dtype computed, enum dtype dtype);
// The shape rule of ops that work in the dtype to which their operands are promoted.
void elementwise_promoted(struct infer *);
// The same where the shape is known already; strides follow operands from `first` on.
void elementwise_shaped(struct infer *, const struct shape *, enum dtype computed,
                        enum dtype dtype);

// In place, operand 0 keeps its shape: refuses a broadcast to a larger one.
bool elementwise_keeps_shape(struct infer *, const struct shape *broadcast);
// One result, written over operand 0, which `computed` must fit into.
void elementwise_in_place(struct infer *, const struct shape *broadcast, enum dtype computed);

// Refuses unless `dtype` is in the set; the message names the op, not an operand.
bool elementwise_dtype(struct infer *, enum dtype, unsigned set);

#endif
