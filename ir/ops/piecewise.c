// Activations made of straight pieces. They only compare, add and multiply, so most take integers
// as well. Which dtypes each takes was read off PyTorch 1.13's CPU kernels, not off a principle.

#include "ir/map.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/scalars.h"
#include "ir/saving.h"

#include <math.h>

// ---- shapes and dtypes

// Only compares and multiplies, which integers can as well.
static void numbers(struct infer *in)
{
    rule_unary(in, DTYPES_NUMBER);
}

// The kernels of these exist for floats only, though nothing in them needs a fraction.
static void floats(struct infer *in)
{
    rule_unary(in, DTYPES_FLOAT);
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
    if (lower > upper) {
        refuse(in, DIAG_OPTION_RANGE, "lower of rrelu is %g, above upper, %g", lower, upper);
        return;
    }
    floats(in);
}

// The slopes that were drawn.
static void rrelu_saved(struct saving *s)
{
    if (infer_bool(&s->in, "training", s->in.training))
        saving_add(s, "slopes", saving_dtype(s), infer_shape(&s->in, 0));
}

// ---- kernels

static double rrelu_bound(const struct kernel_call *call, bool upper)
{
    return upper ? kernel_float(call, "upper", 1.0 / 3.0) : kernel_float(call, "lower", 0.125);
}

static bool rrelu_draws(const struct kernel_call *call)
{
    return kernel_bool(call, "training", call->training);
}

// A slope for each element, whether it is used or not.
static void rrelu_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    bool draws = rrelu_draws(call);
    double low = rrelu_bound(call, false), high = rrelu_bound(call, true);
    const double *numbers = kernel_operand(call, 0);
    struct tensor *own = draws ? kernel_own(call, x->dtype, x->rank, x->dim) : NULL;
    struct tensor *y = kernel_result_like(call, 0, 0);
    for (int64_t i = 0; i < tensor_count(x); i++) {
        double slope = draws ? low + (high - low) * call->host->random(call) : (low + high) / 2.0;
        if (own) tensor_set(own, i, slope);
        tensor_set(y, i, numbers[i] > 0.0 ? numbers[i] : numbers[i] * slope);
    }
}

static void rrelu_backward(struct kernel_call *call)
{
    double mean = (rrelu_bound(call, false) + rrelu_bound(call, true)) / 2.0;
    bool draws = rrelu_draws(call);
    const double *x = kernel_operand(call, 0);
    int64_t n = tensor_count(&call->in[0]);
    double *to = kernel_doubles(call, n);
    for (int64_t i = 0; i < n; i++) {
        double g = tensor_get(&call->grad_out[0], i);
        double slope = draws ? tensor_get(&call->own[0], i) : mean;
        to[i] = isnan(x[i]) ? NAN : x[i] > 0.0 ? g : g * slope;
    }
    kernel_give_gradient(call, 0, to);
}

MAP_UNARY_EXACT(relu, scalar_larger(x, 0.0), y > 0.0 ? g : 0.0, x > 0 ? x : 0)
// What a corner cuts off lies on the corner: the result tells on which side the operand was.
MAP_UNARY_WITH(relu6, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false);
               (void)over, scalar_smaller(scalar_larger(x, 0.0), 6.0),
               (over ? y : x) > 0.0 && (over ? y : x) < 6.0 ? g : 0.0)
MAP_UNARY_WITH(hardtanh, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false);
               (void)over; double low = kernel_float(m->call, "min_val", -1.0);
               double high = kernel_float(m->call, "max_val", 1.0),
               scalar_smaller(scalar_larger(x, low), high),
               (over ? y : x) > low && (over ? y : x) < high ? g : 0.0)
MAP_UNARY(hardswish, MAP_PROMOTED, x *scalar_smaller(scalar_larger(x + 3.0, 0.0), 6.0) / 6.0,
          x < -3.0   ? 0.0
          : x <= 3.0 ? g * (x / 3.0 + 0.5)
                     : g)
MAP_UNARY(hardsigmoid, MAP_PROMOTED, scalar_smaller(scalar_larger(x + 3.0, 0.0), 6.0) / 6.0,
          x > -3.0 && x < 3.0 ? g / 6.0 : 0.0)
MAP_UNARY_WITH(hardshrink, MAP_PROMOTED, double lambd = kernel_float(m->call, "lambd", 0.5),
               fabs(x) <= lambd ? 0.0 : x, fabs(x) <= lambd ? 0.0 : g)
MAP_UNARY_WITH(softshrink, MAP_PROMOTED, double lambd = kernel_float(m->call, "lambd", 0.5),
               x > lambd    ? x - lambd
               : x < -lambd ? x + lambd
                            : 0.0,
               fabs(x) <= lambd ? 0.0 : g)
MAP_UNARY_WITH(leaky, MAP_PROMOTED, bool over = kernel_bool(m->call, "inplace", false); (void)over;
               double a = kernel_float(m->call, "negative_slope", 0.01), x > 0.0 ? x : a * x,
               (over ? y : x) > 0.0 ? g : a * g)
MAP_UNARY_WITH(threshold, MAP_PROMOTED, double least = kernel_float(m->call, "threshold", 0.0);
               double value = kernel_float(m->call, "value", 0.0);
               (void)value, x <= least ? value : x, x <= least ? 0.0 : g)

static void leaky_relu_backward(struct kernel_call *call)
{
    if (kernel_bool(call, "inplace", false) && kernel_float(call, "negative_slope", 0.01) < 0.0)
        kernel_fail(call, "in place with a negative slope, the result does not tell which elements "
                          "were negative; call it without in place");
    else
        leaky_backward(call);
}

static void identity_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

static void identity_backward(struct kernel_call *call)
{
    if (kernel_wants(call, 0)) tensor_copy(&call->grad_out[0], kernel_gradient(call, 0));
}

// ---- the ops
//
// `saved` is the input, on which side of the corners it lies; of relu the result tells as much.

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
    .result_tells = true,
    .elementwise = true,
    .shape = numbers,
    .flops = rule_flops_elementwise,
    .forward = relu6_forward,
    .backward = relu6_backward,
};

const struct op op_hardtanh = {
    .name = "hardtanh",
    .aten = "aten::hardtanh",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x clipped to [min_val, max_val].",
    .attrs = {{"min_val", ATTR_FLOAT}, {"max_val", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .result_tells = true,
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

const struct op op_leaky_relu = {
    .name = "leaky_relu",
    .aten = "aten::leaky_relu",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "x where x > 0, else negative_slope x.",
    .attrs = {{"negative_slope", ATTR_FLOAT}, {"inplace", ATTR_BOOL}},
    .saved.any = SAVE_IN(0),
    .result_tells = true,
    .elementwise = true,
    .shape = floats,
    .flops = rule_flops_elementwise,
    .forward = leaky_forward,
    .backward = leaky_relu_backward,
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
    .forward = rrelu_forward,
    .backward = rrelu_backward,
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
