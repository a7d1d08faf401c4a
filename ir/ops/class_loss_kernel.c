// nll_loss and cross_entropy. Both are minus a weighted sum of log probabilities over the classes
// at each place:
//
//   loss = - sum over c of a_c log p_c
//
// a_c is the class weight at the target's class, 0 elsewhere; with label smoothing e it is
// (1 - e) of that and e / C of the weight of each class; against probabilities q it is
// ((1 - e) q_c + e / C) w_c. cross_entropy takes log p from its input by log_softmax.

#include "ir/ops/kernels.h"
#include "ir/ops/scalars.h"

#include <math.h>
#include <string.h>

enum { INPUT, TARGET, WEIGHT };

struct classes {
    const struct kernel_call *call;
    bool logits, probabilities;
    int64_t outer, n, inner; // places are outer x inner
    int64_t ignored;
    double smoothing;
    const double *x, *target, *weight; // weight: NULL
};

// Of what the input consists.
enum scores { SCORES_LOGARITHMS, SCORES_LOGITS };

static struct classes read_classes(struct kernel_call *call, enum scores scores)
{
    const struct tensor *x = &call->in[INPUT];
    struct classes c = {.call = call, .outer = 1, .n = x->dim[0], .inner = 1};
    if (x->rank > 1) {
        c.outer = x->dim[0];
        c.n = x->dim[1];
    }
    for (int axis = 2; axis < x->rank; axis++) c.inner *= x->dim[axis];
    c.logits = scores == SCORES_LOGITS;
    c.probabilities = c.logits && dtype_is_float(call->in[TARGET].dtype);
    c.ignored = kernel_int(call, "ignore_index", -100);
    c.smoothing = fmax(kernel_float(call, "label_smoothing", 0.0), 0.0);
    c.x = kernel_operand(call, INPUT);
    c.target = kernel_operand(call, TARGET);
    c.weight = kernel_operand(call, WEIGHT);
    return c;
}

static int64_t places(const struct classes *c)
{
    return c->outer * c->inner;
}

static double weight_of(const struct classes *c, int64_t class)
{
    return c->weight ? c->weight[class] : 1.0;
}

// Index of class `k` at a place.
static int64_t at(const struct classes *c, int64_t place, int64_t k)
{
    return (place / c->inner * c->n + k) * c->inner + place % c->inner;
}

// Class numbers: false where the place is ignored, or its class is not there (a failure).
static bool class_at(struct kernel_call *call, const struct classes *c, int64_t place,
                     int64_t *class)
{
    double number = c->target[place];
    *class = (int64_t)number;
    if (*class == c->ignored) return false;
    if (number >= 0.0 && number < (double)c->n) return true;
    kernel_fail(call, "class %.0f is none of %lld", number, (long long)c->n);
    return false;
}

// The weights a_c at a place; false: it does not count.
static bool coefficients(struct kernel_call *call, const struct classes *c, int64_t place,
                         double *a)
{
    int64_t class;
    double share = c->smoothing / (double)c->n;
    for (int64_t k = 0; k < c->n; k++) a[k] = share * weight_of(c, k);
    if (c->probabilities) {
        for (int64_t k = 0; k < c->n; k++)
            a[k] += (1.0 - c->smoothing) * c->target[at(c, place, k)] * weight_of(c, k);
        return true;
    }
    if (!class_at(call, c, place, &class)) return false;
    a[class] += (1.0 - c->smoothing) * weight_of(c, class);
    return true;
}

// log of the sum of exponentials at a place; 0 where the input holds logarithms already.
static double normaliser(const struct classes *c, int64_t place)
{
    return c->logits ? scalar_log_sum_exp(c->x + at(c, place, 0), c->n, c->inner) : 0.0;
}

static double loss_at(struct kernel_call *call, const struct classes *c, int64_t place, double *a)
{
    double sum = 0.0, log_sum = normaliser(c, place);
    if (!coefficients(call, c, place, a)) return 0.0;
    for (int64_t k = 0; k < c->n; k++)
        if (a[k] != 0.0) sum -= a[k] * (c->x[at(c, place, k)] - log_sum);
    return sum;
}

// A mean over class numbers divides by the sum of their weights, over probabilities by the places.
static double total_weight(struct kernel_call *call, const struct classes *c)
{
    double sum = 0.0;
    int64_t class;
    if (c->probabilities) return (double)places(c);
    for (int64_t place = 0; place < places(c); place++)
        if (class_at(call, c, place, &class)) sum += weight_of(c, class);
    return sum;
}

static enum dtype result_dtype(const struct kernel_call *call, const struct classes *c)
{
    enum dtype dtype = call->in[INPUT].dtype;
    return c->probabilities ? dtype_promote(dtype, call->in[TARGET].dtype) : dtype;
}

static void each_place(struct kernel_call *call, const struct classes *c, double *a)
{
    const struct tensor *x = &call->in[INPUT];
    int64_t dim[MAX_RANK];
    int rank = 0;
    for (int axis = 0; axis < x->rank; axis++)
        if (axis != (x->rank > 1 ? 1 : 0)) dim[rank++] = x->dim[axis];
    struct tensor *out = kernel_result(call, 0, result_dtype(call, c), rank, dim);
    for (int64_t place = 0; place < places(c); place++)
        tensor_set(out, place, loss_at(call, c, place, a));
}

static void run_loss(struct kernel_call *call, enum scores scores)
{
    struct classes c = read_classes(call, scores);
    const char *reduction = kernel_string(call, "reduction", "mean");
    double *a = kernel_doubles(call, c.n), sum = 0.0, divisor = 1.0;
    if (!strcmp(reduction, "none")) {
        each_place(call, &c, a);
        return;
    }
    for (int64_t place = 0; place < places(&c); place++) sum += loss_at(call, &c, place, a);
    if (!strcmp(reduction, "mean")) divisor = total_weight(call, &c);
    if (call->failure) return;
    struct tensor *out = kernel_result(call, 0, result_dtype(call, &c), 0, NULL);
    tensor_set(out, 0, sum / divisor);
    if (strcmp(reduction, "mean") != 0 || c.probabilities) return;
    struct tensor *own = kernel_own(call, call->in[INPUT].dtype, 0, NULL);
    if (own) tensor_set(own, 0, divisor);
}

// What each place's loss counts with in the result, times the gradient of that.
static double share_of(const struct kernel_call *call, const struct classes *c, int64_t place)
{
    const char *reduction = kernel_string(call, "reduction", "mean");
    if (!strcmp(reduction, "none")) return tensor_get(&call->grad_out[0], place);
    double g = tensor_get(&call->grad_out[0], 0);
    if (strcmp(reduction, "mean") != 0) return g;
    return g / (c->probabilities ? (double)places(c) : tensor_get(&call->own[0], 0));
}

// d / d x_c = p_c sum(a) - a_c of logits, -a_c of logarithms.
static void input_gradient(struct kernel_call *call, const struct classes *c, double *a)
{
    struct tensor *dx = kernel_gradient(call, INPUT);
    for (int64_t place = 0; place < places(c); place++) {
        double g = share_of(call, c, place), log_sum = normaliser(c, place), sum = 0.0;
        if (!coefficients(call, c, place, a)) continue;
        for (int64_t k = 0; k < c->n; k++) sum += a[k];
        for (int64_t k = 0; k < c->n; k++) {
            double p = c->logits ? exp(c->x[at(c, place, k)] - log_sum) : 0.0;
            tensor_set(dx, at(c, place, k), g * (p * sum - a[k]));
        }
    }
}

static void target_gradient(struct kernel_call *call, const struct classes *c)
{
    struct tensor *dt = kernel_gradient(call, TARGET);
    for (int64_t place = 0; place < places(c); place++) {
        double g = share_of(call, c, place), log_sum = normaliser(c, place);
        for (int64_t k = 0; k < c->n; k++)
            tensor_set(dt, at(c, place, k),
                       -g * (1.0 - c->smoothing) * weight_of(c, k) *
                           (c->x[at(c, place, k)] - log_sum));
    }
}

static void give_loss(struct kernel_call *call, enum scores scores)
{
    struct classes c = read_classes(call, scores);
    double *a = kernel_doubles(call, c.n);
    if (kernel_wants(call, INPUT)) input_gradient(call, &c, a);
    if (kernel_wants(call, TARGET) && c.probabilities) target_gradient(call, &c);
}

void nll_loss_forward(struct kernel_call *call)
{
    run_loss(call, SCORES_LOGARITHMS);
}

void nll_loss_backward(struct kernel_call *call)
{
    give_loss(call, SCORES_LOGARITHMS);
}

void cross_entropy_forward(struct kernel_call *call)
{
    run_loss(call, SCORES_LOGITS);
}

void cross_entropy_backward(struct kernel_call *call)
{
    give_loss(call, SCORES_LOGITS);
}
