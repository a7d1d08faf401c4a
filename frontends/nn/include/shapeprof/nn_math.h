#ifndef SHAPEPROF_NN_MATH_H
#define SHAPEPROF_NN_MATH_H

// Functions of tensors that compute: arithmetic, comparisons, products, reductions.
// Include <shapeprof/nn.h>.
//
// Each records a node and returns its result, or a poisoned tensor if the call
// is wrong. Arguments without a default are always given: nn_unsqueeze(x, 0)
// means axis 0.

#include <shapeprof/nn_base.h>

// ---- element by element, one operand

// Shape and dtype stay; where a result is no integer, integers and bools give f32. inplace writes
// into the operand, PyTorch's name with a trailing underscore. Errors: a dtype that the function is
// not defined for: bool, where the result is a number of the operand's own dtype; integers in
// nn_frac; floating ones in nn_bitwise_not. A result that is another dtype than the operand's can't
// be written in place.

// torch.abs: |x|.
#define nn_abs(...) nn_abs_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_abs_with(const struct nn_unary_args *);

// torch.neg: -x; not bool.
#define nn_neg(...) nn_neg_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_neg_with(const struct nn_unary_args *);

// torch.sign: -1, 0 or 1.
#define nn_sign(...) nn_sign_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sign_with(const struct nn_unary_args *);

// torch.round: to the nearest integer, halves to even.
#define nn_round(...) nn_round_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_round_with(const struct nn_unary_args *);

// torch.floor: the largest integer not above x.
#define nn_floor(...) nn_floor_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_floor_with(const struct nn_unary_args *);

// torch.ceil: the smallest integer not below x.
#define nn_ceil(...) nn_ceil_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_ceil_with(const struct nn_unary_args *);

// torch.trunc: the integer part.
#define nn_trunc(...) nn_trunc_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_trunc_with(const struct nn_unary_args *);

// torch.frac: x - trunc(x); floating only.
#define nn_frac(...) nn_frac_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_frac_with(const struct nn_unary_args *);

// torch.square: x^2.
#define nn_square(...) nn_square_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_square_with(const struct nn_unary_args *);

// torch.exp: e^x.
#define nn_exp(...) nn_exp_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_exp_with(const struct nn_unary_args *);

// torch.exp2: 2^x.
#define nn_exp2(...) nn_exp2_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_exp2_with(const struct nn_unary_args *);

// torch.expm1: e^x - 1.
#define nn_expm1(...) nn_expm1_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_expm1_with(const struct nn_unary_args *);

// torch.log: natural logarithm.
#define nn_log(...) nn_log_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_log_with(const struct nn_unary_args *);

// torch.log2: logarithm to base 2.
#define nn_log2(...) nn_log2_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_log2_with(const struct nn_unary_args *);

// torch.log10: logarithm to base 10.
#define nn_log10(...) nn_log10_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_log10_with(const struct nn_unary_args *);

// torch.log1p: log(1 + x).
#define nn_log1p(...) nn_log1p_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_log1p_with(const struct nn_unary_args *);

// torch.sqrt: square root.
#define nn_sqrt(...) nn_sqrt_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sqrt_with(const struct nn_unary_args *);

// torch.rsqrt: 1 / sqrt(x).
#define nn_rsqrt(...) nn_rsqrt_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_rsqrt_with(const struct nn_unary_args *);

// torch.reciprocal: 1 / x.
#define nn_reciprocal(...) nn_reciprocal_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_reciprocal_with(const struct nn_unary_args *);

// torch.erf: the error function.
#define nn_erf(...) nn_erf_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_erf_with(const struct nn_unary_args *);

// torch.sin: sine.
#define nn_sin(...) nn_sin_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sin_with(const struct nn_unary_args *);

// torch.cos: cosine.
#define nn_cos(...) nn_cos_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_cos_with(const struct nn_unary_args *);

// torch.tan: tangent.
#define nn_tan(...) nn_tan_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_tan_with(const struct nn_unary_args *);

// torch.asin: inverse sine.
#define nn_asin(...) nn_asin_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_asin_with(const struct nn_unary_args *);

// torch.acos: inverse cosine.
#define nn_acos(...) nn_acos_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_acos_with(const struct nn_unary_args *);

// torch.atan: inverse tangent.
#define nn_atan(...) nn_atan_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_atan_with(const struct nn_unary_args *);

// torch.sinh: hyperbolic sine.
#define nn_sinh(...) nn_sinh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sinh_with(const struct nn_unary_args *);

// torch.cosh: hyperbolic cosine.
#define nn_cosh(...) nn_cosh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_cosh_with(const struct nn_unary_args *);

// torch.isnan: is it not a number? The result is bool.
#define nn_isnan(...) nn_isnan_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_isnan_with(const struct nn_unary_args *);

// torch.isinf: is it infinite? The result is bool.
#define nn_isinf(...) nn_isinf_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_isinf_with(const struct nn_unary_args *);

// torch.isfinite: is it neither? The result is bool.
#define nn_isfinite(...) nn_isfinite_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_isfinite_with(const struct nn_unary_args *);

// torch.logical_not: is it 0? The result is bool.
#define nn_logical_not(...) nn_logical_not_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_logical_not_with(const struct nn_unary_args *);

// torch.bitwise_not: of integers and bools.
#define nn_bitwise_not(...) nn_bitwise_not_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_bitwise_not_with(const struct nn_unary_args *);

// ---- arithmetic

// Operands broadcast; dtypes are promoted as PyTorch does, where numbers and tensors without axes
// do not widen others of their kind. The second operand may be a number: nn_mul(x,
// nn_number(0.5)). Errors: shapes that do not broadcast.

struct nn_add_args {
    struct nn_here nn_here;
    nn_tensor *input, *other, *alpha;
    bool inplace;
};
// torch.add: input + alpha other.
#define nn_add(...) nn_add_with(NN_ARGS(add, __VA_ARGS__))
nn_tensor *nn_add_with(const struct nn_add_args *);

// torch.sub: input - alpha other; not bool.
#define nn_sub(...) nn_sub_with(NN_ARGS(add, __VA_ARGS__))
nn_tensor *nn_sub_with(const struct nn_add_args *);

struct nn_binary_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
    bool inplace;
};
// torch.mul: input other.
#define nn_mul(...) nn_mul_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_mul_with(const struct nn_binary_args *);

struct nn_div_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
    const char *rounding_mode;
    bool inplace;
};
// torch.div: integers give f32; rounding_mode "floor" or "trunc" keeps them.
#define nn_div(...) nn_div_with(NN_ARGS(div, __VA_ARGS__))
nn_tensor *nn_div_with(const struct nn_div_args *);

// torch.floor_divide: floor(input / other).
#define nn_floor_divide(...) nn_floor_divide_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_floor_divide_with(const struct nn_binary_args *);

// torch.remainder: with the sign of other.
#define nn_remainder(...) nn_remainder_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_remainder_with(const struct nn_binary_args *);

// torch.fmod: with the sign of input.
#define nn_fmod(...) nn_fmod_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_fmod_with(const struct nn_binary_args *);

// torch.maximum: the larger one.
#define nn_maximum(...) nn_maximum_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_maximum_with(const struct nn_binary_args *);

// torch.minimum: the smaller one.
#define nn_minimum(...) nn_minimum_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_minimum_with(const struct nn_binary_args *);

struct nn_pow_args {
    struct nn_here nn_here;
    nn_tensor *input, *exponent;
    bool inplace;
};
// torch.pow: input to the power of exponent.
#define nn_pow(...) nn_pow_with(NN_ARGS(pow, __VA_ARGS__))
nn_tensor *nn_pow_with(const struct nn_pow_args *);

struct nn_clamp_args {
    struct nn_here nn_here;
    nn_tensor *input, *min, *max;
    bool inplace;
};
// torch.clamp: held between min and max, tensors or numbers, one of them at least.
#define nn_clamp(...) nn_clamp_with(NN_ARGS(clamp, __VA_ARGS__))
nn_tensor *nn_clamp_with(const struct nn_clamp_args *);

// ---- comparisons and logic

// Operands broadcast. The result is bool, of bitwise functions the promoted dtype. Errors: shapes
// that do not broadcast; floating operands of bitwise functions.

// torch.eq: ==.
#define nn_eq(...) nn_eq_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_eq_with(const struct nn_binary_args *);

// torch.ne: !=.
#define nn_ne(...) nn_ne_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_ne_with(const struct nn_binary_args *);

// torch.lt: <.
#define nn_lt(...) nn_lt_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_lt_with(const struct nn_binary_args *);

// torch.le: <=.
#define nn_le(...) nn_le_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_le_with(const struct nn_binary_args *);

// torch.gt: >.
#define nn_gt(...) nn_gt_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_gt_with(const struct nn_binary_args *);

// torch.ge: >=.
#define nn_ge(...) nn_ge_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_ge_with(const struct nn_binary_args *);

// torch.logical_and: both are not 0.
#define nn_logical_and(...) nn_logical_and_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_logical_and_with(const struct nn_binary_args *);

// torch.logical_or: one is not 0.
#define nn_logical_or(...) nn_logical_or_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_logical_or_with(const struct nn_binary_args *);

// torch.logical_xor: exactly one is not 0.
#define nn_logical_xor(...) nn_logical_xor_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_logical_xor_with(const struct nn_binary_args *);

// torch.bitwise_and: &; integers and bools.
#define nn_bitwise_and(...) nn_bitwise_and_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_bitwise_and_with(const struct nn_binary_args *);

// torch.bitwise_or: |; integers and bools.
#define nn_bitwise_or(...) nn_bitwise_or_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_bitwise_or_with(const struct nn_binary_args *);

// torch.bitwise_xor: ^; integers and bools.
#define nn_bitwise_xor(...) nn_bitwise_xor_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_bitwise_xor_with(const struct nn_binary_args *);

struct nn_where_args {
    struct nn_here nn_here;
    nn_tensor *condition, *input, *other;
};
// torch.where: input where the bool condition holds, else other; all three broadcast. Errors: a
// condition that is not bool.
#define nn_where(...) nn_where_with(NN_ARGS(where, __VA_ARGS__))
nn_tensor *nn_where_with(const struct nn_where_args *);

// ---- products

// Dtypes must be equal: products do not promote. Errors: inner sizes that differ.

struct nn_matmul_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
};
// torch.matmul: [..., M, K] [..., K, N] -> [..., M, N]; leading axes broadcast, vectors count as
// a row and a column.
#define nn_matmul(...) nn_matmul_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_matmul_with(const struct nn_matmul_args *);

// torch.inner: [..., K] [..., K]: every row of one with every row of the other.
#define nn_inner(...) nn_inner_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_inner_with(const struct nn_matmul_args *);

// torch.kron: other in place of each element of input, multiplied by it.
#define nn_kron(...) nn_kron_with(NN_ARGS(matmul, __VA_ARGS__))
nn_tensor *nn_kron_with(const struct nn_matmul_args *);

struct nn_cross_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
    int64_t dim;
};
// torch.cross: vector products along dim, which is 3 long; the first such axis where not given.
#define nn_cross(...) nn_cross_with(NN_ARGS(cross, __VA_ARGS__))
nn_tensor *nn_cross_with(const struct nn_cross_args *);

struct nn_mm_args {
    struct nn_here nn_here;
    nn_tensor *input, *mat2;
};
// torch.mm: [M, K] [K, N] -> [M, N].
#define nn_mm(...) nn_mm_with(NN_ARGS(mm, __VA_ARGS__))
nn_tensor *nn_mm_with(const struct nn_mm_args *);

// torch.bmm: [B, M, K] [B, K, N] -> [B, M, N].
#define nn_bmm(...) nn_bmm_with(NN_ARGS(mm, __VA_ARGS__))
nn_tensor *nn_bmm_with(const struct nn_mm_args *);

struct nn_mv_args {
    struct nn_here nn_here;
    nn_tensor *input, *vec;
};
// torch.mv: [M, K] [K] -> [M].
#define nn_mv(...) nn_mv_with(NN_ARGS(mv, __VA_ARGS__))
nn_tensor *nn_mv_with(const struct nn_mv_args *);

struct nn_dot_args {
    struct nn_here nn_here;
    nn_tensor *input, *tensor;
};
// torch.dot: [K] [K] -> [].
#define nn_dot(...) nn_dot_with(NN_ARGS(dot, __VA_ARGS__))
nn_tensor *nn_dot_with(const struct nn_dot_args *);

struct nn_outer_args {
    struct nn_here nn_here;
    nn_tensor *input, *vec2;
};
// torch.outer: [M] [N] -> [M, N].
#define nn_outer(...) nn_outer_with(NN_ARGS(outer, __VA_ARGS__))
nn_tensor *nn_outer_with(const struct nn_outer_args *);

struct nn_addmm_args {
    struct nn_here nn_here;
    nn_tensor *input, *mat1, *mat2, *beta, *alpha;
};
// torch.addmm: beta input + alpha mat1 mat2; input broadcasts to [M, N].
#define nn_addmm(...) nn_addmm_with(NN_ARGS(addmm, __VA_ARGS__))
nn_tensor *nn_addmm_with(const struct nn_addmm_args *);

struct nn_baddbmm_args {
    struct nn_here nn_here;
    nn_tensor *input, *batch1, *batch2, *beta, *alpha;
};
// torch.baddbmm: beta input + alpha batch1 batch2; input broadcasts to [B, M, N].
#define nn_baddbmm(...) nn_baddbmm_with(NN_ARGS(baddbmm, __VA_ARGS__))
nn_tensor *nn_baddbmm_with(const struct nn_baddbmm_args *);

struct nn_einsum_args {
    struct nn_here nn_here;
    const char *equation;
    nn_tensor *operands[NN_MAX_LIST];
    nn_tensor *const *list; // instead: so many tensors of an array
    int64_t n_list;
};
// torch.einsum: nn_einsum("bij,bjk->bik", {a, b}): one letter an axis; letters that the result
// lacks are summed over, and without "->" those that stand twice are. Errors: another number of
// letters than axes; sizes of one letter that differ.
#define nn_einsum(...) nn_einsum_with(NN_ARGS(einsum, __VA_ARGS__))
nn_tensor *nn_einsum_with(const struct nn_einsum_args *);

struct nn_cdist_args {
    struct nn_here nn_here;
    nn_tensor *x1, *x2;
    double p;
};
// torch.cdist: [..., P, M] [..., R, M] -> [..., P, R], p-norms (2) of the differences.
#define nn_cdist(...) nn_cdist_with(NN_ARGS(cdist, __VA_ARGS__))
nn_tensor *nn_cdist_with(const struct nn_cdist_args *);

struct nn_f_linear_args {
    struct nn_here nn_here;
    nn_tensor *input, *weight, *bias;
};
// torch.nn.functional.linear: x [..., in], weight [out, in], bias [out] -> [..., out].
#define nn_f_linear(...) nn_f_linear_with(NN_ARGS(f_linear, __VA_ARGS__))
nn_tensor *nn_f_linear_with(const struct nn_f_linear_args *);

struct nn_f_bilinear_args {
    struct nn_here nn_here;
    nn_tensor *input1, *input2, *weight, *bias;
};
// torch.nn.functional.bilinear: x1 [..., in1], x2 [..., in2], weight [out, in1, in2], bias [out] ->
// [..., out].
#define nn_f_bilinear(...) nn_f_bilinear_with(NN_ARGS(f_bilinear, __VA_ARGS__))
nn_tensor *nn_f_bilinear_with(const struct nn_f_bilinear_args *);

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
