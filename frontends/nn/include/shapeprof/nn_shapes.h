#ifndef SHAPEPROF_NN_SHAPES_H
#define SHAPEPROF_NN_SHAPES_H

// Functions of tensors that take apart, join, reshape and index. Include
// <shapeprof/nn.h>; nn_math.h says how arguments are meant.

#include <shapeprof/nn_base.h>

// ---- parts

// Views of the operand. Errors: no such axis; outside of it.

struct nn_narrow_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim, start, length;
};
// torch.narrow: length elements from start on: [N, C] -> [N, length] for dim 1.
#define nn_narrow(...) nn_narrow_with(NN_ARGS(narrow, __VA_ARGS__))
nn_tensor *nn_narrow_with(const struct nn_narrow_args *);

struct nn_select_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim, index;
};
// torch.select: x[..., index, ...]; the axis goes: [N, C] -> [N] for dim 1.
#define nn_select(...) nn_select_with(NN_ARGS(select, __VA_ARGS__))
nn_tensor *nn_select_with(const struct nn_select_args *);

struct nn_slice_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim, start, end, step;
};
// Tensor.slice: x[..., start:end:step, ...]: nn_slice(x, 1, 0, 4): [N, C] -> [N, 4]. Without end to
// the end; negative ones count from there; beyond it they are cut.
#define nn_slice(...) nn_slice_with(NN_ARGS(slice, __VA_ARGS__))
nn_tensor *nn_slice_with(const struct nn_slice_args *);

struct nn_unfold_axis_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dimension, size, step;
};
// Tensor.unfold: windows of an axis; they become a new last axis: [N, L] ->
// [N, floor((L - size) / step) + 1, size] for dimension 1. Errors: size above the axis; step below
// 1.
#define nn_unfold_axis(...) nn_unfold_axis_with(NN_ARGS(unfold_axis, __VA_ARGS__))
nn_tensor *nn_unfold_axis_with(const struct nn_unfold_axis_args *);

struct nn_diagonal_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t offset, dim1, dim2;
};
// torch.diagonal: of axes dim1 (0) and dim2 (1); it becomes the last axis. [N, N] -> [N].
#define nn_diagonal(...) nn_diagonal_with(NN_ARGS(diagonal, __VA_ARGS__))
nn_tensor *nn_diagonal_with(const struct nn_diagonal_args *);

struct nn_diag_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t diagonal;
    bool inplace;
};
// torch.diag: of a matrix its diagonal, [N, N] -> [N], of a vector the matrix, [N] -> [N, N]; a
// copy. Errors: more than two axes.
#define nn_diag(...) nn_diag_with(NN_ARGS(diag, __VA_ARGS__))
nn_tensor *nn_diag_with(const struct nn_diag_args *);

// torch.tril: 0 above the diagonal; a copy of the same shape. Errors: less than two axes.
#define nn_tril(...) nn_tril_with(NN_ARGS(diag, __VA_ARGS__))
nn_tensor *nn_tril_with(const struct nn_diag_args *);

// torch.triu: 0 below the diagonal; a copy of the same shape. Errors: less than two axes.
#define nn_triu(...) nn_triu_with(NN_ARGS(diag, __VA_ARGS__))
nn_tensor *nn_triu_with(const struct nn_diag_args *);

struct nn_one_args {
    struct nn_here nn_here;
    nn_tensor *input;
};
// torch.trace: the sum of the diagonal, [M, N] -> []. Errors: another rank than 2.
#define nn_trace(...) nn_trace_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_trace_with(const struct nn_one_args *);

// ---- several parts

// Views of the operand; axis dim (0) is cut, the others keep their sizes. Errors: no such axis; no
// part.

struct nn_chunk_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t chunks, dim;
};
// torch.chunk: at most so many parts of ceil(size / chunks); the last is smaller.
#define nn_chunk(...) nn_chunk_with(NN_ARGS(chunk, __VA_ARGS__))
struct nn_tensors nn_chunk_with(const struct nn_chunk_args *);

struct nn_split_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t split_size, dim;
    int64_t sections[NN_MAX_SIZES];
};
// torch.split: parts of split_size, or of the given sections, which add up to the size. Errors:
// sections that add up to another size.
#define nn_split(...) nn_split_with(NN_ARGS(split, __VA_ARGS__))
struct nn_tensors nn_split_with(const struct nn_split_args *);

struct nn_tensor_split_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t sections, dim;
    int64_t indices[NN_MAX_SIZES];
};
// torch.tensor_split: so many parts, or cut before the given indices.
#define nn_tensor_split(...) nn_tensor_split_with(NN_ARGS(tensor_split, __VA_ARGS__))
struct nn_tensors nn_tensor_split_with(const struct nn_tensor_split_args *);

struct nn_unbind_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
};
// torch.unbind: the slices along dim (0), without it.
#define nn_unbind(...) nn_unbind_with(NN_ARGS(unbind, __VA_ARGS__))
struct nn_tensors nn_unbind_with(const struct nn_unbind_args *);

// ---- shapes

// Sizes are written one after another; one of view and reshape may be -1. Errors: another number
// of elements; strides that a view can't have.

struct nn_shape_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t shape[NN_MAX_SIZES];
};
// Tensor.view: nn_view(x, -1, 16), a view.
#define nn_view(input_, ...)                                                                       \
    nn_view_with(NN_ARGS(shape, .input = (input_), .shape = {__VA_ARGS__, NN_END}))
nn_tensor *nn_view_with(const struct nn_shape_args *);

// torch.reshape: a view where that is possible, else a copy.
#define nn_reshape(input_, ...)                                                                    \
    nn_reshape_with(NN_ARGS(shape, .input = (input_), .shape = {__VA_ARGS__, NN_END}))
nn_tensor *nn_reshape_with(const struct nn_shape_args *);

struct nn_expand_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t sizes[NN_MAX_SIZES];
};
// Tensor.expand: a view in which axes of size 1 repeat; -1 keeps a size.
#define nn_expand(input_, ...)                                                                     \
    nn_expand_with(NN_ARGS(expand, .input = (input_), .sizes = {__VA_ARGS__, NN_END}))
nn_tensor *nn_expand_with(const struct nn_expand_args *);

struct nn_broadcast_to_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t size[NN_MAX_SIZES];
};
// torch.broadcast_to: as expand.
#define nn_broadcast_to(input_, ...)                                                               \
    nn_broadcast_to_with(NN_ARGS(broadcast_to, .input = (input_), .size = {__VA_ARGS__, NN_END}))
nn_tensor *nn_broadcast_to_with(const struct nn_broadcast_to_args *);

struct nn_repeat_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t repeats[NN_MAX_SIZES];
};
// Tensor.repeat: a copy with each axis so many times.
#define nn_repeat(input_, ...)                                                                     \
    nn_repeat_with(NN_ARGS(repeat, .input = (input_), .repeats = {__VA_ARGS__, NN_END}))
nn_tensor *nn_repeat_with(const struct nn_repeat_args *);

struct nn_dims_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dims[NN_MAX_SIZES];
};
// torch.tile: repeat, where axes may be left out in front.
#define nn_tile(input_, ...)                                                                       \
    nn_tile_with(NN_ARGS(dims, .input = (input_), .dims = {__VA_ARGS__, NN_END}))
nn_tensor *nn_tile_with(const struct nn_dims_args *);

// torch.permute: nn_permute(x, 0, 2, 1), a view.
#define nn_permute(input_, ...)                                                                    \
    nn_permute_with(NN_ARGS(dims, .input = (input_), .dims = {__VA_ARGS__, NN_END}))
nn_tensor *nn_permute_with(const struct nn_dims_args *);

// torch.flip: a copy with these axes reversed.
#define nn_flip(input_, ...)                                                                       \
    nn_flip_with(NN_ARGS(dims, .input = (input_), .dims = {__VA_ARGS__, NN_END}))
nn_tensor *nn_flip_with(const struct nn_dims_args *);

struct nn_f_flatten_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t start_dim, end_dim;
};
// torch.flatten: axes start_dim (0) to end_dim (-1) become one.
#define nn_f_flatten(...) nn_f_flatten_with(NN_ARGS(f_flatten, __VA_ARGS__))
nn_tensor *nn_f_flatten_with(const struct nn_f_flatten_args *);

struct nn_f_unflatten_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    int64_t sizes[NN_MAX_SIZES];
};
// torch.unflatten: nn_f_unflatten(x, 1, {2, 8}).
#define nn_f_unflatten(...) nn_f_unflatten_with(NN_ARGS(f_unflatten, __VA_ARGS__))
nn_tensor *nn_f_unflatten_with(const struct nn_f_unflatten_args *);

struct nn_transpose_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim0, dim1;
};
// torch.transpose: two axes swapped, a view.
#define nn_transpose(...) nn_transpose_with(NN_ARGS(transpose, __VA_ARGS__))
nn_tensor *nn_transpose_with(const struct nn_transpose_args *);

// torch.t: the transposed matrix; a vector or a number as it is.
#define nn_t(...) nn_t_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_t_with(const struct nn_one_args *);

struct nn_movedim_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t source, destination;
    int64_t sources[NN_MAX_SIZES], destinations[NN_MAX_SIZES];
};
// torch.movedim: axes moved to other places, a view.
#define nn_movedim(...) nn_movedim_with(NN_ARGS(movedim, __VA_ARGS__))
nn_tensor *nn_movedim_with(const struct nn_movedim_args *);

struct nn_squeeze_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    int64_t dims[NN_MAX_SIZES];
};
// torch.squeeze: without axes of size 1, all or this one (axis 0: nn_at(0)); a view.
#define nn_squeeze(...) nn_squeeze_with(NN_ARGS(squeeze, __VA_ARGS__))
nn_tensor *nn_squeeze_with(const struct nn_squeeze_args *);

// torch.unsqueeze: a new axis of size 1 at dim; a view.
#define nn_unsqueeze(...) nn_unsqueeze_with(NN_ARGS(axis, __VA_ARGS__))
nn_tensor *nn_unsqueeze_with(const struct nn_axis_args *);

struct nn_roll_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t shift, dim;
    int64_t shifts[NN_MAX_SIZES], dims[NN_MAX_SIZES];
};
// torch.roll: elements moved along axes, around the end.
#define nn_roll(...) nn_roll_with(NN_ARGS(roll, __VA_ARGS__))
nn_tensor *nn_roll_with(const struct nn_roll_args *);

struct nn_rot90_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t k;
    int64_t dims[NN_MAX_SIZES];
};
// torch.rot90: k quarter turns in the plane of two axes ({0, 1}).
#define nn_rot90(...) nn_rot90_with(NN_ARGS(rot90, __VA_ARGS__))
nn_tensor *nn_rot90_with(const struct nn_rot90_args *);

struct nn_repeat_interleave_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t repeats, dim;
    nn_tensor *repeats_tensor;
};
// torch.repeat_interleave: each element so many times, or as often as an i64 tensor says.
#define nn_repeat_interleave(...) nn_repeat_interleave_with(NN_ARGS(repeat_interleave, __VA_ARGS__))
nn_tensor *nn_repeat_interleave_with(const struct nn_repeat_interleave_args *);

// Tensor.contiguous: a copy, unless the operand is contiguous already.
#define nn_contiguous(...) nn_contiguous_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_contiguous_with(const struct nn_one_args *);

// torch.clone: a copy.
#define nn_clone(...) nn_clone_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_clone_with(const struct nn_one_args *);

struct nn_to_args {
    struct nn_here nn_here;
    nn_tensor *input;
    enum nn_dtype dtype;
};
// Tensor.to: converted to dtype.
#define nn_to(...) nn_to_with(NN_ARGS(to, __VA_ARGS__))
nn_tensor *nn_to_with(const struct nn_to_args *);

struct nn_like_args {
    struct nn_here nn_here;
    nn_tensor *input;
    enum nn_dtype dtype;
};
// torch.rand_like: as many random numbers.
#define nn_rand_like(...) nn_rand_like_with(NN_ARGS(like, __VA_ARGS__))
nn_tensor *nn_rand_like_with(const struct nn_like_args *);

// torch.randn_like: as many normal ones.
#define nn_randn_like(...) nn_randn_like_with(NN_ARGS(like, __VA_ARGS__))
nn_tensor *nn_randn_like_with(const struct nn_like_args *);

struct nn_full_like_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double fill_value;
    enum nn_dtype dtype;
};
// torch.full_like: the shape of input, filled.
#define nn_full_like(...) nn_full_like_with(NN_ARGS(full_like, __VA_ARGS__))
nn_tensor *nn_full_like_with(const struct nn_full_like_args *);

struct nn_arange_args {
    struct nn_here nn_here;
    int64_t start, end, step;
    enum nn_dtype dtype;
};
// torch.arange: nn_arange(0, n), i64 where no dtype is given.
#define nn_arange(...) nn_arange_with(NN_ARGS(arange, __VA_ARGS__))
nn_tensor *nn_arange_with(const struct nn_arange_args *);

// ---- several operands

// nn_cat({a, b}, .dim = 1), or an array: nn_cat(.list = parts, .n_list = n). What is joined
// promotes dtypes. The shapes are those of the operands but for the axis named. Errors: other axes
// that differ; nothing to join.

struct nn_join_args {
    struct nn_here nn_here;
    nn_tensor *tensors[NN_MAX_LIST];
    nn_tensor *const *list; // instead: so many tensors of an array
    int64_t n_list;
    int64_t dim;
};
// torch.cat: one after another along dim (0): [A, C], [B, C] -> [A + B, C]. Errors: other axes that
// differ.
#define nn_cat(...) nn_cat_with(NN_ARGS(join, __VA_ARGS__))
nn_tensor *nn_cat_with(const struct nn_join_args *);

// torch.stack: k tensors along a new axis dim (0): [N] -> [k, N]. Errors: shapes that differ.
#define nn_stack(...) nn_stack_with(NN_ARGS(join, __VA_ARGS__))
nn_tensor *nn_stack_with(const struct nn_join_args *);

struct nn_tensors_args {
    struct nn_here nn_here;
    nn_tensor *tensors[NN_MAX_LIST];
    nn_tensor *const *list; // instead: so many tensors of an array
    int64_t n_list;
};
// torch.hstack: cat along axis 1, of vectors along axis 0.
#define nn_hstack(...) nn_hstack_with(NN_ARGS(tensors, __VA_ARGS__))
nn_tensor *nn_hstack_with(const struct nn_tensors_args *);

// torch.vstack: cat along axis 0 of at least two axes.
#define nn_vstack(...) nn_vstack_with(NN_ARGS(tensors, __VA_ARGS__))
nn_tensor *nn_vstack_with(const struct nn_tensors_args *);

// torch.broadcast_tensors: views of one common shape. Errors: shapes that do not broadcast.
#define nn_broadcast_tensors(...) nn_broadcast_tensors_with(NN_ARGS(tensors, __VA_ARGS__))
struct nn_tensors nn_broadcast_tensors_with(const struct nn_tensors_args *);

struct nn_meshgrid_args {
    struct nn_here nn_here;
    nn_tensor *tensors[NN_MAX_LIST];
    nn_tensor *const *list; // instead: so many tensors of an array
    int64_t n_list;
    const char *indexing;
};
// torch.meshgrid: [A], [B] -> two of [A, B], or [B, A]: indexing "ij" or "xy". Errors: an operand
// with more than one axis; another word.
#define nn_meshgrid(...) nn_meshgrid_with(NN_ARGS(meshgrid, __VA_ARGS__))
struct nn_tensors nn_meshgrid_with(const struct nn_meshgrid_args *);

// ---- indices

// Indices are i64, of nn_index_select, nn_index_add and nn_f_embedding also i32. The result has the
// shape and the dtype of input, unless said otherwise. Errors: indices of another dtype; no such
// axis; an index with another number of axes than input, or where a vector is wanted.

struct nn_gather_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index;
};
// torch.gather: the shape of index.
#define nn_gather(...) nn_gather_with(NN_ARGS(gather, __VA_ARGS__))
nn_tensor *nn_gather_with(const struct nn_gather_args *);

// torch.index_select: the slices that a vector [K] names: [N, C] -> [K, C] for dim 0.
#define nn_index_select(...) nn_index_select_with(NN_ARGS(gather, __VA_ARGS__))
nn_tensor *nn_index_select_with(const struct nn_gather_args *);

struct nn_scatter_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index, *src;
    bool inplace;
};
// torch.scatter: src put at the indices. Errors: src of another dtype.
#define nn_scatter(...) nn_scatter_with(NN_ARGS(scatter, __VA_ARGS__))
nn_tensor *nn_scatter_with(const struct nn_scatter_args *);

// torch.scatter_add: src added at the indices. Errors: src of another dtype.
#define nn_scatter_add(...) nn_scatter_add_with(NN_ARGS(scatter, __VA_ARGS__))
nn_tensor *nn_scatter_add_with(const struct nn_scatter_args *);

struct nn_index_add_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index, *source, *alpha;
    bool inplace;
};
// torch.index_add: slices added at the indices.
#define nn_index_add(...) nn_index_add_with(NN_ARGS(index_add, __VA_ARGS__))
nn_tensor *nn_index_add_with(const struct nn_index_add_args *);

struct nn_masked_fill_args {
    struct nn_here nn_here;
    nn_tensor *input, *mask, *value;
    bool inplace;
};
// torch.masked_fill: the number where the bool mask holds. Errors: shapes that do not broadcast.
#define nn_masked_fill(...) nn_masked_fill_with(NN_ARGS(masked_fill, __VA_ARGS__))
nn_tensor *nn_masked_fill_with(const struct nn_masked_fill_args *);

struct nn_one_hot_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t num_classes;
};
// torch.nn.functional.one_hot: i64 [...] -> i64 [..., num_classes].
#define nn_one_hot(...) nn_one_hot_with(NN_ARGS(one_hot, __VA_ARGS__))
nn_tensor *nn_one_hot_with(const struct nn_one_hot_args *);

struct nn_f_embedding_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight;
    int64_t padding_idx;
    double max_norm, norm_type;
};
// torch.nn.functional.embedding: i64 [...], weight [V, E] -> [..., E].
#define nn_f_embedding(...) nn_f_embedding_with(NN_ARGS(f_embedding, __VA_ARGS__))
nn_tensor *nn_f_embedding_with(const struct nn_f_embedding_args *);

// ---- other names

// torch.swapaxes, torch.swapdims: transpose.
#define nn_swapaxes(...) nn_transpose(__VA_ARGS__)
#define nn_swapdims(...) nn_transpose(__VA_ARGS__)
// torch.moveaxis: movedim.
#define nn_moveaxis(...) nn_movedim(__VA_ARGS__)
// torch.ravel: all axes become one; a view where that is possible.
#define nn_ravel(input_) nn_reshape(input_, -1)
// torch.concat: cat. torch.row_stack: vstack.
#define nn_concat(...) nn_cat(__VA_ARGS__)
#define nn_row_stack(...) nn_vstack(__VA_ARGS__)

// torch.zeros_like, ones_like: nn_full_like with 0 and 1.
#define nn_zeros_like(input_) nn_full_like(input_, 0)
#define nn_ones_like(input_) nn_full_like(input_, 1)

// Tensor.half, bfloat16, float, double, bool, int, long: nn_to; the tensor itself if it has the
// dtype.
#define nn_half(input_) nn_to(input_, NN_F16)
#define nn_bfloat16(input_) nn_to(input_, NN_BF16)
#define nn_float(input_) nn_to(input_, NN_F32)
#define nn_double(input_) nn_to(input_, NN_F64)
#define nn_bool(input_) nn_to(input_, NN_BOOL)
#define nn_int(input_) nn_to(input_, NN_I32)
#define nn_long(input_) nn_to(input_, NN_I64)

#endif
