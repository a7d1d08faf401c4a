// Arithmetic of two or three operands with broadcasting and promotion.
//
// An operand may be a number of the source language (operand.is_number): it is
// an operand of rank 0 that is weaker in promotion than any tensor. So
// `x + 2.5`, `2.5 + x` and `x + y` are one op. The result is computed in the
// promoted dtype; what an op says about dtypes, it says about that one, as
// PyTorch's kernels do (div_trunc_cpu has none for bool).

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/scalars.h"
#include "ir/saving.h"

#include <math.h>
#include <string.h>

// ---- rules

// Also a number that is a bool: `x - True` is refused, `x - 1` is not.
static bool any_bool(const struct infer *in)
{
    return infer_dtype_of(in, 0) == DTYPE_BOOL || infer_dtype_of(in, 1) == DTYPE_BOOL;
}

static void promoted_numbers(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (elementwise_dtype(in, dtype, DTYPES_NUMBER)) elementwise_result(in, dtype, dtype);
}

// alpha_check of PyTorch: alpha scales operand 1 in the dtype of the result, so it must be a whole
// number there.
static bool alpha_fits(struct infer *in)
{
    double alpha = infer_float(in, "alpha", 1.0);
    enum dtype dtype = infer_promote(in);
    if (dtype_is_float(dtype) ||
        (alpha >= -0x1p63 && alpha < 0x1p63 && (double)(int64_t)alpha == alpha))
        return true;
    refuse(in, DIAG_OPTION_RANGE, "alpha of %s is %g, but the result is %s", in->op->name, alpha,
           dtype_name(dtype));
    in->fix = "give a whole number, or convert an operand to f32";
    return false;
}

static void add_shape(struct infer *in)
{
    if (alpha_fits(in)) elementwise_promoted(in);
}

static void sub_shape(struct infer *in)
{
    if (!alpha_fits(in)) return;
    if (any_bool(in)) {
        refuse(in, DIAG_KERNEL_DTYPE, "sub is not defined for bool: operands are %s and %s",
               rule_type_string(in, 0), rule_type_string(in, 1));
        in->fix = "use bitwise_xor or logical_not on masks, or convert them to a number type";
        return;
    }
    elementwise_promoted(in);
}

// Without a rounding mode integers divide to floats; with one they stay what they are.
static void div_shape(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (infer_given(in, "rounding_mode")) {
        rule_word(in, "rounding_mode", "floor", "trunc|floor");
        if (!refused(in)) promoted_numbers(in);
        return;
    }
    if (!dtype_is_float(dtype)) dtype = DTYPE_F32;
    elementwise_result(in, dtype, dtype);
}

static bool is_negative(const struct attr *value)
{
    if (!value) return false;
    if (value->kind == ATTR_FLOAT) return value->f < 0;
    int64_t number;
    return value->kind == ATTR_INT && sym_is_const(value->i, &number) && number < 0;
}

// The exponent of integers is looked at where it is a number, since the result
// would be a fraction; an exponent that is a tensor is not.
static void pow_shape(struct infer *in)
{
    enum dtype dtype = infer_promote(in);
    if (!elementwise_dtype(in, dtype, DTYPES_NUMBER)) return;
    if (!dtype_is_float(dtype) && in->in[1].is_number && is_negative(in->in[1].value)) {
        refuse(in, DIAG_OPTION_RANGE, "pow of integers has no negative exponent: %s",
               rule_type_string(in, 0));
        in->fix = "convert the base to f32";
        return;
    }
    elementwise_result(in, dtype, dtype);
}

// Bounds are numbers or tensors; tensors are broadcast with the input, so that
// the result may be larger than it. Both kinds take part in promotion.
static void clamp_shape(struct infer *in)
{
    if (!infer_has(in, 1) && !infer_has(in, 2)) {
        refuse(in, DIAG_OPERAND_MISSING, "clamp needs min, max or both");
        return;
    }
    // Bounds that are tensors go through maximum and minimum, which bool has.
    bool numbers =
        (infer_has(in, 1) && in->in[1].is_number) || (infer_has(in, 2) && in->in[2].is_number);
    if (numbers && !elementwise_dtype(in, infer_promote(in), DTYPES_NUMBER)) return;
    elementwise_promoted(in);
}

// A comparison with each bound.
static const struct sym *two_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 2);
}

// ---- kernels

#define ALPHA double alpha = kernel_float(m->call, "alpha", 1.0)

// Sums, differences and products of integers wrap around, as PyTorch's do.
MAP_BINARY_WITH(scaled_add, MAP_PROMOTED, ALPHA, a + alpha * b, g, alpha *g)
MAP_BINARY_WITH(scaled_sub, MAP_PROMOTED, ALPHA, a - alpha * b, g, -alpha *g)
MAP_INTEGERS(add, (int64_t)((uint64_t)a + (uint64_t)b))
MAP_INTEGERS(sub, (int64_t)((uint64_t)a - (uint64_t)b))

static bool exact_sum(struct kernel_call *call, map_integers_function *sum)
{
    return kernel_float(call, "alpha", 1.0) == 1.0 && map_integers(call, sum, MAP_PROMOTED);
}

static void add_forward(struct kernel_call *call)
{
    if (!exact_sum(call, add_integers)) scaled_add_forward(call);
}

static void sub_forward(struct kernel_call *call)
{
    if (!exact_sum(call, sub_integers)) scaled_sub_forward(call);
}

MAP_BINARY_EXACT(mul, (void)m, a *b, g *b, g *a, (int64_t)((uint64_t)a *(uint64_t)b))

// 0 where PyTorch refuses to divide.
static int64_t floor_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    if (b == -1) return (int64_t)(0 - (uint64_t)a); // the smallest of all wraps around
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// Flat, as every rounded quotient.
MAP_BINARY_EXACT(floor_divide, (void)m, floor(a / b), 0.0 * g, 0.0 * g, floor_quotient(a, b))
MAP_BINARY_EXACT(remainder, (void)m, a - b * floor(a / b), g, -g *floor(a / b),
                 (int64_t)((uint64_t)a - (uint64_t)b * (uint64_t)floor_quotient(a, b)))
MAP_BINARY_EXACT(fmod, (void)m, fmod(a, b), g, -g *trunc(a / b), b == 0 || b == -1 ? 0 : a % b)

// Modulo 2^64; a negative power is 0 but of 1 and -1.
static int64_t whole_power(int64_t a, int64_t b)
{
    uint64_t power = 1, square = (uint64_t)a;
    if (b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    for (; b; b /= 2, square *= square)
        if (b % 2) power *= square;
    return (int64_t)power;
}

// The gradient of 0^b toward b is 0, not 0 log 0.
MAP_BINARY_EXACT(pow, (void)m, pow(a, b), b == 0.0 ? 0.0 : g * b * pow(a, b - 1.0),
                 a == 0.0 && b >= 0.0 ? 0.0 : g * y * log(a), whole_power(a, b))
// Equal elements share the gradient.
MAP_BINARY_EXACT(maximum, (void)m, scalar_larger(a, b), a == b ? 0.5 * g : (a > b) * g,
                 a == b ? 0.5 * g : (b > a) * g, a > b ? a : b)
MAP_BINARY_EXACT(minimum, (void)m, scalar_smaller(a, b), a == b ? 0.5 * g : (a < b) * g,
                 a == b ? 0.5 * g : (b < a) * g, a < b ? a : b)

enum rounding { ROUND_NOT, ROUND_FLOOR, ROUND_TRUNC };

static enum rounding rounding_of(const struct kernel_call *call)
{
    if (!kernel_given(call, "rounding_mode")) return ROUND_NOT;
    return strcmp(kernel_string(call, "rounding_mode", ""), "floor") ? ROUND_TRUNC : ROUND_FLOOR;
}

static void div_map(const struct map_row *m)
{
    enum rounding rounding = rounding_of(m->call);
    for (int64_t i = 0; i < m->n; i++) {
        double quotient = m->in[0][i] / m->in[1][i];
        m->to[i] = rounding == ROUND_NOT     ? quotient
                   : rounding == ROUND_FLOOR ? floor(quotient)
                                             : trunc(quotient);
    }
}

static void div_slope(const struct map_row *m)
{
    bool flat = rounding_of(m->call) != ROUND_NOT;
    for (int64_t i = 0; i < m->n; i++) {
        double a = m->in[0][i], b = m->in[1][i], g = flat ? 0.0 : m->gradient[i];
        m->to[i] = flat ? 0.0 : m->operand == 0 ? g / b : -g * a / (b * b);
    }
}

static void div_forward(struct kernel_call *call)
{
    map_forward(call, div_map, rounding_of(call) == ROUND_NOT ? MAP_FLOAT : MAP_PROMOTED);
}

static void div_backward(struct kernel_call *call)
{
    map_backward(call, div_slope);
}

// Bounds that are not there limit nothing.
static double bound(const struct map_row *m, int operand, int64_t i, double otherwise)
{
    return operand < m->call->n_in && m->in[operand] ? m->in[operand][i] : otherwise;
}

static void clamp_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], low = bound(m, 1, i, -INFINITY), high = bound(m, 2, i, INFINITY);
        m->to[i] = x < low ? low : x;
        if (m->to[i] > high) m->to[i] = high;
    }
}

// The gradient goes to whichever operand the result was taken from.
static void clamp_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], low = bound(m, 1, i, -INFINITY), high = bound(m, 2, i, INFINITY);
        int from = low > high || x > high ? 2 : x < low ? 1 : 0;
        m->to[i] = from == m->operand ? m->gradient[i] : 0.0;
    }
}

static void clamp_whole(int64_t n, const int64_t *const *in, int64_t *to)
{
    for (int64_t i = 0; i < n; i++) {
        to[i] = in[1] && in[0][i] < in[1][i] ? in[1][i] : in[0][i];
        if (in[2] && to[i] > in[2][i]) to[i] = in[2][i];
    }
}

static void clamp_forward(struct kernel_call *call)
{
    if (!map_many_integers(call, clamp_whole, kernel_promote(call, 0, call->n_in)))
        map_forward(call, clamp_map, MAP_PROMOTED);
}

static void clamp_backward(struct kernel_call *call)
{
    map_backward(call, clamp_slope);
}

// ---- ops

// What backward reads again: nothing where the gradient is passed on as it is
// (add, sub) or is zero (floor_divide); both operands where each is the factor
// of the other's gradient.
#define TWO_SIGNATURE "input[M,N] other[N] -> output[M,N]"

const struct op op_add = {
    .name = "add",
    .aten = "aten::add",
    .sig = TWO_SIGNATURE,
    .doc = "input + alpha * other.",
    .attrs = {{"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .elementwise = true,
    .shape = add_shape,
    .flops = rule_flops_elementwise,
    .forward = add_forward,
    .backward = scaled_add_backward,
};

const struct op op_sub = {
    .name = "sub",
    .aten = "aten::sub",
    .sig = TWO_SIGNATURE,
    .doc = "input - alpha * other.",
    .attrs = {{"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .elementwise = true,
    .shape = sub_shape,
    .flops = rule_flops_elementwise,
    .forward = sub_forward,
    .backward = scaled_sub_backward,
};

const struct op op_mul = {
    .name = "mul",
    .aten = "aten::mul",
    .sig = TWO_SIGNATURE,
    .doc = "input * other.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .elementwise = true,
    .shape = elementwise_promoted,
    .flops = rule_flops_elementwise,
    .forward = mul_forward,
    .backward = mul_backward,
};

// A rounded quotient is flat: no gradient.
static void div_saved(struct saving *s)
{
    if (infer_given(&s->in, "rounding_mode")) return;
    s->kept |= SAVE_IN(1);
    if (saving_wants(s, 1)) s->kept |= SAVE_IN(0);
}

const struct op op_div = {
    .name = "div",
    .aten = "aten::div",
    .sig = TWO_SIGNATURE,
    .doc = "input / other, rounded if rounding_mode is \"trunc\" or \"floor\".",
    .attrs = {{"rounding_mode", ATTR_STRING}, {"inplace", ATTR_BOOL}},
    .saved.more = div_saved,
    .elementwise = true,
    .shape = div_shape,
    .flops = rule_flops_elementwise,
    .forward = div_forward,
    .backward = div_backward,
};

const struct op op_floor_divide = {
    .name = "floor_divide",
    .aten = "aten::floor_divide",
    .sig = TWO_SIGNATURE,
    .doc = "input / other rounded down.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .elementwise = true,
    .shape = promoted_numbers,
    .flops = rule_flops_elementwise,
    .forward = floor_divide_forward,
    .backward = floor_divide_backward,
};

const struct op op_remainder = {
    .name = "remainder",
    .aten = "aten::remainder",
    .sig = TWO_SIGNATURE,
    .doc = "input - other * floor(input / other): the sign of other.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.of = {0, SAVE_IN(0) | SAVE_IN(1)},
    .elementwise = true,
    .shape = promoted_numbers,
    .flops = rule_flops_elementwise,
    .forward = remainder_forward,
    .backward = remainder_backward,
};

const struct op op_fmod = {
    .name = "fmod",
    .aten = "aten::fmod",
    .sig = TWO_SIGNATURE,
    .doc = "input - other * trunc(input / other): the sign of input.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.of = {0, SAVE_IN(0) | SAVE_IN(1)},
    .elementwise = true,
    .shape = promoted_numbers,
    .flops = rule_flops_elementwise,
    .forward = fmod_forward,
    .backward = fmod_backward,
};

const struct op op_pow = {
    .name = "pow",
    .aten = "aten::pow",
    .sig = "input[M,N] exponent[N] -> output[M,N]",
    .doc = "input to the power exponent.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.of = {SAVE_IN(0) | SAVE_IN(1), SAVE_IN(0) | SAVE_OUT(0)},
    .elementwise = true,
    .shape = pow_shape,
    .flops = rule_flops_elementwise,
    .forward = pow_forward,
    .backward = pow_backward,
};

const struct op op_maximum = {
    .name = "maximum",
    .aten = "aten::maximum",
    .sig = TWO_SIGNATURE,
    .doc = "The larger of input and other.",
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .elementwise = true,
    .shape = elementwise_promoted,
    .flops = rule_flops_elementwise,
    .forward = maximum_forward,
    .backward = maximum_backward,
};

const struct op op_minimum = {
    .name = "minimum",
    .aten = "aten::minimum",
    .sig = TWO_SIGNATURE,
    .doc = "The smaller of input and other.",
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .elementwise = true,
    .shape = elementwise_promoted,
    .flops = rule_flops_elementwise,
    .forward = minimum_forward,
    .backward = minimum_backward,
};

const struct op op_clamp = {
    .name = "clamp",
    .aten = "aten::clamp",
    .sig = "input[M,N] min[N]? max[N]? -> output[M,N]",
    .doc = "min(max(input, min), max); either bound may be left out.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_IN(2),
    .elementwise = true,
    .shape = clamp_shape,
    .flops = two_flops,
    .forward = clamp_forward,
    .backward = clamp_backward,
};
