#ifndef FRONTENDS_GGML_LAYOUT_H
#define FRONTENDS_GGML_LAYOUT_H

// ggml's predicates on sizes and strides, on symbolic ones: yes, no, or on what it depends. Source:
// ggml_is_contiguous_m_n and its neighbours, ggml_can_repeat, ggml_can_mul_mat of ggml.c. Strides
// of dimensions of size 1 do not matter to the library; where such a size is not known, both sides
// of the condition are multiplied by the size less 1, so that it says exactly that.

#include "frontends/ggml/condition.h"

// ggml_is_contiguous, _1 and _2 for 0, 1 and 2: dimensions from 1 to `free` may have any stride.
struct conditions ggml_layout_contiguous(struct syms *, const struct ggml_tensor *, int free);
struct conditions ggml_layout_rows(struct syms *,
                                   const struct ggml_tensor *); // ggml_is_contiguous_rows
struct conditions ggml_layout_padded(struct syms *,
                                     const struct ggml_tensor *); // ggml_is_padded_1d
struct conditions ggml_layout_not_transposed(struct syms *, const struct ggml_tensor *);
// nb[0] is the bytes of one element or block.
struct conditions ggml_layout_dense(struct syms *, const struct ggml_tensor *);
// Channels lie side by side: ggml_is_contiguous_channels. Strides that are not known are taken for
// those of a fresh tensor.
bool ggml_layout_channels_last(struct syms *, const struct ggml_tensor *);

// Sizes from dimension `from` on are 1: ggml_is_scalar, _vector, _matrix and _3d for 0 to 3.
struct conditions ggml_layout_ones(struct syms *, const struct ggml_tensor *, int from);
struct conditions ggml_layout_same(struct syms *, const struct ggml_tensor *,
                                   const struct ggml_tensor *);
// ggml_can_repeat(tile, whole): each size of `tile` divides that of `whole`.
struct conditions ggml_layout_repeats(struct syms *, const struct ggml_tensor *tile,
                                      const struct ggml_tensor *whole);
// The same, with equal rows: ggml_can_repeat_rows.
struct conditions ggml_layout_repeats_rows(struct syms *, const struct ggml_tensor *tile,
                                           const struct ggml_tensor *whole);
// The sizes of `axis` are equal and those of 2 and 3 of a divide b's: ggml_can_mul_mat for axis 0,
// ggml_can_out_prod for 1.
struct conditions ggml_layout_multiplies(struct syms *, const struct ggml_tensor *a,
                                         const struct ggml_tensor *b, int axis);
bool ggml_layout_is_empty(const struct ggml_tensor *); // a size is the constant 0

#endif
