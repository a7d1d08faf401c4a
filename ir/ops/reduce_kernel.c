// Reductions: what is made of a list of numbers, and its derivative.

#include "ir/ops/kernels.h"
#include "ir/ops/reduced.h"
#include "ir/ops/scalars.h"

#include <math.h>

// ---- sums

static double sum_of(struct list *l)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += l->x[i];
    return sum;
}

static void sum_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient;
}

static double mean_of(struct list *l)
{
    return sum_of(l) / (double)l->n;
}

static void mean_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient / (double)l->n;
}

static double prod_of(struct list *l)
{
    double product = 1.0;
    for (int64_t i = 0; i < l->n; i++) product *= l->x[i];
    return product;
}

// Without zeros the product over the element; with one, only that element's gradient is not 0.
static void prod_slope(struct list *l)
{
    int64_t zeros = 0;
    double rest = 1.0;
    for (int64_t i = 0; i < l->n; i++) {
        if (l->x[i] == 0.0)
            zeros++;
        else
            rest *= l->x[i];
    }
    for (int64_t i = 0; i < l->n; i++) {
        bool zero = l->x[i] == 0.0;
        if (zeros == 0)
            l->to[i] = l->gradient * l->y / l->x[i];
        else
            l->to[i] = zeros == 1 && zero ? l->gradient * rest : 0.0;
    }
}

// The divisor is n - 1 unless `unbiased` or `correction` says otherwise.
static double degrees(const struct list *l)
{
    double correction = kernel_bool(l->call, "unbiased", true) ? 1.0 : 0.0;
    return (double)l->n - (double)kernel_int(l->call, "correction", (int64_t)correction);
}

// Two passes, as in norm_kernel.c: one pass over large values with a small spread loses it.
static double squares_about(const struct list *l, double mean)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += (l->x[i] - mean) * (l->x[i] - mean);
    return sum;
}

static double var_of(struct list *l)
{
    return squares_about(l, mean_of(l)) / degrees(l);
}

static void var_slope(struct list *l)
{
    double mean = mean_of(l), factor = 2.0 * l->gradient / degrees(l);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = factor * (l->x[i] - mean);
}

static double std_of(struct list *l)
{
    return sqrt(var_of(l));
}

static void std_slope(struct list *l)
{
    double mean = mean_of(l), factor = l->gradient / (degrees(l) * l->y);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = factor * (l->x[i] - mean);
}

static double norm_of(struct list *l)
{
    double p = kernel_float(l->call, "p", 2.0), sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) {
        double size = fabs(l->x[i]);
        if (isinf(p))
            sum = i == 0 ? size : p > 0.0 ? fmax(sum, size) : fmin(sum, size);
        else
            sum += p == 0.0 ? size != 0.0 : pow(size, p);
    }
    return isinf(p) || p == 0.0 ? sum : pow(sum, 1.0 / p);
}

// (|x| / y)^(p - 1) with the sign of x; with p infinite, the share of the largest.
static void norm_slope(struct list *l)
{
    double p = kernel_float(l->call, "p", 2.0);
    int64_t equal = 0;
    for (int64_t i = 0; i < l->n; i++) equal += fabs(l->x[i]) == l->y;
    for (int64_t i = 0; i < l->n; i++) {
        double x = l->x[i], sign = x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0 * x;
        if (isinf(p))
            l->to[i] = fabs(x) == l->y ? sign * l->gradient / (double)equal : 0.0;
        else if (p == 0.0 || l->y == 0.0)
            l->to[i] = 0.0;
        else
            l->to[i] = sign * l->gradient * pow(fabs(x) / l->y, p - 1.0);
    }
}

static double logsumexp_of(struct list *l)
{
    double most = -INFINITY;
    for (int64_t i = 0; i < l->n; i++) most = fmax(most, l->x[i]);
    return isinf(most) ? most : scalar_log_sum_exp(l->x, l->n, 1);
}

static void logsumexp_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = l->gradient * exp(l->x[i] - l->y);
}

// Elements that are not a number are left out.
static int64_t count_numbers(const struct list *l)
{
    int64_t count = 0;
    for (int64_t i = 0; i < l->n; i++) count += !isnan(l->x[i]);
    return count;
}

static double nansum_of(struct list *l)
{
    double sum = 0.0;
    for (int64_t i = 0; i < l->n; i++) sum += isnan(l->x[i]) ? 0.0 : l->x[i];
    return sum;
}

static void nansum_slope(struct list *l)
{
    for (int64_t i = 0; i < l->n; i++) l->to[i] = isnan(l->x[i]) ? 0.0 : l->gradient;
}

static double nanmean_of(struct list *l)
{
    return nansum_of(l) / (double)count_numbers(l);
}

static void nanmean_slope(struct list *l)
{
    double share = l->gradient / (double)count_numbers(l);
    for (int64_t i = 0; i < l->n; i++) l->to[i] = isnan(l->x[i]) ? 0.0 : share;
}

static int64_t integer_sum(int64_t n, const int64_t *list)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < n; i++) sum += (uint64_t)list[i];
    return (int64_t)sum;
}

static int64_t integer_product(int64_t n, const int64_t *list)
{
    uint64_t product = 1;
    for (int64_t i = 0; i < n; i++) product *= (uint64_t)list[i];
    return (int64_t)product;
}

void sum_forward(struct kernel_call *call)
{
    if (!reduced_integers(call, integer_sum, REDUCED_SUM))
        reduced_forward(call, sum_of, REDUCED_SUM);
}

void sum_backward(struct kernel_call *call)
{
    reduced_backward(call, sum_slope);
}

void prod_forward(struct kernel_call *call)
{
    if (!reduced_integers(call, integer_product, REDUCED_SUM))
        reduced_forward(call, prod_of, REDUCED_SUM);
}

void prod_backward(struct kernel_call *call)
{
    reduced_backward(call, prod_slope);
}

REDUCE(nansum, REDUCED_SUM)
REDUCE(nanmean, REDUCED_SAME)
REDUCE(mean, REDUCED_SAME)
REDUCE(var, REDUCED_SAME)
REDUCE(std, REDUCED_SAME)
REDUCE(norm, REDUCED_SAME)
REDUCE(logsumexp, REDUCED_FLOAT)

// ---- questions

static double count_nonzero_of(struct list *l)
{
    int64_t count = 0;
    for (int64_t i = 0; i < l->n; i++) count += l->x[i] != 0.0;
    return (double)count;
}

static double any_of(struct list *l)
{
    return count_nonzero_of(l) > 0.0;
}

static double all_of(struct list *l)
{
    return count_nonzero_of(l) == (double)l->n;
}

REDUCE_FORWARD(any, REDUCED_TRUTH)
REDUCE_FORWARD(all, REDUCED_TRUTH)
REDUCE_FORWARD(count_nonzero, REDUCED_INDEX)

// ---- two results

static void moments_forward(struct kernel_call *call, value_function *spread)
{
    const struct tensor *x = &call->in[0];
    struct reduced r = reduced_view(call, x);
    kernel_results(call, 2);
    struct tensor *about = kernel_result(call, 0, x->dtype, r.rank, r.dim);
    struct tensor *mean = kernel_result(call, 1, x->dtype, r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        reduced_load(&r, k, list);
        tensor_set(about, k, spread(&l));
        tensor_set(mean, k, mean_of(&l));
    }
}

static double gradient_at(const struct kernel_call *call, int result, int64_t k)
{
    const struct tensor *g = &call->grad_out[result];
    return tensor_is_there(g) ? tensor_get(g, k) : 0.0;
}

static void moments_backward(struct kernel_call *call, slope_function *slope)
{
    if (!kernel_wants(call, 0)) return;
    struct reduced r = reduced_view(call, &call->in[0]);
    struct reduced to = reduced_view(call, kernel_gradient(call, 0));
    double *list = kernel_doubles(call, r.go), *slopes = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list, .to = slopes};
        reduced_load(&r, k, list);
        l.gradient = gradient_at(call, 0, k);
        l.y = tensor_get(&call->out[0], k);
        slope(&l);
        double share = gradient_at(call, 1, k) / (double)r.go;
        for (int64_t i = 0; i < r.go; i++) slopes[i] += share;
        reduced_store(&to, k, slopes);
    }
}

void var_mean_forward(struct kernel_call *call)
{
    moments_forward(call, var_of);
}

void var_mean_backward(struct kernel_call *call)
{
    moments_backward(call, var_slope);
}

void std_mean_forward(struct kernel_call *call)
{
    moments_forward(call, std_of);
}

void std_mean_backward(struct kernel_call *call)
{
    moments_backward(call, std_slope);
}
