#ifndef SHAPEPROF_NN_POINTWISE_H
#define SHAPEPROF_NN_POINTWISE_H

// More functions of the kinds of nn_math.h and nn_reductions.h. Include <shapeprof/nn.h>.

#include <shapeprof/nn_math.h>
#include <shapeprof/nn_reductions.h>

// ---- more element by element, one operand

// As in nn_math.h: integers become f32 where fractions come out, the shape stays. Errors: a dtype
// that the function is not defined for, as there.

// torch.positive: x itself; not bool.
#define nn_positive(...) nn_positive_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_positive_with(const struct nn_unary_args *);

// torch.sgn: -1, 0 or 1.
#define nn_sgn(...) nn_sgn_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sgn_with(const struct nn_unary_args *);

// torch.nan_to_num: with numbers for what is none and for infinities.
#define nn_nan_to_num(...) nn_nan_to_num_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_nan_to_num_with(const struct nn_unary_args *);

// torch.asinh: inverse of sinh.
#define nn_asinh(...) nn_asinh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_asinh_with(const struct nn_unary_args *);

// torch.acosh: inverse of cosh.
#define nn_acosh(...) nn_acosh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_acosh_with(const struct nn_unary_args *);

// torch.atanh: inverse of tanh.
#define nn_atanh(...) nn_atanh_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_atanh_with(const struct nn_unary_args *);

// torch.erfc: 1 - erf(x).
#define nn_erfc(...) nn_erfc_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_erfc_with(const struct nn_unary_args *);

// torch.erfinv: inverse of erf.
#define nn_erfinv(...) nn_erfinv_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_erfinv_with(const struct nn_unary_args *);

// torch.lgamma: logarithm of the gamma function.
#define nn_lgamma(...) nn_lgamma_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_lgamma_with(const struct nn_unary_args *);

// torch.digamma: derivative of lgamma.
#define nn_digamma(...) nn_digamma_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_digamma_with(const struct nn_unary_args *);

// torch.logit: log(x / (1 - x)).
#define nn_logit(...) nn_logit_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_logit_with(const struct nn_unary_args *);

// torch.sinc: sin(pi x) / (pi x).
#define nn_sinc(...) nn_sinc_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_sinc_with(const struct nn_unary_args *);

// torch.deg2rad: degrees in radians.
#define nn_deg2rad(...) nn_deg2rad_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_deg2rad_with(const struct nn_unary_args *);

// torch.rad2deg: radians in degrees.
#define nn_rad2deg(...) nn_rad2deg_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_rad2deg_with(const struct nn_unary_args *);

// torch.signbit: is it negative? The result is bool.
#define nn_signbit(...) nn_signbit_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_signbit_with(const struct nn_unary_args *);

// torch.isposinf: is it infinite and positive? The result is bool.
#define nn_isposinf(...) nn_isposinf_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_isposinf_with(const struct nn_unary_args *);

// torch.isneginf: is it infinite and negative? The result is bool.
#define nn_isneginf(...) nn_isneginf_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_isneginf_with(const struct nn_unary_args *);

// torch.detach: x as a view that no gradient passes.
#define nn_detach(...) nn_detach_with(NN_ARGS(unary, __VA_ARGS__))
nn_tensor *nn_detach_with(const struct nn_unary_args *);

// ---- more arithmetic

// Operands broadcast and promote as in nn_add. Errors: shapes that do not broadcast.

// torch.atan2: the angle of the point (other, input); integers give f32.
#define nn_atan2(...) nn_atan2_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_atan2_with(const struct nn_binary_args *);

// torch.xlogy: input log(other); integers give f32.
#define nn_xlogy(...) nn_xlogy_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_xlogy_with(const struct nn_binary_args *);

// torch.copysign: |input| with the sign of other; integers give f32.
#define nn_copysign(...) nn_copysign_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_copysign_with(const struct nn_binary_args *);

// torch.hypot: sqrt(input^2 + other^2); floating.
#define nn_hypot(...) nn_hypot_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_hypot_with(const struct nn_binary_args *);

// torch.logaddexp: log(e^input + e^other); floating.
#define nn_logaddexp(...) nn_logaddexp_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_logaddexp_with(const struct nn_binary_args *);

// torch.logaddexp2: log2(2^input + 2^other); floating.
#define nn_logaddexp2(...) nn_logaddexp2_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_logaddexp2_with(const struct nn_binary_args *);

// torch.fmax: the larger one.
#define nn_fmax(...) nn_fmax_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_fmax_with(const struct nn_binary_args *);

// torch.fmin: the smaller one.
#define nn_fmin(...) nn_fmin_with(NN_ARGS(binary, __VA_ARGS__))
nn_tensor *nn_fmin_with(const struct nn_binary_args *);

struct nn_lerp_args {
    struct nn_here nn_here;
    nn_tensor *input, *end, *weight;
    bool inplace;
};
// torch.lerp: input + weight (end - input); weight is a tensor or a number. Dtypes must be equal
// and floating.
#define nn_lerp(...) nn_lerp_with(NN_ARGS(lerp, __VA_ARGS__))
nn_tensor *nn_lerp_with(const struct nn_lerp_args *);

struct nn_addcmul_args {
    struct nn_here nn_here;
    nn_tensor *input, *tensor1, *tensor2, *value;
    bool inplace;
};
// torch.addcmul: input + value tensor1 tensor2.
#define nn_addcmul(...) nn_addcmul_with(NN_ARGS(addcmul, __VA_ARGS__))
nn_tensor *nn_addcmul_with(const struct nn_addcmul_args *);

// torch.addcdiv: input + value tensor1 / tensor2, which must not both be integers.
#define nn_addcdiv(...) nn_addcdiv_with(NN_ARGS(addcmul, __VA_ARGS__))
nn_tensor *nn_addcdiv_with(const struct nn_addcmul_args *);

// ---- more reductions

// As in nn_reductions.h: over all axes, or over dim or dims, which go, or become 1 with keepdim;
// what runs along an axis keeps the shape. Errors: no such axis.

// torch.nansum: what are no numbers are left out.
#define nn_nansum(...) nn_nansum_with(NN_ARGS(reduce, __VA_ARGS__))
nn_tensor *nn_nansum_with(const struct nn_reduce_args *);

// torch.nanmean: what are no numbers are left out. Floating only.
#define nn_nanmean(...) nn_nanmean_with(NN_ARGS(reduce, __VA_ARGS__))
nn_tensor *nn_nanmean_with(const struct nn_reduce_args *);

// torch.std_mean: standard deviation, mean. Floating only.
#define nn_std_mean(...) nn_std_mean_with(NN_ARGS(moments, __VA_ARGS__))
struct nn_tensors nn_std_mean_with(const struct nn_moments_args *);

// torch.aminmax: the smallest and the largest element, over one axis or all.
#define nn_aminmax(...) nn_aminmax_with(NN_ARGS(along, __VA_ARGS__))
struct nn_tensors nn_aminmax_with(const struct nn_along_args *);

// torch.mode: the most frequent element along dim (-1): values, i64 indices.
#define nn_mode(...) nn_mode_with(NN_ARGS(along, __VA_ARGS__))
struct nn_tensors nn_mode_with(const struct nn_along_args *);

struct nn_kthvalue_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t k, dim;
    bool keepdim;
};
// torch.kthvalue: the k-th smallest element along dim (-1): values, i64 indices. Errors: k outside
// 1 to the size.
#define nn_kthvalue(...) nn_kthvalue_with(NN_ARGS(kthvalue, __VA_ARGS__))
struct nn_tensors nn_kthvalue_with(const struct nn_kthvalue_args *);

// torch.logcumsumexp: logarithm of running sums of exponentials. Floating only.
#define nn_logcumsumexp(...) nn_logcumsumexp_with(NN_ARGS(axis, __VA_ARGS__))
nn_tensor *nn_logcumsumexp_with(const struct nn_axis_args *);

struct nn_diff_args {
    struct nn_here nn_here;
    nn_tensor *input;
    int64_t n, dim;
};
// torch.diff: differences of neighbours along dim (-1), n (1) times; one element less each.
#define nn_diff(...) nn_diff_with(NN_ARGS(diff, __VA_ARGS__))
nn_tensor *nn_diff_with(const struct nn_diff_args *);

struct nn_f_pdist_args {
    struct nn_here nn_here;
    nn_tensor *input;
    double p;
};
// torch.nn.functional.pdist: [N, M] -> [N (N - 1) / 2], p-norms (2) of the differences of rows.
// Errors: another rank than 2.
#define nn_pdist(...) nn_pdist_with(NN_ARGS(f_pdist, __VA_ARGS__))
nn_tensor *nn_pdist_with(const struct nn_f_pdist_args *);

#endif
