// Activations that look at one element at a time. Which dtypes an activation
// takes was read off PyTorch 1.13's CPU kernels, not off a principle.

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/scalars.h"
#include "ir/saving.h"

#include <math.h>
#include <string.h>

// `saved` is what the derivative is a function of: the result where it can be
// written in terms of the result (relu: y > 0, sigmoid: y (1 - y), tanh: 1 -
// y^2), else the input.

// ---- the dtype rules that several share

// Only compares and multiplies, which integers can as well.
static void numbers(struct infer *in)
{
    rule_unary(in, DTYPES_NUMBER);
}

// Made of exponentials or divisions, whose kernels exist for floats only.
static void floats(struct infer *in)
{
    rule_unary(in, DTYPES_FLOAT);
}

// Integers are converted to f32 first.
static void widen(struct infer *in, unsigned set)
{
    if (!rule_dtype(in, 0, set)) return;
    enum dtype dtype = rule_float_dtype(in, 0, DTYPE_F32);
    elementwise_result(in, dtype, dtype);
}

static void widening(struct infer *in)
{
    widen(in, DTYPES_ANY);
}

// Made of a subtraction or an absolute value, which bool has not.
static void widening_numbers(struct infer *in)
{
    widen(in, DTYPES_NUMBER);
}

// ---- rules with arguments

// max(0, x) + min(0, alpha (exp(x / alpha) - 1)).
static void celu(struct infer *in)
{
    if (infer_float(in, "alpha", 1.0) == 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "alpha of celu is 0; the rule divides by it");
        return;
    }
    floats(in);
}

static void gelu(struct infer *in)
{
    rule_word(in, "approximate", "none", "none|tanh");
    floats(in);
}

// In place PyTorch writes over an expanded tensor: what each element becomes is the same however
// often it is written.
static void threshold_shape(struct infer *in)
{
    if (!infer_bool(in, "inplace", false))
        numbers(in);
    else if (rule_dtype(in, 0, DTYPES_NUMBER))
        rule_write_input(in);
}

// u8 cannot hold negative bounds.
static void hardtanh(struct infer *in)
{
    bool negative = infer_float(in, "min_val", -1.0) < 0.0 || infer_float(in, "max_val", 1.0) < 0.0;
    rule_unary(in, negative ? DTYPES_FLOAT | DTYPES_SIGNED : DTYPES_NUMBER);
}

static void softshrink(struct infer *in)
{
    double lambd = infer_float(in, "lambd", 0.5);
    if (lambd < 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "lambd of softshrink is %g; it must not be negative", lambd);
        return;
    }
    floats(in);
}

// The slope is drawn from lower..upper.
static void rrelu(struct infer *in)
{
    double lower = infer_float(in, "lower", 1.0 / 8), upper = infer_float(in, "upper", 1.0 / 3);
    if (!(lower <= upper)) {
        refuse(in, DIAG_OPTION_RANGE, "lower of rrelu is %g, above upper, %g", lower, upper);
        return;
    }
    floats(in);
}

// ---- kernels

// Of the normal distribution, up to x, and its density there.
static double normal_below(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

static double normal_density(double x)
{
    return exp(-0.5 * x * x) * (M_2_SQRTPI * M_SQRT1_2 * 0.5);
}

// The usual approximation: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
#define GELU_FACTOR (M_2_SQRTPI * M_SQRT1_2)
#define GELU_CUBIC 0.044715

static double gelu_tanh(double x)
{
    return 0.5 * x * (1.0 + tanh(GELU_FACTOR * (x + GELU_CUBIC * x * x * x)));
}

static double gelu_tanh_slope(double x)
{
    double t = tanh(GELU_FACTOR * (x + GELU_CUBIC * x * x * x));
    double inner = GELU_FACTOR * (1.0 + 3.0 * GELU_CUBIC * x * x);
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * inner;
}

// The constants of self-normalising networks (Klambauer et al., 2017).
#define SELU_SCALE 1.0507009873554804934193349852946
#define SELU_ALPHA 1.6732632423543772848170429916717

MAP_UNARY(relu, MAP_PROMOTED, x > 0.0 ? x : isnan(x) ? x : 0.0, y > 0.0 ? g : 0.0)
MAP_UNARY(relu6, MAP_PROMOTED, fmin(fmax(x, 0.0), 6.0), x > 0.0 && x < 6.0 ? g : 0.0)
MAP_UNARY_WITH(elu, MAP_PROMOTED, double alpha = kernel_float(m->call, "alpha", 1.0),
               x > 0.0 ? x : alpha * expm1(x), x > 0.0 ? g : g * alpha * exp(x))
MAP_UNARY_WITH(celu, MAP_PROMOTED, double alpha = kernel_float(m->call, "alpha", 1.0),
               fmax(x, 0.0) + fmin(0.0, alpha *expm1(x / alpha)), x > 0.0 ? g : g * exp(x / alpha))
MAP_UNARY(selu, MAP_PROMOTED, SELU_SCALE *(x > 0.0 ? x : SELU_ALPHA * expm1(x)),
          g *SELU_SCALE *(x > 0.0 ? 1.0 : SELU_ALPHA * exp(x)))
MAP_UNARY(silu, MAP_PROMOTED, x *scalar_sigmoid(x),
          g *scalar_sigmoid(x) * (1.0 + x * (1.0 - scalar_sigmoid(x))))
MAP_UNARY(mish, MAP_PROMOTED, x *tanh(scalar_softplus(x)),
          g *(tanh(scalar_softplus(x)) +
              x * scalar_sigmoid(x) * (1.0 - tanh(scalar_softplus(x)) * tanh(scalar_softplus(x)))))
MAP_UNARY_WITH(hardtanh, MAP_PROMOTED, double low = kernel_float(m->call, "min_val", -1.0);
               double high = kernel_float(m->call, "max_val", 1.0), fmin(fmax(x, low), high),
               x > low && x < high ? g : 0.0)
MAP_UNARY(hardswish, MAP_PROMOTED, x *fmin(fmax(x + 3.0, 0.0), 6.0) / 6.0,
          x < -3.0   ? 0.0
          : x <= 3.0 ? g * (x / 3.0 + 0.5)
                     : g)
MAP_UNARY(hardsigmoid, MAP_PROMOTED, fmin(fmax(x + 3.0, 0.0), 6.0) / 6.0,
          x > -3.0 && x < 3.0 ? g / 6.0 : 0.0)
MAP_UNARY_WITH(hardshrink, MAP_PROMOTED, double lambd = kernel_float(m->call, "lambd", 0.5),
               fabs(x) <= lambd ? 0.0 : x, fabs(x) <= lambd ? 0.0 : g)
MAP_UNARY_WITH(softshrink, MAP_PROMOTED, double lambd = kernel_float(m->call, "lambd", 0.5),
               x > lambd    ? x - lambd
               : x < -lambd ? x + lambd
                            : 0.0,
               fabs(x) <= lambd ? 0.0 : g)
MAP_UNARY_WITH(leaky_relu, MAP_PROMOTED, double a = kernel_float(m->call, "negative_slope", 0.01),
               x > 0.0 ? x : a * x, x > 0.0 ? g : a * g)
MAP_UNARY(sigmoid, MAP_FLOAT, scalar_sigmoid(x), g *y *(1.0 - y))
MAP_UNARY(tanh, MAP_FLOAT, tanh(x), g *(1.0 - y * y))
MAP_UNARY_WITH(softplus, MAP_PROMOTED, double beta = kernel_float(m->call, "beta", 1.0);
               double threshold = kernel_float(m->call, "threshold", 20.0),
               x *beta > threshold ? x : scalar_softplus(x * beta) / beta,
               x *beta > threshold ? g : g * scalar_sigmoid(x * beta))
MAP_UNARY(softsign, MAP_FLOAT, x / (1.0 + fabs(x)), g / ((1.0 + fabs(x)) * (1.0 + fabs(x))))
MAP_UNARY(logsigmoid, MAP_PROMOTED, -scalar_softplus(-x), g *scalar_sigmoid(-x))
MAP_UNARY_WITH(threshold, MAP_PROMOTED, double least = kernel_float(m->call, "threshold", 0.0);
               double value = kernel_float(m->call, "value", 0.0);
               (void)value, x > least ? x : value, x > least ? g : 0.0)
MAP_UNARY_WITH(gelu, MAP_PROMOTED,
               bool approximate = !strcmp(kernel_string(m->call, "approximate", "none"), "tanh"),
               approximate ? gelu_tanh(x) : x *normal_below(x),
               g *(approximate ? gelu_tanh_slope(x) : normal_below(x) + x * normal_density(x)))

static void identity_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

static void identity_backward(struct kernel_call *call)
{
    if (kernel_wants(call, 0)) tensor_copy(&call->grad_out[0], kernel_gradient(call, 0));
}

static void tanhshrink_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] - tanh(m->in[0][i]);
}

static void tanhshrink_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double t = tanh(m->in[0][i]);
        m->to[i] = m->gradient[i] * t * t;
    }
}

static void tanhshrink_forward(struct kernel_call *call)
{
    map_forward(call, tanhshrink_map, MAP_FLOAT);
}

static void tanhshrink_backward(struct kernel_call *call)
{
    map_backward(call, tanhshrink_slope);
}

// ---- the ops

const struct op op_relu = {
    .name = "relu",
    .aten = "aten::relu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "max(x, 0).",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_OUT(0),
    .elementwise = true,
    .shape = numbers,
    .flops = rule_flops_elementwise,
    .forward = relu_forward,
    .backward = relu_backward,
};

const struct op op_relu6 = {
    .name = "relu6",
    .aten = "aten::hardtanh",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "min(max(x, 0), 6).",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = numbers,
    .flops = rule_flops_elementwise,
    .forward = relu6_forward,
    .backward = relu6_backward,
};

const struct op op_elu = {
    .name = "elu",
    .aten = "aten::elu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else alpha (e^x - 1).",
    .attrs = {{"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = elu_forward,
    .backward = elu_backward,
};

const struct op op_celu = {
    .name = "celu",
    .aten = "aten::celu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else alpha (e^(x/alpha) - 1).",
    .attrs = {{"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = celu,
    .flops = rule_flops_elementwise,
    .forward = celu_forward,
    .backward = celu_backward,
};

const struct op op_selu = {
    .name = "selu",
    .aten = "aten::selu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "elu scaled so that activations normalise themselves.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = selu_forward,
    .backward = selu_backward,
};

const struct op op_gelu = {
    .name = "gelu",
    .aten = "aten::gelu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x times the normal distribution function at x; approximate \"none\" or \"tanh\".",
    .attrs = {{"approximate", ATTR_STRING}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = gelu,
    .flops = rule_flops_elementwise,
    .forward = gelu_forward,
    .backward = gelu_backward,
};

const struct op op_silu = {
    .name = "silu",
    .aten = "aten::silu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x sigmoid(x), also called swish.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = silu_forward,
    .backward = silu_backward,
};

const struct op op_mish = {
    .name = "mish",
    .aten = "aten::mish",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x tanh(softplus(x)).",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = mish_forward,
    .backward = mish_backward,
};

const struct op op_hardtanh = {
    .name = "hardtanh",
    .aten = "aten::hardtanh",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x clipped to [min_val, max_val].",
    .attrs = {{"min_val", ATTR_FLOAT}, {"max_val", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = hardtanh,
    .flops = rule_flops_elementwise,
    .forward = hardtanh_forward,
    .backward = hardtanh_backward,
};

const struct op op_hardswish = {
    .name = "hardswish",
    .aten = "aten::hardswish",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x hardsigmoid(x).",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = hardswish_forward,
    .backward = hardswish_backward,
};

const struct op op_hardsigmoid = {
    .name = "hardsigmoid",
    .aten = "aten::hardsigmoid",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x/6 + 1/2 clipped to [0, 1].",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = hardsigmoid_forward,
    .backward = hardsigmoid_backward,
};

const struct op op_hardshrink = {
    .name = "hardshrink",
    .aten = "aten::hardshrink",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where |x| > lambd, else 0.",
    .attrs = {{"lambd", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = hardshrink_forward,
    .backward = hardshrink_backward,
};

const struct op op_softshrink = {
    .name = "softshrink",
    .aten = "aten::softshrink",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x moved toward 0 by lambd.",
    .attrs = {{"lambd", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = softshrink,
    .flops = rule_flops_elementwise,
    .forward = softshrink_forward,
    .backward = softshrink_backward,
};

const struct op op_tanhshrink = {
    .name = "tanhshrink",
    .aten = "aten::sub",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x - tanh(x).",
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = widening_numbers,
    .flops = rule_flops_elementwise,
    .forward = tanhshrink_forward,
    .backward = tanhshrink_backward,
};

const struct op op_leaky_relu = {
    .name = "leaky_relu",
    .aten = "aten::leaky_relu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else negative_slope x.",
    .attrs = {{"negative_slope", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = leaky_relu_forward,
    .backward = leaky_relu_backward,
};

const struct op op_sigmoid = {
    .name = "sigmoid",
    .aten = "aten::sigmoid",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "1 / (1 + e^-x); integers give f32.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_OUT(0),
    .elementwise = true,
    .shape = widening,
    .flops = rule_flops_elementwise,
    .forward = sigmoid_forward,
    .backward = sigmoid_backward,
};

const struct op op_tanh = {
    .name = "tanh",
    .aten = "aten::tanh",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Hyperbolic tangent; integers give f32.",
    .attrs = {{"inplace", ATTR_BOOL}},
    .saved.any = SAVE_OUT(0),
    .elementwise = true,
    .shape = widening,
    .flops = rule_flops_elementwise,
    .forward = tanh_forward,
    .backward = tanh_backward,
};

const struct op op_softplus = {
    .name = "softplus",
    .aten = "aten::softplus",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "log(1 + e^(beta x)) / beta, x itself above threshold.",
    .attrs = {{"beta", ATTR_FLOAT}, {"threshold", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = softplus_forward,
    .backward = softplus_backward,
};

const struct op op_softsign = {
    .name = "softsign",
    .aten = "aten::div",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x / (1 + |x|); integers give f32.",
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = widening_numbers,
    .flops = rule_flops_elementwise,
    .forward = softsign_forward,
    .backward = softsign_backward,
};

const struct op op_logsigmoid = {
    .name = "logsigmoid",
    .aten = "aten::log_sigmoid",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "log(sigmoid(x)).",
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = logsigmoid_forward,
    .backward = logsigmoid_backward,
};

const struct op op_threshold = {
    .name = "threshold",
    .aten = "aten::threshold",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > threshold, else value.",
    .attrs = {{"threshold", ATTR_FLOAT}, {"value", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .elementwise = true,
    .shape = threshold_shape,
    .flops = rule_flops_elementwise,
    .forward = threshold_forward,
    .backward = threshold_backward,
};

// The slopes that were drawn.
static void rrelu_saved(struct saving *s)
{
    if (infer_bool(&s->in, "training", s->in.training))
        saving_add(s, "slopes", saving_dtype(s), infer_shape(&s->in, 0));
}

const struct op op_rrelu = {
    .name = "rrelu",
    .aten = "aten::rrelu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else x times a random slope from [lower, upper] in training.",
    .attrs = {{"lower", ATTR_FLOAT},
              {"upper", ATTR_FLOAT},
              {"training", ATTR_BOOL},
              {"inplace", ATTR_BOOL}},
    .saved = {.any = SAVE_IN(0), .more = rrelu_saved},
    .elementwise = true,
    .random = true,
    .shape = rrelu,
    .flops = rule_flops_elementwise,
};

const struct op op_identity = {
    .name = "identity",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "The input itself.",
    .elementwise = true,
    .shape = rule_pass_on,
    .forward = identity_forward,
    .backward = identity_backward,
};
