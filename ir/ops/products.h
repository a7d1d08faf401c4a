#ifndef IR_OPS_PRODUCTS_H
#define IR_OPS_PRODUCTS_H

// Products of stacks of matrices, by CBLAS. A stack is a tensor whose last two axes are the rows
// and columns of its matrices; all axes before are the batch, of equal extents in all three. An
// operand that repeats along the batch has a stride of 0 there. Operands may have any strides: what
// CBLAS cannot read as it lies is copied into the workspace.

#include "ir/kernel.h"

enum products_sum { PRODUCTS_NEW, PRODUCTS_ADDED };

// c = a b, or c += a b, with a [.., m, k], b [.., k, n] and c [.., m, n]. The dtype is c's, f32 or
// f64; the columns of c lie side by side. Where b repeats along the batch and the rows of a and c
// go on from one matrix to the next, all of them are one product; and so they are where c repeats
// and the sum over the batch is asked for.
void products_multiply(struct kernel_call *, const struct tensor *a, const struct tensor *b,
                       const struct tensor *c, enum products_sum);
// Rows for columns.
struct tensor products_transposed(const struct tensor *stack);
// A tensor in the workspace, row-major, contents undefined.
struct tensor products_room(struct kernel_call *, enum dtype, int rank, const int64_t *dim);
// The operand in a dtype, row-major: itself where it lies so, else a copy.
struct tensor products_operand(struct kernel_call *, const struct tensor *, enum dtype);

#endif
