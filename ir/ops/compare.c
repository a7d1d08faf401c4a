// Comparisons, logic, bits and choice.

#include "ir/ops/elementwise.h"

// Operands are compared in their promoted dtype, whatever it is; the result is
// bool. In place (`eq_`) it is written as 0 and 1 in the dtype of operand 0.
static void comparison(struct infer *in)
{
    elementwise_result(in, DTYPE_BOOL, DTYPE_BOOL);
}

// Numbers of the language take part in promotion: x & 2.5 is refused because the
// promoted dtype is f32.
static void bits(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (elementwise_dtype(in, dtype, DTYPES_INTEGER | DTYPE_SET(BOOL)))
        elementwise_result(in, dtype, dtype);
}

// The dtype of the result comes from the two choices, not from the condition;
// they are promoted, unlike in masked_fill. u8 conditions are a remnant of the
// time before bool.
static void where_shape(struct infer *in)
{
    if (!rule_dtype(in, 0, DTYPE_SET(BOOL) | DTYPE_SET(U8))) {
        in->fix = "make the condition a bool tensor by a comparison";
        return;
    }
    enum dtype dtype = elementwise_promote(in, 1, 2);
    elementwise_result(in, dtype, dtype);
}

// None of these has a gradient, so backward reads nothing again.
#define COMPARISON(symbol, text)                                                                   \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] other[N] -> output:bool[M,N]",                                          \
        .doc = text,                                                                               \
        .attrs = {{"inplace", ATTR_BOOL}},                                                         \
        .elementwise = true,                                                                       \
        .shape = comparison,                                                                       \
        .flops = rule_flops_elementwise,                                                           \
    }

COMPARISON(eq, "Are input and other equal?");
COMPARISON(ne, "Do input and other differ?");
COMPARISON(lt, "Is input less than other?");
COMPARISON(le, "Is input at most other?");
COMPARISON(gt, "Is input greater than other?");
COMPARISON(ge, "Is input at least other?");
COMPARISON(logical_and, "Are both different from zero?");
COMPARISON(logical_or, "Is one of them different from zero?");
COMPARISON(logical_xor, "Is exactly one of them different from zero?");

#define BITS(symbol, text)                                                                         \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input:i64[M,N] other:i64[N] -> output:i64[M,N]",                                   \
        .doc = text,                                                                               \
        .attrs = {{"inplace", ATTR_BOOL}},                                                         \
        .elementwise = true,                                                                       \
        .shape = bits,                                                                             \
        .flops = rule_flops_elementwise,                                                           \
    }

BITS(bitwise_and, "The bits that both have; of bools, both.");
BITS(bitwise_or, "The bits that one has; of bools, one of them.");
BITS(bitwise_xor, "The bits that exactly one has; of bools, exactly one.");

const struct op op_where = {
    .name = "where",
    .aten = "aten::where",
    .sig = "condition:bool[M,N] input[N] other[M,1] -> output[M,N]",
    .doc = "input where the condition holds, other elsewhere.",
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = where_shape,
    .flops = rule_flops_elementwise,
};
