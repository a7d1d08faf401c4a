// Smooth activations that look at one element at a time. Which dtypes an activation takes was read
// off PyTorch 1.13's CPU kernels, not off a principle. Those made of straight pieces are in
// piecewise.c.

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/exponential.h"
#include "ir/ops/scalars.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

// `saved` is what the derivative is a function of: the result where it can be written in terms of
// the result (sigmoid: y (1 - y), tanh: 1 - y^2), else the input.

// ---- the dtype rules that several share

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

// In place the slope is that of the result y: where x <= 0, a e^x is y + a.
static double elu_factor(double x, double y, double a, double rate, bool over)
{
    if ((over ? y : x) > 0.0) return 1.0;
    return over ? (y + a) * rate : a * rate * exp(x * rate);
}

MAP_UNARY_WITH(elu, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false); (void)over;
               double alpha = kernel_float(m->call, "alpha", 1.0), x > 0.0 ? x : alpha * expm1(x),
               g *elu_factor(x, y, alpha, 1.0, over))
MAP_UNARY_WITH(celu, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false); (void)over;
               double alpha = kernel_float(m->call, "alpha", 1.0),
               x > 0.0 ? x : alpha * expm1(x / alpha),
               g *elu_factor(x, y, alpha, 1.0 / alpha, over))
MAP_UNARY_WITH(selu, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false);
               (void)over, SELU_SCALE *(x > 0.0 ? x : SELU_ALPHA * expm1(x)),
               g *SELU_SCALE *elu_factor(x, y / SELU_SCALE, SELU_ALPHA, 1.0, over))

static void silu_map(const struct map_row *m)
{
    double factor[ROW_ELEMENTS];
    exponential_sigmoid(m->n, m->in[0], factor);
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] * factor[i];
}

static void silu_slope(const struct map_row *m)
{
    double s[ROW_ELEMENTS];
    exponential_sigmoid(m->n, m->in[0], s);
    for (int64_t i = 0; i < m->n; i++)
        m->to[i] = m->gradient[i] * s[i] * (1.0 + m->in[0][i] * (1.0 - s[i]));
}

MAP_KERNELS(silu, MAP_PROMOTED)
MAP_UNARY(mish, MAP_PROMOTED, x *tanh(scalar_softplus(x)),
          g *(tanh(scalar_softplus(x)) +
              x * scalar_sigmoid(x) * (1.0 - tanh(scalar_softplus(x)) * tanh(scalar_softplus(x)))))

static void sigmoid_map(const struct map_row *m)
{
    exponential_sigmoid(m->n, m->in[0], m->to);
}

static void tanh_map(const struct map_row *m)
{
    exponential_tanh(m->n, m->in[0], m->to);
}

MAP_SLOPE(sigmoid, (void)m, g *y *(1.0 - y))
MAP_SLOPE(tanh, (void)m, g *(1.0 - y * y))
MAP_KERNELS(sigmoid, MAP_FLOAT)
MAP_KERNELS(tanh, MAP_FLOAT)

MAP_UNARY_WITH(softplus, MAP_PROMOTED, double beta = kernel_float(m->call, "beta", 1.0);
               double threshold = kernel_float(m->call, "threshold", 20.0),
               x *beta > threshold ? x : scalar_softplus(x * beta) / beta,
               x *beta > threshold ? g : g * scalar_sigmoid(x * beta))
MAP_UNARY(softsign, MAP_FLOAT, x / (1.0 + fabs(x)), g / ((1.0 + fabs(x)) * (1.0 + fabs(x))))
MAP_UNARY(logsigmoid, MAP_PROMOTED, -scalar_softplus(-x), g *scalar_sigmoid(-x))
MAP_UNARY_WITH(gelu, MAP_PROMOTED,
               bool approximate = !strcmp(kernel_string(m->call, "approximate", "none"), "tanh"),
               approximate ? gelu_tanh(x) : x *normal_below(x),
               g *(approximate ? gelu_tanh_slope(x) : normal_below(x) + x * normal_density(x)))

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

MAP_KERNELS(tanhshrink, MAP_FLOAT)

// ---- the ops

const struct op op_elu = {
    .name = "elu",
    .aten = "aten::elu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else alpha (e^x - 1).",
    .attrs = {{"alpha", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .result_tells = true,
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
    .result_tells = true,
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
    .result_tells = true,
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
