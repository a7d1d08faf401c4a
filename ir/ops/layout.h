#ifndef IR_OPS_LAYOUT_H
#define IR_OPS_LAYOUT_H

// Where the elements of a tensor lie, and what PyTorch makes of it: which
// shapes a tensor can be viewed as without a copy, and which strides the result
// of an element-wise op gets. Strides count elements.

#include "ir/infer.h"

// All strides, also of a tensor that is contiguous.
void layout_strides(const struct infer *, const struct tensor_type *, const struct sym **strides);
bool layout_contiguous(const struct infer *, const struct tensor_type *);

// Strides that show the tensor in the shape `to` (of equal count) without a
// copy. PROVED: there they are; REFUTED: there are none; OPEN: it depends on the
// symbols, `left` and `right` are the sizes that would have to be equal, and the
// strides are those for that case.
struct layout_view {
    enum verdict verdict;
    bool counts_decide; // OPEN: equal counts of elements are all that is needed
    const struct sym *stride[MAX_RANK];
    const struct sym *left, *right;
};
void layout_view(const struct infer *, const struct tensor_type *, const struct shape *to,
                 struct layout_view *);

// Sets result `index` to a view of operand `of`; strides that are those of a
// contiguous tensor are left out.
void layout_result(struct infer *, int index, int of, const struct shape *,
                   const struct sym *const *strides, const struct sym *offset);
// Gives result `index`, whose shape is set, the order in memory that
// TensorIterator chooses for a new tensor: that of the first `n` operands.
void layout_like_operands(struct infer *, int index, int n);
// Sets the strides of result `index`, whose shape is set; those of a contiguous tensor are left
// out.
void layout_set(struct infer *, int index, const struct sym *const *strides);

#endif
