// Losses that compare element by element: each element's loss is an elementwise
// kernel (ir/map.h), and what `reduction` makes of them is done here.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/scalars.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

// ---- reductions

enum reduction { REDUCTION_NONE, REDUCTION_SUM, REDUCTION_MEAN, REDUCTION_BATCH_MEAN };

static enum reduction reduction_of(const struct kernel_call *call)
{
    const char *word = kernel_string(call, "reduction", "mean");
    if (!strcmp(word, "none")) return REDUCTION_NONE;
    if (!strcmp(word, "sum")) return REDUCTION_SUM;
    return !strcmp(word, "mean") ? REDUCTION_MEAN : REDUCTION_BATCH_MEAN;
}

// What the sum of all elements is divided by.
static double divisor(const struct kernel_call *call, const struct tensor *each)
{
    switch (reduction_of(call)) {
    case REDUCTION_MEAN: return (double)tensor_count(each);
    case REDUCTION_BATCH_MEAN: return call->in[0].rank ? (double)call->in[0].dim[0] : 1.0;
    default: return 1.0;
    }
}

// The extents that all operands broadcast to, without numbers.
static struct tensor extents_of_each(const struct kernel_call *call)
{
    struct tensor each = {.dtype = DTYPE_F64};
    for (int k = 0; k < call->n_in; k++)
        if (kernel_has(call, k) && call->in[k].rank > each.rank) each.rank = call->in[k].rank;
    for (int axis = 0; axis < each.rank; axis++) {
        each.dim[axis] = 1;
        for (int k = 0; k < call->n_in; k++) {
            int own = axis - (each.rank - call->in[k].rank);
            if (kernel_has(call, k) && own >= 0 && call->in[k].dim[own] != 1)
                each.dim[axis] = call->in[k].dim[own];
        }
    }
    tensor_set_contiguous(&each);
    return each;
}

// The elementwise kernel writes its result as f64 into the workspace; then it is added up.
static void reduced_forward(struct kernel_call *call, map_function *map, enum dtype dtype)
{
    struct tensor each = extents_of_each(call);
    if (reduction_of(call) == REDUCTION_NONE) {
        map_forward_as(call, map, dtype);
        return;
    }
    struct tensor *result = kernel_result(call, 0, dtype, 0, NULL);
    each.data = (char *)kernel_doubles(call, tensor_count(&each));
    map_into(call, map, &each);
    const double *numbers = (const double *)each.data;
    double sum = 0.0;
    for (int64_t i = 0; i < tensor_count(&each); i++) sum += numbers[i];
    tensor_set(result, 0, sum / divisor(call, &each));
}

// Every element's share of the gradient, without memory for each: one number, seen everywhere.
static void reduced_backward(struct kernel_call *call, map_function *slope)
{
    if (reduction_of(call) != REDUCTION_NONE) {
        struct tensor *each = arena_alloc(call->arena, sizeof *each);
        double *share = kernel_doubles(call, 1);
        *each = extents_of_each(call);
        *share = tensor_get(&call->grad_out[0], 0) / divisor(call, each);
        each->data = (char *)share;
        memset(each->stride, 0, sizeof each->stride);
        call->grad_out = each;
        call->out = each; // only its extents are read: losses are functions of their operands
    }
    map_backward(call, slope);
}

// ---- dtypes of results

static enum dtype first_two(const struct kernel_call *call)
{
    return dtype_promote(call->in[0].dtype, call->in[1].dtype);
}

static enum dtype first(const struct kernel_call *call)
{
    return call->in[0].dtype;
}

static enum dtype second(const struct kernel_call *call)
{
    return call->in[1].dtype;
}

static enum dtype weakest(const struct kernel_call *call)
{
    return kernel_promote(call, 0, call->n_in);
}

static enum dtype floating(const struct kernel_call *call)
{
    enum dtype dtype = weakest(call);
    return dtype_is_float(dtype) ? dtype : DTYPE_F32;
}

// The sum of integers is i64.
static enum dtype summed(const struct kernel_call *call, enum dtype dtype)
{
    bool sums = reduction_of(call) == REDUCTION_SUM && !dtype_is_float(dtype);
    return sums ? DTYPE_I64 : dtype;
}

static enum dtype l1_dtype(const struct kernel_call *call)
{
    return summed(call, first_two(call));
}

// ---- each element's loss

// Of the difference d of two operands: `value`, and `slope` toward the first.
#define DISTANCE(name, dtype, prepare, value, slope)                                               \
    static void name##_map(const struct map_row *m)                                                \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double d = m->in[0][i] - m->in[1][i];                                                  \
            m->to[i] = (value);                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void name##_slope(const struct map_row *m)                                              \
    {                                                                                              \
        prepare;                                                                                   \
        for (int64_t i = 0; i < m->n; i++) {                                                       \
            double d = m->in[0][i] - m->in[1][i], g = m->gradient[i];                              \
            m->to[i] = (m->operand == 0 ? g : -g) * (slope);                                       \
        }                                                                                          \
    }                                                                                              \
    LOSS(name, dtype)

#define LOSS(name, dtype)                                                                          \
    void name##_forward(struct kernel_call *call)                                                  \
    {                                                                                              \
        reduced_forward(call, name##_map, dtype(call));                                            \
    }                                                                                              \
    void name##_backward(struct kernel_call *call)                                                 \
    {                                                                                              \
        reduced_backward(call, name##_slope);                                                      \
    }

static double sign(double x)
{
    return isnan(x) ? x : (double)((x > 0.0) - (x < 0.0));
}

DISTANCE(mse_loss, first_two, (void)0, d *d, 2.0 * d)
DISTANCE(l1_loss, l1_dtype, (void)0, fabs(d), sign(d))
DISTANCE(smooth_l1_loss, first_two, double beta = kernel_float(m->call, "beta", 1.0),
         fabs(d) < beta ? 0.5 * d * d / beta : fabs(d) - 0.5 * beta,
         fabs(d) < beta ? d / beta : sign(d))
DISTANCE(huber_loss, first, double delta = kernel_float(m->call, "delta", 1.0),
         fabs(d) <= delta ? 0.5 * d * d : delta * (fabs(d) - 0.5 * delta),
         fabs(d) <= delta ? d : delta * sign(d))

// t (log t - x), or e^t (t - x) where the target holds logarithms; 0 log 0 is 0.
static void kl_div_map(const struct map_row *m)
{
    bool logarithms = kernel_bool(m->call, "log_target", false);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i];
        m->to[i] = logarithms ? exp(t) * (t - x) : t == 0.0 ? 0.0 : t * (log(t) - x);
    }
}

static void kl_div_slope(const struct map_row *m)
{
    bool logarithms = kernel_bool(m->call, "log_target", false);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], g = m->gradient[i];
        if (m->operand == 0)
            m->to[i] = -g * (logarithms ? exp(t) : t);
        else
            m->to[i] = g * (logarithms ? exp(t) * (t - x + 1.0) : log(t) + 1.0 - x);
    }
}

LOSS(kl_div, weakest)

static double weight_at(const struct map_row *m, int operand, int64_t i)
{
    return operand < m->call->n_in && m->in[operand] ? m->in[operand][i] : 1.0;
}

// Logarithms are not taken below -100, so that a probability of 0 has a finite loss.
static double bounded_log(double x)
{
    return scalar_larger(log(x), -100.0);
}

static double cross(double x, double t)
{
    return -(t * bounded_log(x) + (1.0 - t) * bounded_log(1.0 - x));
}

static void binary_cross_entropy_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++)
        m->to[i] = weight_at(m, 2, i) * cross(m->in[0][i], m->in[1][i]);
}

static void binary_cross_entropy_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], g = m->gradient[i] * weight_at(m, 2, i);
        if (m->operand == 0)
            m->to[i] = g * (x - t) / fmax(x * (1.0 - x), 1e-12);
        else if (m->operand == 1)
            m->to[i] = g * (bounded_log(1.0 - x) - bounded_log(x));
        else
            m->to[i] = m->gradient[i] * cross(x, t);
    }
}

// A probability outside of 0 to 1 has no loss.
void binary_cross_entropy_forward(struct kernel_call *call)
{
    for (int64_t i = 0; i < tensor_count(&call->in[0]); i++) {
        double x = tensor_get(&call->in[0], i);
        if (x >= 0.0 && x <= 1.0) continue;
        kernel_fail(call, "the input holds %g, but a probability is from 0 to 1", x);
        return;
    }
    reduced_forward(call, binary_cross_entropy_map, first(call));
}

void binary_cross_entropy_backward(struct kernel_call *call)
{
    reduced_backward(call, binary_cross_entropy_slope);
}

// (1 - t) x + (1 + (p - 1) t) log(1 + e^-x), where p weighs the positive targets.
static void binary_cross_entropy_with_logits_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], p = weight_at(m, 3, i);
        m->to[i] =
            weight_at(m, 2, i) * ((1.0 - t) * x + (1.0 + (p - 1.0) * t) * scalar_softplus(-x));
    }
}

static void binary_cross_entropy_with_logits_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], p = weight_at(m, 3, i), w = weight_at(m, 2, i);
        double g = m->gradient[i], factor = 1.0 + (p - 1.0) * t;
        if (m->operand == 0)
            m->to[i] = g * w * (1.0 - t - factor / (1.0 + exp(x)));
        else if (m->operand == 1)
            m->to[i] = g * w * ((p - 1.0) * scalar_softplus(-x) - x);
        else if (m->operand == 2)
            m->to[i] = g * ((1.0 - t) * x + factor * scalar_softplus(-x));
        else
            m->to[i] = g * w * t * scalar_softplus(-x);
    }
}

LOSS(binary_cross_entropy_with_logits, second)

static void margin_ranking_loss_map(const struct map_row *m)
{
    double margin = kernel_float(m->call, "margin", 0.0);
    for (int64_t i = 0; i < m->n; i++)
        m->to[i] = scalar_larger(-m->in[2][i] * (m->in[0][i] - m->in[1][i]) + margin, 0.0);
}

static void margin_ranking_loss_slope(const struct map_row *m)
{
    double margin = kernel_float(m->call, "margin", 0.0);
    for (int64_t i = 0; i < m->n; i++) {
        double d = m->in[0][i] - m->in[1][i], t = m->in[2][i], g = m->gradient[i];
        double slope = m->operand == 0 ? -t : m->operand == 1 ? t : -d;
        m->to[i] = isnan(d * t) ? NAN : -t * d + margin > 0.0 ? g * slope : 0.0;
    }
}

LOSS(margin_ranking_loss, floating)

// x where the target is 1, what is left of the margin where it is -1, both where it is neither.
static void hinge_embedding_loss_map(const struct map_row *m)
{
    double margin = kernel_float(m->call, "margin", 1.0);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i];
        m->to[i] = (t != 1.0 ? scalar_larger(margin - x, 0.0) : 0.0) + (t != -1.0 ? x : 0.0);
    }
}

static void hinge_embedding_loss_slope(const struct map_row *m)
{
    double margin = kernel_float(m->call, "margin", 1.0);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], g = m->gradient[i];
        double slope = (t != 1.0 && margin - x >= 0.0 ? -1.0 : 0.0) + (t != -1.0);
        m->to[i] = m->operand == 0 && !isnan(x * t) ? g * slope : m->operand == 0 ? NAN : 0.0;
    }
}

static enum dtype hinge_dtype(const struct kernel_call *call)
{
    return summed(call, first(call));
}

LOSS(hinge_embedding_loss, hinge_dtype)

static void soft_margin_loss_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = scalar_softplus(-m->in[1][i] * m->in[0][i]);
}

static void soft_margin_loss_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i];
        m->to[i] = m->operand == 0 ? -t * m->gradient[i] / (1.0 + exp(t * x)) : 0.0;
    }
}

LOSS(soft_margin_loss, first)

// Stirling's approximation of log(t!), for counts above 1.
static double stirling(double t)
{
    return t > 1.0 ? t * log(t) - t + 0.5 * log(2.0 * M_PI * t) : 0.0;
}

static void poisson_nll_loss_map(const struct map_row *m)
{
    bool logarithms = kernel_bool(m->call, "log_input", true);
    bool full = kernel_bool(m->call, "full", false);
    double eps = kernel_float(m->call, "eps", 1e-8);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i];
        m->to[i] = logarithms ? exp(x) - t * x : x - t * log(x + eps);
        if (full) m->to[i] += stirling(t);
    }
}

static void poisson_nll_loss_slope(const struct map_row *m)
{
    bool logarithms = kernel_bool(m->call, "log_input", true);
    bool full = kernel_bool(m->call, "full", false);
    double eps = kernel_float(m->call, "eps", 1e-8);
    for (int64_t i = 0; i < m->n; i++) {
        double x = m->in[0][i], t = m->in[1][i], g = m->gradient[i];
        if (m->operand == 0)
            m->to[i] = g * (logarithms ? exp(x) - t : 1.0 - t / (x + eps));
        else
            m->to[i] =
                g * (-(logarithms ? x : log(x + eps)) + (full && t > 1.0 ? log(t) + 0.5 / t : 0.0));
    }
}

LOSS(poisson_nll_loss, floating)

static void gaussian_nll_loss_map(const struct map_row *m)
{
    double eps = kernel_float(m->call, "eps", 1e-6);
    double constant = kernel_bool(m->call, "full", false) ? 0.5 * log(2.0 * M_PI) : 0.0;
    for (int64_t i = 0; i < m->n; i++) {
        double d = m->in[0][i] - m->in[1][i], v = scalar_larger(m->in[2][i], eps);
        m->to[i] = 0.5 * (log(v) + d * d / v) + constant;
    }
}

// The variance is raised to eps without a trace, so its slope is that of the raised one.
static void gaussian_nll_loss_slope(const struct map_row *m)
{
    double eps = kernel_float(m->call, "eps", 1e-6);
    for (int64_t i = 0; i < m->n; i++) {
        double d = m->in[0][i] - m->in[1][i], g = m->gradient[i];
        double v = scalar_larger(m->in[2][i], eps);
        if (m->operand == 2)
            m->to[i] = 0.5 * g * (1.0 / v - d * d / (v * v));
        else
            m->to[i] = (m->operand == 0 ? g : -g) * d / v;
    }
}

// A variance for each row gets the axis that it lacks, so that it broadcasts along the row.
static void widen_variance(struct kernel_call *call)
{
    if (call->in[2].rank != call->in[0].rank - 1) return;
    struct tensor *in = arena_copy(call->arena, call->in, 3 * sizeof *in);
    in[2].dim[in[2].rank] = 1;
    in[2].stride[in[2].rank++] = 0;
    call->in = in;
}

void gaussian_nll_loss_forward(struct kernel_call *call)
{
    for (int64_t i = 0; i < tensor_count(&call->in[2]); i++) {
        if (!(tensor_get(&call->in[2], i) < 0.0)) continue;
        kernel_fail(call, "var holds %g, but a variance is not negative",
                    tensor_get(&call->in[2], i));
        return;
    }
    widen_variance(call);
    reduced_forward(call, gaussian_nll_loss_map, weakest(call));
}

void gaussian_nll_loss_backward(struct kernel_call *call)
{
    int rank = call->in[2].rank;
    widen_variance(call);
    reduced_backward(call, gaussian_nll_loss_slope);
    call->grad_in[2].rank = kernel_wants(call, 2) ? rank : call->grad_in[2].rank;
}
