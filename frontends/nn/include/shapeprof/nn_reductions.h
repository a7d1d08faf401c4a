#ifndef SHAPEPROF_NN_REDUCTIONS_H
#define SHAPEPROF_NN_REDUCTIONS_H

// Functions of tensors over axes: sums, extremes, sorted and running values. Include
// <shapeprof/nn.h>; nn_math.h says how arguments are meant.

#include <shapeprof/nn_base.h>

// ---- reductions

// Over all axes, or over dim or dims (an explicit axis 0 is nn_at(0)), which go, or become 1 with
// keepdim: [N, C, L] -> [N, L] over dim 1, [] over all. Errors: no such axis; an axis twice.

struct nn_reduce_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    bool keepdim;
    enum nn_dtype dtype;
    int64_t dims[NN_MAX_SIZES];
};
// torch.sum: bools and integers give i64.
#define nn_sum(...) nn_sum_with(NN_ARGS(reduce, __VA_ARGS__))
nn_tensor *nn_sum_with(const struct nn_reduce_args *);

// torch.mean: floating only, or with a floating dtype.
#define nn_mean(...) nn_mean_with(NN_ARGS(reduce, __VA_ARGS__))
nn_tensor *nn_mean_with(const struct nn_reduce_args *);

// torch.prod: over one axis or all.
#define nn_prod(...) nn_prod_with(NN_ARGS(reduce, __VA_ARGS__))
nn_tensor *nn_prod_with(const struct nn_reduce_args *);

struct nn_moments_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    enum nn_flag unbiased;
    bool keepdim;
    int64_t correction;
    int64_t dims[NN_MAX_SIZES];
};
// torch.var: with Bessel's correction unless unbiased is off. Floating only.
#define nn_var(...) nn_var_with(NN_ARGS(moments, __VA_ARGS__))
nn_tensor *nn_var_with(const struct nn_moments_args *);

// torch.std: the root of the variance; floating only, as nn_var.
#define nn_std(...) nn_std_with(NN_ARGS(moments, __VA_ARGS__))
nn_tensor *nn_std_with(const struct nn_moments_args *);

// torch.var_mean: variance, mean.
#define nn_var_mean(...) nn_var_mean_with(NN_ARGS(moments, __VA_ARGS__))
struct nn_tensors nn_var_mean_with(const struct nn_moments_args *);

struct nn_norm_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double p;
    int64_t dim;
    bool keepdim;
    int64_t dims[NN_MAX_SIZES];
};
// torch.norm: of order p, Frobenius without it.
#define nn_norm(...) nn_norm_with(NN_ARGS(norm, __VA_ARGS__))
nn_tensor *nn_norm_with(const struct nn_norm_args *);

struct nn_along_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    bool keepdim;
    int64_t dims[NN_MAX_SIZES];
};
// torch.logsumexp: log(sum(e^x)), over dim.
#define nn_logsumexp(...) nn_logsumexp_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_logsumexp_with(const struct nn_along_args *);

// torch.amax: the largest element.
#define nn_amax(...) nn_amax_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_amax_with(const struct nn_along_args *);

// torch.amin: the smallest element.
#define nn_amin(...) nn_amin_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_amin_with(const struct nn_along_args *);

// torch.any: is one not 0? bool.
#define nn_any(...) nn_any_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_any_with(const struct nn_along_args *);

// torch.all: are all not 0? bool.
#define nn_all(...) nn_all_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_all_with(const struct nn_along_args *);

// torch.count_nonzero: how many are not 0; i64.
#define nn_count_nonzero(...) nn_count_nonzero_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_count_nonzero_with(const struct nn_along_args *);

// torch.argmax: where the largest one is, i64; without dim in the flat tensor.
#define nn_argmax(...) nn_argmax_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_argmax_with(const struct nn_along_args *);

// torch.argmin: where the smallest one is, i64.
#define nn_argmin(...) nn_argmin_with(NN_ARGS(along, __VA_ARGS__))
nn_tensor *nn_argmin_with(const struct nn_along_args *);

// torch.max: the largest element: one result without dim; along dim values and i64 indices.
#define nn_max(...) nn_max_with(NN_ARGS(along, __VA_ARGS__))
struct nn_tensors nn_max_with(const struct nn_along_args *);

// torch.min: the smallest element: one result without dim; along dim values and i64 indices.
#define nn_min(...) nn_min_with(NN_ARGS(along, __VA_ARGS__))
struct nn_tensors nn_min_with(const struct nn_along_args *);

// torch.median: the middle element: one result without dim; along dim values and i64 indices.
#define nn_median(...) nn_median_with(NN_ARGS(along, __VA_ARGS__))
struct nn_tensors nn_median_with(const struct nn_along_args *);

// ---- along one axis

// Of the shape of input, unless said otherwise. Errors: no such axis.

struct nn_cumulative_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    enum nn_dtype dtype;
};
// torch.cumsum: bools and integers give i64.
#define nn_cumsum(...) nn_cumsum_with(NN_ARGS(cumulative, __VA_ARGS__))
nn_tensor *nn_cumsum_with(const struct nn_cumulative_args *);

// torch.cumprod: bools and integers give i64.
#define nn_cumprod(...) nn_cumprod_with(NN_ARGS(cumulative, __VA_ARGS__))
nn_tensor *nn_cumprod_with(const struct nn_cumulative_args *);

// torch.cummax: values, i64 indices.
#define nn_cummax(...) nn_cummax_with(NN_ARGS(axis, __VA_ARGS__))
struct nn_tensors nn_cummax_with(const struct nn_axis_args *);

// torch.cummin: values, i64 indices.
#define nn_cummin(...) nn_cummin_with(NN_ARGS(axis, __VA_ARGS__))
struct nn_tensors nn_cummin_with(const struct nn_axis_args *);

struct nn_sort_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t dim;
    bool descending, stable;
};
// torch.sort: values, i64 indices; dim is -1.
#define nn_sort(...) nn_sort_with(NN_ARGS(sort, __VA_ARGS__))
struct nn_tensors nn_sort_with(const struct nn_sort_args *);

// torch.argsort: i64 indices; dim is -1.
#define nn_argsort(...) nn_argsort_with(NN_ARGS(sort, __VA_ARGS__))
nn_tensor *nn_argsort_with(const struct nn_sort_args *);

struct nn_topk_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t k, dim;
    enum nn_flag largest, sorted;
};
// torch.topk: the k largest, or smallest, along dim (-1): values, i64 indices. Errors: k above the
// size. The axis becomes k long.
#define nn_topk(...) nn_topk_with(NN_ARGS(topk, __VA_ARGS__))
struct nn_tensors nn_topk_with(const struct nn_topk_args *);

#endif
