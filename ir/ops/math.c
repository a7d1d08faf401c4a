// Functions of one element.
//
// Three groups: functions that a kernel has for integers as well keep the
// dtype; those with fractions as values turn integers and bool into f32, the
// default dtype of PyTorch; predicates give bool. Which dtypes have a kernel was
// read off PyTorch 1.13 on the CPU.

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/special.h"

#include <float.h>
#include <math.h>

static void same(struct infer *in, unsigned set)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    if (rule_dtype(in, 0, set)) elementwise_result(in, dtype, dtype);
}

static void any(struct infer *in)
{
    same(in, DTYPES_ANY);
}

static void numbers(struct infer *in)
{
    same(in, DTYPES_NUMBER);
}

static void floats(struct infer *in)
{
    same(in, DTYPES_FLOAT);
}

static void integers(struct infer *in)
{
    same(in, DTYPES_INTEGER | DTYPE_SET(BOOL));
}

// In place an integer result would not fit its tensor; elementwise_result says so.
static void to_float(struct infer *in)
{
    enum dtype dtype = rule_float_dtype(in, 0, DTYPE_F32);
    elementwise_result(in, dtype, dtype);
}

static void to_bool(struct infer *in)
{
    elementwise_result(in, DTYPE_BOOL, DTYPE_BOOL);
}

// The square is pow(x, 2), and 2 makes an integer of a bool.
static void square_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype_of(in, 0);
    if (dtype == DTYPE_BOOL) dtype = DTYPE_I64;
    elementwise_result(in, dtype, dtype);
}

// ---- kernels

MAP_UNARY_EXACT(abs, fabs(x),
                x > 0.0   ? g
                : x < 0.0 ? -g
                          : 0.0,
                x < 0 ? (int64_t)(0 - (uint64_t)x) : x)
MAP_UNARY_EXACT(neg, -x, -g, (int64_t)(0 - (uint64_t)x))
MAP_UNARY(sign, MAP_PROMOTED, (double)((x > 0.0) - (x < 0.0)), 0.0 * g)
MAP_UNARY_EXACT(round, nearbyint(x), 0.0 * g, x)
MAP_UNARY_EXACT(floor, floor(x), 0.0 * g, x)
MAP_UNARY_EXACT(ceil, ceil(x), 0.0 * g, x)
MAP_UNARY_EXACT(trunc, trunc(x), 0.0 * g, x)
MAP_UNARY(frac, MAP_PROMOTED, x - trunc(x), g)
MAP_UNARY(exp, MAP_FLOAT, exp(x), g *y)
MAP_UNARY(exp2, MAP_FLOAT, exp2(x), g *y *M_LN2)
MAP_UNARY(expm1, MAP_FLOAT, expm1(x), g *(y + 1.0))
MAP_UNARY(log, MAP_FLOAT, log(x), g / x)
MAP_UNARY(log2, MAP_FLOAT, log2(x), g / (x * M_LN2))
MAP_UNARY(log10, MAP_FLOAT, log10(x), g / (x * M_LN10))
MAP_UNARY(log1p, MAP_FLOAT, log1p(x), g / (1.0 + x))
MAP_UNARY(sqrt, MAP_FLOAT, sqrt(x), g / (2.0 * y))
MAP_UNARY(rsqrt, MAP_FLOAT, 1.0 / sqrt(x), -0.5 * g * y * y * y)
MAP_UNARY(reciprocal, MAP_FLOAT, 1.0 / x, -g *y *y)
MAP_UNARY(erf, MAP_FLOAT, erf(x), g *M_2_SQRTPI *exp(-x *x))
MAP_UNARY(sin, MAP_FLOAT, sin(x), g *cos(x))
MAP_UNARY(cos, MAP_FLOAT, cos(x), -g *sin(x))
MAP_UNARY(tan, MAP_FLOAT, tan(x), g *(1.0 + y * y))
MAP_UNARY(asin, MAP_FLOAT, asin(x), g / sqrt(1.0 - x * x))
MAP_UNARY(acos, MAP_FLOAT, acos(x), -g / sqrt(1.0 - x * x))
MAP_UNARY(atan, MAP_FLOAT, atan(x), g / (1.0 + x * x))
MAP_UNARY(sinh, MAP_FLOAT, sinh(x), g *cosh(x))
MAP_UNARY(cosh, MAP_FLOAT, cosh(x), g *sinh(x))
MAP_UNARY_EXACT(positive, x, g, x)
MAP_UNARY(sgn, MAP_PROMOTED, (double)((x > 0.0) - (x < 0.0)), 0.0 * g)
MAP_UNARY(asinh, MAP_FLOAT, asinh(x), g / sqrt(x * x + 1.0))
MAP_UNARY(erfc, MAP_FLOAT, erfc(x), -g *M_2_SQRTPI *exp(-x *x))
MAP_UNARY(deg2rad, MAP_FLOAT, x *(M_PI / 180.0), g *(M_PI / 180.0))
MAP_UNARY(rad2deg, MAP_FLOAT, x *(180.0 / M_PI), g *(180.0 / M_PI))
MAP_FORWARD(logical_not, MAP_BOOL, (void)m, x == 0.0)
MAP_FORWARD(isnan, MAP_BOOL, (void)m, isnan(x) != 0)
MAP_FORWARD(isinf, MAP_BOOL, (void)m, isinf(x) != 0)
MAP_FORWARD(signbit, MAP_BOOL, (void)m, signbit(x) != 0)
MAP_FORWARD(isposinf, MAP_BOOL, (void)m, isinf(x) && x > 0.0)
MAP_FORWARD(isneginf, MAP_BOOL, (void)m, isinf(x) && x < 0.0)
MAP_FORWARD(isfinite, MAP_BOOL, (void)m, isfinite(x) != 0)
MAP_FORWARD(bool_not, MAP_BOOL, (void)m, x == 0.0)

static void not_whole(int64_t n, const int64_t *x, int64_t *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = ~x[i];
}

static void bitwise_not_forward(struct kernel_call *call)
{
    if (!map_whole(call, not_whole, MAP_PROMOTED)) bool_not_forward(call);
}

// The square of a bool is an i64.
MAP_UNARY_EXACT(number_square, x *x, 2.0 * g * x, (int64_t)((uint64_t)x *(uint64_t)x))

static void square_forward(struct kernel_call *call)
{
    if (call->in[0].dtype == DTYPE_BOOL)
        map_forward_as(call, number_square_doubles_map, DTYPE_I64);
    else
        number_square_forward(call);
}

#define square_backward number_square_backward

MAP_UNARY(acosh, MAP_FLOAT, acosh(x), g / (sqrt(x - 1.0) * sqrt(x + 1.0)))
MAP_UNARY(atanh, MAP_FLOAT, atanh(x), g / (1.0 - x * x))
MAP_UNARY(erfinv, MAP_FLOAT, special_erf_inverse(x), g *sqrt(M_PI) / 2.0 * exp(y * y))
MAP_UNARY(lgamma, MAP_FLOAT, special_lgamma(x), g *special_digamma(x))
MAP_UNARY(digamma, MAP_FLOAT, special_digamma(x), g *special_trigamma(x))
MAP_UNARY(logit, MAP_FLOAT, log(x / (1.0 - x)), g / (x * (1.0 - x)))
MAP_UNARY(sinc, MAP_FLOAT, x == 0.0 ? 1.0 : sin(M_PI * x) / (M_PI * x),
          x == 0.0 ? 0.0 : g * (cos(M_PI * x) - sin(M_PI * x) / (M_PI * x)) / x)

// What stands for an infinity: the largest number of the type.
static double largest_of(const struct map_row *m)
{
    switch (m->call->in[0].dtype) {
    case DTYPE_F16: return 65504.0;
    case DTYPE_BF16: return 0x1.fep127;
    case DTYPE_F32: return FLT_MAX;
    default: return DBL_MAX;
    }
}

MAP_UNARY_WITH(nan_to_num, MAP_PROMOTED, double most = largest_of(m); (void)most,
                                                                      isnan(x)   ? 0.0
                                                                      : isinf(x) ? copysign(most, x)
                                                                                 : x,
                                                                      isfinite(x) ? g : 0.0)

// ---- ops

// `saves` is what the derivative is written with: exp and sqrt of their result,
// log and erf of their operand, rounding of nothing since it is zero.
#define FUNCTION(symbol, rule, result, saves, text)                                                \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> output" result "[M,N]",                                              \
        .doc = text,                                                                               \
        .attrs = {{"inplace", ATTR_BOOL}},                                                         \
        .saved.any = saves,                                                                        \
        .elementwise = true,                                                                       \
        .shape = rule,                                                                             \
        .flops = rule_flops_elementwise,                                                           \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

// Dtype kept.
FUNCTION(abs, numbers, "", SAVE_IN(0), "|x|.");
FUNCTION(neg, numbers, "", 0, "-x.");
FUNCTION(sign, any, "", 0, "-1, 0 or 1.");
FUNCTION(round, numbers, "", 0, "The nearest integer, halves to even.");
FUNCTION(floor, numbers, "", 0, "The largest integer that is not larger.");
FUNCTION(ceil, numbers, "", 0, "The smallest integer that is not smaller.");
FUNCTION(trunc, numbers, "", 0, "The integer part.");
FUNCTION(frac, floats, "", 0, "x - trunc(x).");
FUNCTION(square, square_shape, "", SAVE_IN(0), "x^2.");
FUNCTION(positive, numbers, "", 0, "x.");
FUNCTION(sgn, any, "", 0, "-1, 0 or 1.");
FUNCTION(nan_to_num, any, "", SAVE_IN(0), "x with numbers for what is none, and for infinities.");
// Integers become f32.
FUNCTION(exp, to_float, "", SAVE_OUT(0), "e^x.");
FUNCTION(exp2, to_float, "", SAVE_OUT(0), "2^x.");
FUNCTION(expm1, to_float, "", SAVE_OUT(0), "e^x - 1.");
FUNCTION(log, to_float, "", SAVE_IN(0), "The natural logarithm.");
FUNCTION(log2, to_float, "", SAVE_IN(0), "The logarithm to base 2.");
FUNCTION(log10, to_float, "", SAVE_IN(0), "The logarithm to base 10.");
FUNCTION(log1p, to_float, "", SAVE_IN(0), "log(1 + x).");
FUNCTION(sqrt, to_float, "", SAVE_OUT(0), "The square root.");
FUNCTION(rsqrt, to_float, "", SAVE_OUT(0), "1 / sqrt(x).");
FUNCTION(reciprocal, to_float, "", SAVE_OUT(0), "1 / x.");
FUNCTION(erf, to_float, "", SAVE_IN(0), "The error function.");
FUNCTION(sin, to_float, "", SAVE_IN(0), "The sine of x in radians.");
FUNCTION(cos, to_float, "", SAVE_IN(0), "The cosine of x in radians.");
FUNCTION(tan, to_float, "", SAVE_OUT(0), "The tangent of x in radians.");
FUNCTION(asin, to_float, "", SAVE_IN(0), "The inverse of the sine.");
FUNCTION(acos, to_float, "", SAVE_IN(0), "The inverse of the cosine.");
FUNCTION(atan, to_float, "", SAVE_IN(0), "The inverse of the tangent.");
FUNCTION(sinh, to_float, "", SAVE_IN(0), "(e^x - e^-x) / 2.");
FUNCTION(cosh, to_float, "", SAVE_IN(0), "(e^x + e^-x) / 2.");
FUNCTION(asinh, to_float, "", SAVE_IN(0), "The inverse of sinh.");
FUNCTION(acosh, to_float, "", SAVE_IN(0), "The inverse of cosh.");
FUNCTION(atanh, to_float, "", SAVE_IN(0), "The inverse of tanh.");
FUNCTION(erfc, to_float, "", SAVE_IN(0), "1 - erf(x).");
FUNCTION(erfinv, to_float, "", SAVE_OUT(0), "The inverse of the error function.");
FUNCTION(lgamma, to_float, "", SAVE_IN(0), "The logarithm of the gamma function.");
FUNCTION(digamma, to_float, "", SAVE_IN(0), "The derivative of lgamma.");
FUNCTION(logit, to_float, "", SAVE_IN(0), "log(x / (1 - x)).");
FUNCTION(sinc, to_float, "", SAVE_IN(0), "sin(pi x) / (pi x).");
FUNCTION(deg2rad, to_float, "", 0, "Degrees in radians.");
FUNCTION(rad2deg, to_float, "", 0, "Radians in degrees.");
// A bool, in place 0 or 1; flat, but PyTorch gives it no gradient at all.
#define logical_not_backward NULL
FUNCTION(logical_not, to_bool, ":bool", 0, "Is it zero?");

// Without a form in place.
#define PREDICATE(symbol, text)                                                                    \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] -> output:bool[M,N]",                                                   \
        .doc = text,                                                                               \
        .elementwise = true,                                                                       \
        .shape = to_bool,                                                                          \
        .flops = rule_flops_elementwise,                                                           \
        .forward = symbol##_forward,                                                               \
    }

PREDICATE(isnan, "Is it not a number?");
PREDICATE(isinf, "Is it infinite?");
PREDICATE(signbit, "Is it negative?");
PREDICATE(isposinf, "Is it infinite and positive?");
PREDICATE(isneginf, "Is it infinite and negative?");
PREDICATE(isfinite, "Is it neither infinite nor not a number?");

const struct op op_bitwise_not = {
    .name = "bitwise_not",
    .aten = "aten::bitwise_not",
    .sig = "input:i64[M,N] -> output:i64[M,N]",
    .doc = "All bits turned over; of a bool, its opposite.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .elementwise = true,
    .shape = integers,
    .flops = rule_flops_elementwise,
    .forward = bitwise_not_forward,
};
