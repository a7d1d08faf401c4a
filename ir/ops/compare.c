// Comparisons, logic, bits and choice.

#include "ir/map.h"
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

// ---- kernels

// Of integers as they are, and of anything else as doubles.
#define COMPARE(name, value)                                                                       \
    MAP_BINARY_FORWARD(name##_doubles, MAP_BOOL, (void)m, value)                                   \
    MAP_INTEGERS(name, value)                                                                      \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        if (!map_integers(call, name##_integers, MAP_BOOL)) name##_doubles_forward(call);          \
    }

COMPARE(eq, a == b)
COMPARE(ne, a != b)
COMPARE(lt, a < b)
COMPARE(le, a <= b)
COMPARE(gt, a > b)
COMPARE(ge, a >= b)
COMPARE(logical_and, a != 0 && b != 0)
COMPARE(logical_or, a != 0 || b != 0)
COMPARE(logical_xor, (a != 0) != (b != 0))

// Integers and bool are all that they take.
#define BITWISE(symbol, value)                                                                     \
    MAP_INTEGERS(symbol, value)                                                                    \
    static void symbol##_forward(struct kernel_call *call)                                         \
    {                                                                                              \
        if (!map_integers(call, symbol##_integers, MAP_PROMOTED))                                  \
            kernel_fail(call, "%s takes no floats", call->op->name);                               \
    }

BITWISE(bitwise_and, a &b)
BITWISE(bitwise_or, a | b)
BITWISE(bitwise_xor, a ^ b)

static void where_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] != 0.0 ? m->in[1][i] : m->in[2][i];
}

static void where_whole(int64_t n, const int64_t *const *in, int64_t *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = in[0][i] ? in[1][i] : in[2][i];
}

static void where_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        bool first = m->in[0][i] != 0.0;
        m->to[i] = first == (m->operand == 1) ? m->gradient[i] : 0.0;
    }
}

static void where_forward(struct kernel_call *call)
{
    enum dtype dtype = kernel_promote(call, 1, 2);
    if (!map_many_integers(call, where_whole, dtype)) map_forward_as(call, where_map, dtype);
}

static void where_backward(struct kernel_call *call)
{
    map_backward(call, where_slope);
}

// ---- ops

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
        .forward = symbol##_forward,                                                               \
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
        .forward = symbol##_forward,                                                               \
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
    .forward = where_forward,
    .backward = where_backward,
};
