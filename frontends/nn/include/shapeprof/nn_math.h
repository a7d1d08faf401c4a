#ifndef SHAPEPROF_NN_MATH_H
#define SHAPEPROF_NN_MATH_H

// Functions of tensors that compute element by element: arithmetic, comparisons.
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

#endif
