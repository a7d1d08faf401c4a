// Functions of one element.
//
// Three groups: functions that a kernel has for integers as well keep the
// dtype; those with fractions as values turn integers and bool into f32, the
// default dtype of PyTorch; predicates give bool. Which dtypes have a kernel was
// read off PyTorch 1.13 on the CPU.

#include "ir/ops/elementwise.h"

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
// A bool, in place 0 or 1.
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
    }

PREDICATE(isnan, "Is it not a number?");
PREDICATE(isinf, "Is it infinite?");
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
};
