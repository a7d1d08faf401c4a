// Element-wise functions of two and three operands beyond arithmetic.

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/scalars.h"

#include <math.h>

// Kernels that no integer has.
static void promoted_floats(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (elementwise_dtype(in, dtype, DTYPES_FLOAT)) elementwise_result(in, dtype, dtype);
}

// Integers become f32 first, as in a quotient.
static void promoted_to_float(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (!dtype_is_float(dtype)) dtype = DTYPE_F32;
    elementwise_result(in, dtype, dtype);
}

// lerp does not promote: the three tensors have one dtype, and a weight may be a number.
static void lerp_shape(struct infer *in)
{
    enum { INPUT, END, WEIGHT };
    if (!rule_same_dtype(in, INPUT, END)) return;
    if (!in->in[WEIGHT].is_number && !rule_same_dtype(in, INPUT, WEIGHT)) return;
    enum dtype dtype = infer_dtype_of(in, INPUT);
    if (rule_dtype(in, INPUT, DTYPES_FLOAT)) elementwise_result(in, dtype, dtype);
}

// A fraction as value is cut off for integers without a word.
static void addcmul_shape(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (elementwise_dtype(in, dtype, DTYPES_NUMBER)) elementwise_result(in, dtype, dtype);
}

// Two integers have no quotient here, whatever the input is.
static void addcdiv_shape(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    bool whole = !dtype_is_float(infer_dtype_of(in, 1)) && !dtype_is_float(infer_dtype_of(in, 2));
    if (whole) {
        refuse(in, DIAG_KERNEL_DTYPE, "addcdiv does not divide integers: %s by %s",
               rule_type_string(in, 1), rule_type_string(in, 2));
        in->fix = "convert one of them to f32";
        return;
    }
    elementwise_result(in, dtype, dtype);
}

static const struct sym *three_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 3);
}

// ---- kernels

#define NO_ARGUMENTS (void)0

MAP_BINARY_WITH(atan2, MAP_FLOAT, NO_ARGUMENTS, atan2(a, b), g *b / (a * a + b * b),
                -g *a / (a * a + b * b))
MAP_BINARY_WITH(xlogy, MAP_FLOAT, NO_ARGUMENTS,
                isnan(b)   ? b
                : a == 0.0 ? 0.0
                           : a * log(b),
                a == 0.0 && b <= 0.0 ? 0.0 : g * log(b), g *a / b)
MAP_BINARY_WITH(copysign, MAP_FLOAT, NO_ARGUMENTS, copysign(a, b), a == 0.0 ? 0.0 : g * (y / a),
                0.0 * g)
MAP_BINARY_WITH(hypot, MAP_PROMOTED, NO_ARGUMENTS, hypot(a, b), g *(a / y), g *(b / y))
MAP_BINARY_WITH(logaddexp, MAP_PROMOTED, NO_ARGUMENTS,
                a == b ? a + M_LN2 : scalar_larger(a, b) + log1p(exp(-fabs(a - b))),
                g *scalar_sigmoid(a - b), g *scalar_sigmoid(b - a))
MAP_BINARY_WITH(logaddexp2, MAP_PROMOTED, NO_ARGUMENTS,
                a == b ? a + 1.0 : scalar_larger(a, b) + log1p(exp2(-fabs(a - b))) / M_LN2,
                g *scalar_sigmoid((a - b) * M_LN2), g *scalar_sigmoid((b - a) * M_LN2))
// Equal ones: the gradient goes to the first.
MAP_BINARY_EXACT(fmax, NO_ARGUMENTS, fmax(a, b), a >= b || isnan(b) ? g : 0.0,
                 a >= b || isnan(b) ? 0.0 : g, a > b ? a : b)
MAP_BINARY_EXACT(fmin, NO_ARGUMENTS, fmin(a, b), a <= b || isnan(b) ? g : 0.0,
                 a <= b || isnan(b) ? 0.0 : g, a < b ? a : b)

// From the nearer end, so that a weight of 1 gives the end itself.
static void lerp_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double a = m->in[0][i], b = m->in[1][i], w = m->in[2][i];
        m->to[i] = w < 0.5 ? a + w * (b - a) : b - (b - a) * (1.0 - w);
    }
}

static void lerp_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double w = m->in[2][i], slopes[] = {1.0 - w, w, m->in[1][i] - m->in[0][i]};
        m->to[i] = m->gradient[i] * slopes[m->operand];
    }
}

static void addcmul_map(const struct map_row *m)
{
    double value = kernel_float(m->call, "value", 1.0);
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] + value * m->in[1][i] * m->in[2][i];
}

static void addcmul_slope(const struct map_row *m)
{
    double value = kernel_float(m->call, "value", 1.0);
    for (int64_t i = 0; i < m->n; i++) {
        double slopes[] = {1.0, value * m->in[2][i], value * m->in[1][i]};
        m->to[i] = m->gradient[i] * slopes[m->operand];
    }
}

static void addcdiv_map(const struct map_row *m)
{
    double value = kernel_float(m->call, "value", 1.0);
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] + value * m->in[1][i] / m->in[2][i];
}

static void addcdiv_slope(const struct map_row *m)
{
    double value = kernel_float(m->call, "value", 1.0);
    for (int64_t i = 0; i < m->n; i++) {
        double b = m->in[1][i], c = m->in[2][i];
        double slopes[] = {1.0, value / c, -value * b / (c * c)};
        m->to[i] = m->gradient[i] * slopes[m->operand];
    }
}

#define MAP_OF_THREE(symbol)                                                                       \
    static void symbol##_forward(struct kernel_call *call)                                         \
    {                                                                                              \
        map_forward(call, symbol##_map, MAP_PROMOTED);                                             \
    }                                                                                              \
    static void symbol##_backward(struct kernel_call *call)                                        \
    {                                                                                              \
        map_backward(call, symbol##_slope);                                                        \
    }

MAP_OF_THREE(lerp)
MAP_OF_THREE(addcmul)
MAP_OF_THREE(addcdiv)

// ---- ops

#define BINARY(symbol, rule, saves, text)                                                          \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[M,N] other[N] -> output[M,N]",                                               \
        .doc = text,                                                                               \
        .attrs = {{"inplace", ATTR_BOOL}},                                                         \
        .saved.any = saves,                                                                        \
        .elementwise = true,                                                                       \
        .shape = rule,                                                                             \
        .flops = rule_flops_elementwise,                                                           \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

#define BOTH (SAVE_IN(0) | SAVE_IN(1))
BINARY(atan2, promoted_to_float, BOTH, "The angle of the point (other, input).");
BINARY(xlogy, promoted_to_float, BOTH, "input * log(other), 0 where input is 0.");
BINARY(copysign, promoted_to_float, SAVE_IN(0) | SAVE_OUT(0), "|input| with the sign of other.");
BINARY(hypot, promoted_floats, BOTH | SAVE_OUT(0), "sqrt(input^2 + other^2).");
BINARY(logaddexp, promoted_floats, BOTH, "log(e^input + e^other).");
BINARY(logaddexp2, promoted_floats, BOTH, "log2(2^input + 2^other).");
BINARY(fmax, elementwise_promoted, BOTH,
       "The larger one; the other one where one is not a number.");
BINARY(fmin, elementwise_promoted, BOTH,
       "The smaller one; the other one where one is not a number.");

const struct op op_lerp = {
    .name = "lerp",
    .aten = "aten::lerp",
    .sig = "input[M,N] end[M,N] weight[N] -> output[M,N]",
    .doc = "input + weight * (end - input).",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.of = {SAVE_IN(2), SAVE_IN(2), SAVE_IN(0) | SAVE_IN(1)},
    .elementwise = true,
    .shape = lerp_shape,
    .flops = three_flops,
    .forward = lerp_forward,
    .backward = lerp_backward,
};

const struct op op_addcmul = {
    .name = "addcmul",
    .aten = "aten::addcmul",
    .sig = "input[M,N] tensor1[M,N] tensor2[N] -> output[M,N]",
    .doc = "input + value * tensor1 * tensor2.",
    .attrs = {{"value", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.of = {0, SAVE_IN(2), SAVE_IN(1)},
    .elementwise = true,
    .shape = addcmul_shape,
    .flops = three_flops,
    .forward = addcmul_forward,
    .backward = addcmul_backward,
};

const struct op op_addcdiv = {
    .name = "addcdiv",
    .aten = "aten::addcdiv",
    .sig = "input[M,N] tensor1[M,N] tensor2[N] -> output[M,N]",
    .doc = "input + value * tensor1 / tensor2.",
    .attrs = {{"value", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.of = {0, SAVE_IN(2), SAVE_IN(1) | SAVE_IN(2)},
    .elementwise = true,
    .shape = addcdiv_shape,
    .flops = three_flops,
    .forward = addcdiv_forward,
    .backward = addcdiv_backward,
};
