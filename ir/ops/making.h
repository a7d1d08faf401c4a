#ifndef IR_OPS_MAKING_H
#define IR_OPS_MAKING_H

// Ops without operands, whose attribute `size` says what is made, and ops that make a tensor like
// their operand: constant.c, random.c. PyTorch's `dtype` argument wins over what they would choose.

#include "ir/kernel.h"
#include "ir/op.h"

// ---- shape rules

// The shape that `size` asks for. False, and refused: too many axes. Sizes below 0 are refused
// where they are known, else they become conditions.
bool making_size(struct infer *, struct shape *);
// One result as the operand: its shape, its order of axes.
void making_like_result(struct infer *, enum dtype);

// ---- kernels

// The attribute `dtype`, or `otherwise` where it is not given.
enum dtype making_dtype(const struct kernel_call *, enum dtype otherwise);
// The one result, not filled: of the extents in `size`, in a dtype that is given; and of the
// operand's extents and dtype, unless `dtype` says another.
struct tensor *making_sized(struct kernel_call *, enum dtype);
struct tensor *making_like(struct kernel_call *);

#endif
