// Element-wise functions of two and three operands beyond arithmetic.

#include "ir/ops/elementwise.h"

static void promoted(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    elementwise_result(in, dtype, dtype);
}

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
    }

#define BOTH (SAVE_IN(0) | SAVE_IN(1))
BINARY(atan2, promoted_to_float, BOTH, "The angle of the point (other, input).");
BINARY(xlogy, promoted_to_float, BOTH, "input * log(other), 0 where input is 0.");
BINARY(copysign, promoted_to_float, SAVE_IN(0) | SAVE_OUT(0), "|input| with the sign of other.");
BINARY(hypot, promoted_floats, BOTH | SAVE_OUT(0), "sqrt(input^2 + other^2).");
BINARY(logaddexp, promoted_floats, BOTH, "log(e^input + e^other).");
BINARY(logaddexp2, promoted_floats, BOTH, "log2(2^input + 2^other).");
BINARY(fmax, promoted, BOTH, "The larger one; the other one where one is not a number.");
BINARY(fmin, promoted, BOTH, "The smaller one; the other one where one is not a number.");

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
};
