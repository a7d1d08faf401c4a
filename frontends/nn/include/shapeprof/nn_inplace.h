#ifndef SHAPEPROF_NN_INPLACE_H
#define SHAPEPROF_NN_INPLACE_H

// Functions that write into their first operand: PyTorch's names with a trailing underscore.
// Include <shapeprof/nn.h>.
//
//     x = nn_add_(x, y);      as nn_add(x, y, .inplace = true)
//
// The result has the shape, dtype and storage of the operand, and owns no bytes. Arguments and
// errors are those of the function without the underscore; beyond them:
//
//   a broadcast that is larger than the operand
//   a result whose kind of dtype it can't hold: fractions in integers, numbers in bool
//   an expanded operand, where several elements lie at one place. What writes the same value
//   wherever it writes takes it, as in PyTorch: masked_fill_, fill_, zero_, threshold_, tril_,
//   triu_
//
// A handle keeps its shape, so there is no nn_squeeze_, nn_unsqueeze_, nn_transpose_ or nn_t_:
// `x = nn_squeeze(x)` is a view of the same storage.

#include <shapeprof/nn_base.h>
#include <shapeprof/nn_math.h>
#include <shapeprof/nn_shapes.h>
#include <shapeprof/nn_functional.h>

// self_ is evaluated once. The designator of `input` is followed by the other operands.
#define NN_UNARY_IN_PLACE(name, self_)                                                             \
    nn_##name##_with(NN_ARGS(unary, .input = (self_), .inplace = true))
#define NN_IN_PLACE(name, args, self_, ...)                                                        \
    nn_##name##_with(NN_ARGS(args, .inplace = true, .input = (self_), __VA_ARGS__))

// ---- element by element, one operand

#define nn_abs_(self_) NN_UNARY_IN_PLACE(abs, self_)
#define nn_neg_(self_) NN_UNARY_IN_PLACE(neg, self_)
#define nn_sign_(self_) NN_UNARY_IN_PLACE(sign, self_)
#define nn_round_(self_) NN_UNARY_IN_PLACE(round, self_)
#define nn_floor_(self_) NN_UNARY_IN_PLACE(floor, self_)
#define nn_ceil_(self_) NN_UNARY_IN_PLACE(ceil, self_)
#define nn_trunc_(self_) NN_UNARY_IN_PLACE(trunc, self_)
#define nn_frac_(self_) NN_UNARY_IN_PLACE(frac, self_)
#define nn_square_(self_) NN_UNARY_IN_PLACE(square, self_)
#define nn_exp_(self_) NN_UNARY_IN_PLACE(exp, self_)
#define nn_exp2_(self_) NN_UNARY_IN_PLACE(exp2, self_)
#define nn_expm1_(self_) NN_UNARY_IN_PLACE(expm1, self_)
#define nn_log_(self_) NN_UNARY_IN_PLACE(log, self_)
#define nn_log2_(self_) NN_UNARY_IN_PLACE(log2, self_)
#define nn_log10_(self_) NN_UNARY_IN_PLACE(log10, self_)
#define nn_log1p_(self_) NN_UNARY_IN_PLACE(log1p, self_)
#define nn_sqrt_(self_) NN_UNARY_IN_PLACE(sqrt, self_)
#define nn_rsqrt_(self_) NN_UNARY_IN_PLACE(rsqrt, self_)
#define nn_reciprocal_(self_) NN_UNARY_IN_PLACE(reciprocal, self_)
#define nn_erf_(self_) NN_UNARY_IN_PLACE(erf, self_)
#define nn_sin_(self_) NN_UNARY_IN_PLACE(sin, self_)
#define nn_cos_(self_) NN_UNARY_IN_PLACE(cos, self_)
#define nn_tan_(self_) NN_UNARY_IN_PLACE(tan, self_)
#define nn_asin_(self_) NN_UNARY_IN_PLACE(asin, self_)
#define nn_acos_(self_) NN_UNARY_IN_PLACE(acos, self_)
#define nn_atan_(self_) NN_UNARY_IN_PLACE(atan, self_)
#define nn_sinh_(self_) NN_UNARY_IN_PLACE(sinh, self_)
#define nn_cosh_(self_) NN_UNARY_IN_PLACE(cosh, self_)
#define nn_logical_not_(self_) NN_UNARY_IN_PLACE(logical_not, self_)
#define nn_bitwise_not_(self_) NN_UNARY_IN_PLACE(bitwise_not, self_)

// ---- activations

#define nn_relu_(self_) NN_UNARY_IN_PLACE(f_relu, self_)
#define nn_sigmoid_(self_) NN_UNARY_IN_PLACE(f_sigmoid, self_)
#define nn_tanh_(self_) NN_UNARY_IN_PLACE(f_tanh, self_)
#define nn_selu_(self_) NN_UNARY_IN_PLACE(f_selu, self_)
// nn_elu_(x, 1.0), nn_leaky_relu_(x, 0.1): numbers follow, or 0 for PyTorch's default.
#define nn_elu_(self_, ...) NN_IN_PLACE(f_elu, f_alpha, self_, __VA_ARGS__)
#define nn_celu_(self_, ...) NN_IN_PLACE(f_celu, f_alpha, self_, __VA_ARGS__)
#define nn_leaky_relu_(self_, ...) NN_IN_PLACE(f_leaky_relu, f_leaky_relu, self_, __VA_ARGS__)
#define nn_hardtanh_(self_, ...) NN_IN_PLACE(f_hardtanh, f_hardtanh, self_, __VA_ARGS__)
#define nn_threshold_(self_, ...) NN_IN_PLACE(f_threshold, f_threshold, self_, __VA_ARGS__)
// nn_dropout_(x, 0.5): training is on where not given, whatever mode the module is in.
#define nn_dropout_(self_, ...) NN_IN_PLACE(f_dropout, f_dropout, self_, __VA_ARGS__)
#define nn_alpha_dropout_(self_, ...) NN_IN_PLACE(f_alpha_dropout, f_dropout, self_, __VA_ARGS__)
#define nn_feature_alpha_dropout_(self_, ...)                                                      \
    NN_IN_PLACE(f_feature_alpha_dropout, f_dropout, self_, __VA_ARGS__)

// ---- arithmetic, comparisons and logic

// Of comparisons the result is 0 or 1 in the dtype of the operand.

#define nn_add_(self_, ...) NN_IN_PLACE(add, add, self_, __VA_ARGS__)
#define nn_sub_(self_, ...) NN_IN_PLACE(sub, add, self_, __VA_ARGS__)
#define nn_mul_(self_, ...) NN_IN_PLACE(mul, binary, self_, __VA_ARGS__)
#define nn_div_(self_, ...) NN_IN_PLACE(div, div, self_, __VA_ARGS__)
#define nn_floor_divide_(self_, ...) NN_IN_PLACE(floor_divide, binary, self_, __VA_ARGS__)
#define nn_remainder_(self_, ...) NN_IN_PLACE(remainder, binary, self_, __VA_ARGS__)
#define nn_fmod_(self_, ...) NN_IN_PLACE(fmod, binary, self_, __VA_ARGS__)
#define nn_pow_(self_, ...) NN_IN_PLACE(pow, pow, self_, __VA_ARGS__)
#define nn_clamp_(self_, ...) NN_IN_PLACE(clamp, clamp, self_, __VA_ARGS__)
#define nn_eq_(self_, ...) NN_IN_PLACE(eq, binary, self_, __VA_ARGS__)
#define nn_ne_(self_, ...) NN_IN_PLACE(ne, binary, self_, __VA_ARGS__)
#define nn_lt_(self_, ...) NN_IN_PLACE(lt, binary, self_, __VA_ARGS__)
#define nn_le_(self_, ...) NN_IN_PLACE(le, binary, self_, __VA_ARGS__)
#define nn_gt_(self_, ...) NN_IN_PLACE(gt, binary, self_, __VA_ARGS__)
#define nn_ge_(self_, ...) NN_IN_PLACE(ge, binary, self_, __VA_ARGS__)
#define nn_logical_and_(self_, ...) NN_IN_PLACE(logical_and, binary, self_, __VA_ARGS__)
#define nn_logical_or_(self_, ...) NN_IN_PLACE(logical_or, binary, self_, __VA_ARGS__)
#define nn_logical_xor_(self_, ...) NN_IN_PLACE(logical_xor, binary, self_, __VA_ARGS__)
#define nn_bitwise_and_(self_, ...) NN_IN_PLACE(bitwise_and, binary, self_, __VA_ARGS__)
#define nn_bitwise_or_(self_, ...) NN_IN_PLACE(bitwise_or, binary, self_, __VA_ARGS__)
#define nn_bitwise_xor_(self_, ...) NN_IN_PLACE(bitwise_xor, binary, self_, __VA_ARGS__)

// ---- parts and indices

// nn_tril_(x, 0): the diagonal follows.
#define nn_tril_(self_, ...) NN_IN_PLACE(tril, diag, self_, __VA_ARGS__)
#define nn_triu_(self_, ...) NN_IN_PLACE(triu, diag, self_, __VA_ARGS__)
#define nn_scatter_(self_, ...) NN_IN_PLACE(scatter, scatter, self_, __VA_ARGS__)
#define nn_scatter_add_(self_, ...) NN_IN_PLACE(scatter_add, scatter, self_, __VA_ARGS__)
#define nn_index_add_(self_, ...) NN_IN_PLACE(index_add, index_add, self_, __VA_ARGS__)
#define nn_masked_fill_(self_, ...) NN_IN_PLACE(masked_fill, masked_fill, self_, __VA_ARGS__)

// ---- the whole tensor

struct nn_fill_args {
    struct nn_here nn_here;
    nn_tensor *input, *value;
};
// Tensor.fill_: nn_fill_(x, nn_number(1)). Errors: a value with axes; one that the dtype can't
// hold. The shape stays.
#define nn_fill_(...) nn_fill__with(NN_ARGS(fill, __VA_ARGS__))
nn_tensor *nn_fill__with(const struct nn_fill_args *);

// Tensor.zero_. Any shape and dtype.
#define nn_zero_(...) nn_zero__with(NN_ARGS(one, __VA_ARGS__))
nn_tensor *nn_zero__with(const struct nn_one_args *);

struct nn_copy_args {
    struct nn_here nn_here;
    nn_tensor *input, *src;
};
// Tensor.copy_: src, broadcast to the shape of the operand and converted to its dtype, any to any.
// Errors: a shape that does not broadcast to that of the operand.
#define nn_copy_(...) nn_copy__with(NN_ARGS(copy, __VA_ARGS__))
nn_tensor *nn_copy__with(const struct nn_copy_args *);

#endif
