#ifndef SHAPEPROF_NN_CHOOSING_H
#define SHAPEPROF_NN_CHOOSING_H

// More functions of nn_shapes.h's kinds: chosen elements, parts, joins. Include <shapeprof/nn.h>.

#include <shapeprof/nn_shapes.h>

// ---- chosen elements

// The length of nn_nonzero and nn_masked_select stands in the contents: it is a symbol of its own,
// at most the number of elements, unless the contents are known. Functions that put, fill, copy or
// reduce into input give its shape and dtype. Errors: no such axis; indices that are not integers;
// shapes that do not fit.

// torch.nonzero: the positions of the elements that are not 0: [found, axes], i64.
#define nn_nonzero(...) nn_nonzero_with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_nonzero_with(const struct nn_one_args *);

struct nn_masked_select_args {
    struct nn_here nn_here;
    nn_tensor *input, *mask;
};
// torch.masked_select: the elements where the bool mask, which broadcasts, holds: [found].
#define nn_masked_select(...) nn_masked_select_with(NN_ARGS(masked_select, __VA_ARGS__))
nn_tensor *nn_masked_select_with(const struct nn_masked_select_args *);

struct nn_unique_args {
    struct nn_here nn_here;
    nn_tensor *input;
    enum nn_flag sorted;
    bool return_inverse, return_counts;
    int64_t dim;
};
// torch.unique: the elements that differ, [found], or the slices of dim where it is given; then, if
// asked for, where each element is among them (the shape of input), and how often each is there.
// Their number is not known.
#define nn_unique(...) nn_unique_with(NN_ARGS(unique, __VA_ARGS__))
struct nn_tensors nn_unique_with(const struct nn_unique_args *);

struct nn_index_put_args {
    struct nn_here nn_here;
    nn_tensor *input;
    nn_tensor *indices[NN_MAX_LIST];
    nn_tensor *values;
    bool accumulate, inplace;
    nn_tensor *const *list;
    int64_t n_list;
};
// torch.index_put: nn_index_put(x, {rows, columns}, values): values at the places, or added there.
// Indices are i64, or a mask, which stands for as many axes as it has.
#define nn_index_put(...) nn_index_put_with(NN_ARGS(index_put, __VA_ARGS__))
nn_tensor *nn_index_put_with(const struct nn_index_put_args *);

struct nn_take_along_dim_args {
    struct nn_here nn_here;
    nn_tensor *input, *indices;
    int64_t dim;
};
// torch.take_along_dim: as nn_gather, both broadcast; of flat tensors where dim is not given.
#define nn_take_along_dim(...) nn_take_along_dim_with(NN_ARGS(take_along_dim, __VA_ARGS__))
nn_tensor *nn_take_along_dim_with(const struct nn_take_along_dim_args *);

struct nn_scatter_reduce_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index, *src;
    const char *reduce;
    enum nn_flag include_self;
    bool inplace;
};
// torch.scatter_reduce: src reduced into input at the indices: "sum", "prod", "mean", "amax",
// "amin".
#define nn_scatter_reduce(...) nn_scatter_reduce_with(NN_ARGS(scatter_reduce, __VA_ARGS__))
nn_tensor *nn_scatter_reduce_with(const struct nn_scatter_reduce_args *);

struct nn_quantile_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double q;
    int64_t dim;
    bool keepdim;
    const char *interpolation;
    nn_tensor *qs;
};
// torch.quantile: the number that a share q of the elements along dim are at most, of all where dim
// is not given. Several shares are a tensor .qs [Q], in the dtype of input: [Q, ...].
#define nn_quantile(...) nn_quantile_with(NN_ARGS(quantile, __VA_ARGS__))
nn_tensor *nn_quantile_with(const struct nn_quantile_args *);

struct nn_take_args {
    struct nn_here nn_here;
    nn_tensor *input, *index;
};
// torch.take: elements of the flat input at i64 places; the shape of index.
#define nn_take(...) nn_take_with(NN_ARGS(take, __VA_ARGS__))
nn_tensor *nn_take_with(const struct nn_take_args *);

struct nn_index_fill_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index, *value;
    bool inplace;
};
// torch.index_fill: one number in the slices that the i64 index names.
#define nn_index_fill(...) nn_index_fill_with(NN_ARGS(index_fill, __VA_ARGS__))
nn_tensor *nn_index_fill_with(const struct nn_index_fill_args *);

struct nn_index_copy_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    nn_tensor *index, *source;
    bool inplace;
};
// torch.index_copy: the slices of source in place of those that the index names.
#define nn_index_copy(...) nn_index_copy_with(NN_ARGS(index_copy, __VA_ARGS__))
nn_tensor *nn_index_copy_with(const struct nn_index_copy_args *);

struct nn_bucketize_args {
    struct nn_here nn_here;
    nn_tensor *input, *boundaries;
    bool out_int32, right;
};
// torch.bucketize: between which boundaries [K] each element lies; i64, or i32, in the shape of
// input.
#define nn_bucketize(...) nn_bucketize_with(NN_ARGS(bucketize, __VA_ARGS__))
nn_tensor *nn_bucketize_with(const struct nn_bucketize_args *);

struct nn_searchsorted_args {
    struct nn_here nn_here;
    nn_tensor *sorted_sequence, *values;
    bool out_int32, right;
};
// torch.searchsorted: where each value goes in sorted_sequence [K], or [..., K] with the leading
// axes of values; i64, or i32. In the shape of values.
#define nn_searchsorted(...) nn_searchsorted_with(NN_ARGS(searchsorted, __VA_ARGS__))
nn_tensor *nn_searchsorted_with(const struct nn_searchsorted_args *);

// ---- more parts and joins

// As nn_tensor_split and nn_cat, by the shape of the operands. Errors: too few axes; axes that are
// not joined and differ.

struct nn_split_named_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t sections, indices[NN_MAX_SIZES];
};
// torch.hsplit: nn_hsplit(x, 2): equal parts of axis 1 (of a vector axis 0), or .indices. Errors:
// a number of parts that does not divide the axis.
#define nn_hsplit(...) nn_hsplit_with(NN_ARGS(split_named, __VA_ARGS__))
struct nn_tensors nn_hsplit_with(const struct nn_split_named_args *);

// torch.vsplit: the same of axis 0.
#define nn_vsplit(...) nn_vsplit_with(NN_ARGS(split_named, __VA_ARGS__))
struct nn_tensors nn_vsplit_with(const struct nn_split_named_args *);

// torch.dsplit: the same of axis 2.
#define nn_dsplit(...) nn_dsplit_with(NN_ARGS(split_named, __VA_ARGS__))
struct nn_tensors nn_dsplit_with(const struct nn_split_named_args *);

// torch.dstack: joins along axis 2; matrices and vectors get one.
#define nn_dstack(...) nn_dstack_with(NN_ARGS(tensors, __VA_ARGS__))
nn_tensor *nn_dstack_with(const struct nn_tensors_args *);

// torch.column_stack: joins along axis 1; vectors become columns.
#define nn_column_stack(...) nn_column_stack_with(NN_ARGS(tensors, __VA_ARGS__))
nn_tensor *nn_column_stack_with(const struct nn_tensors_args *);

// ---- as another tensor is

// The second operand only gives its shape or dtype. Errors are those of the function named.

struct nn_as_other_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
};
// Tensor.expand_as: as nn_expand to the sizes of other.
#define nn_expand_as(...) nn_expand_as_with(NN_ARGS(as_other, __VA_ARGS__))
nn_tensor *nn_expand_as_with(const struct nn_as_other_args *);

// Tensor.view_as: as nn_view in the shape of other.
#define nn_view_as(...) nn_view_as_with(NN_ARGS(as_other, __VA_ARGS__))
nn_tensor *nn_view_as_with(const struct nn_as_other_args *);

// Tensor.reshape_as: as nn_reshape to the shape of other.
#define nn_reshape_as(...) nn_reshape_as_with(NN_ARGS(as_other, __VA_ARGS__))
nn_tensor *nn_reshape_as_with(const struct nn_as_other_args *);

// Tensor.type_as: as nn_to with the dtype of other.
#define nn_type_as(...) nn_type_as_with(NN_ARGS(as_other, __VA_ARGS__))
nn_tensor *nn_type_as_with(const struct nn_as_other_args *);

#endif
