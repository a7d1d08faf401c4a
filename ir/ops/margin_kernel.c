// Losses with margins between scores of classes.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/loss_reduce.h"
#include "ir/ops/scalars.h"
#include "ir/ops/vectors.h"

#include <math.h>
#include <string.h>

enum { INPUT, TARGET, WEIGHT };

// ---- multilabel_soft_margin_loss: binary cross entropy, a mean over the classes of each row

static struct vectors soft_rows(const struct kernel_call *call)
{
    return vectors_of(call, call->n_in > WEIGHT && kernel_has(call, WEIGHT) ? 3 : 2,
                      call->in[INPUT].rank - 1);
}

static double soft_margin(double x, double t)
{
    return t * scalar_softplus(-x) + (1.0 - t) * scalar_softplus(x);
}

static const double *class_weights(struct kernel_call *call, const struct vectors *v)
{
    bool there = call->n_in > WEIGHT && kernel_has(call, WEIGHT);
    return there ? vectors_operand(call, v, WEIGHT) : NULL;
}

void multilabel_soft_margin_loss_forward(struct kernel_call *call)
{
    struct vectors v = soft_rows(call);
    const double *x = vectors_operand(call, &v, INPUT), *t = vectors_operand(call, &v, TARGET);
    const double *w = class_weights(call, &v);
    int64_t dim[MAX_RANK], n = vectors_count(&v);
    int rank = vectors_reduced(&v, false, dim);
    double *each = kernel_zeros(call, n);
    for (int64_t k = 0; k < n; k++) {
        int64_t begin = vectors_begin(&v, k);
        for (int64_t i = begin; i < begin + v.n * v.inner; i += v.inner)
            each[k] += soft_margin(x[i], t[i]) * (w ? w[i] : 1.0) / (double)v.n;
    }
    loss_reduce(call, kernel_promote(call, 0, call->n_in), rank, dim, each);
}

void multilabel_soft_margin_loss_backward(struct kernel_call *call)
{
    struct vectors v = soft_rows(call);
    const double *x = vectors_operand(call, &v, INPUT), *t = vectors_operand(call, &v, TARGET);
    const double *w = class_weights(call, &v);
    int64_t n = vectors_count(&v);
    const double *share = loss_spread(call, n);
    for (int operand = INPUT; operand < call->n_in; operand++) {
        double *to = kernel_doubles(call, n * v.n);
        for (int64_t k = 0; k < n; k++) {
            int64_t begin = vectors_begin(&v, k);
            for (int64_t i = begin; i < begin + v.n * v.inner; i += v.inner) {
                double slopes[] = {scalar_sigmoid(x[i]) - t[i], -x[i], soft_margin(x[i], t[i])};
                double weight = w && operand != WEIGHT ? w[i] : 1.0;
                to[i] = share[k] / (double)v.n * weight * slopes[operand];
            }
        }
        if (kernel_has(call, operand)) vectors_give(call, &v, operand, to);
    }
}

// ---- rows of scores, [N, C], [C] or a single one

struct score_rows {
    int64_t rows, classes;
    const double *x;
};

static struct score_rows score_rows(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    struct score_rows s = {.rows = 1, .classes = 1, .x = kernel_operand(call, INPUT)};
    if (x->rank > 1) s.rows = x->dim[0];
    if (x->rank) s.classes = x->dim[x->rank - 1];
    return s;
}

// multi_margin_loss: the target's score against each other one.
static int64_t class_of(struct kernel_call *call, const struct score_rows *s, int64_t row)
{
    int64_t class = tensor_get_integer(&call->in[TARGET], row);
    if (class >= 0 && class < s->classes) return class;
    kernel_fail(call, "class %lld is none of %lld", (long long)class, (long long)s->classes);
    return -1;
}

static double weight_of(const struct kernel_call *call, int64_t class)
{
    bool there = call->n_in > WEIGHT && kernel_has(call, WEIGHT);
    return there ? tensor_get(&call->in[WEIGHT], class) : 1.0;
}

void multi_margin_loss_forward(struct kernel_call *call)
{
    struct score_rows s = score_rows(call);
    double *each = kernel_zeros(call, s.rows), margin = kernel_float(call, "margin", 1.0);
    bool square = kernel_int(call, "p", 1) == 2;
    for (int64_t k = 0; k < s.rows; k++) {
        const double *x = s.x + k * s.classes;
        int64_t class = class_of(call, &s, k);
        if (class < 0) return;
        for (int64_t c = 0; c < s.classes; c++) {
            double left = c == class ? 0.0 : scalar_larger(margin - x[class] + x[c], 0.0);
            each[k] += weight_of(call, class) * (square ? left * left : left) / (double)s.classes;
        }
    }
    loss_reduce(call, call->in[INPUT].dtype, call->in[TARGET].rank, &s.rows, each);
}

void multi_margin_loss_backward(struct kernel_call *call)
{
    struct score_rows s = score_rows(call);
    const double *share = loss_spread(call, s.rows);
    double *to = kernel_zeros(call, s.rows * s.classes);
    double margin = kernel_float(call, "margin", 1.0);
    bool square = kernel_int(call, "p", 1) == 2;
    for (int64_t k = 0; k < s.rows; k++) {
        const double *x = s.x + k * s.classes;
        int64_t class = class_of(call, &s, k);
        if (class < 0) return;
        double g = share[k] * weight_of(call, class) / (double)s.classes;
        for (int64_t c = 0; c < s.classes; c++) {
            double left = margin - x[class] + x[c];
            if (c == class || left <= 0.0) continue;
            double slope = g * (square ? 2.0 * left : isnan(left) ? NAN : 1.0);
            to[k * s.classes + c] += slope;
            to[k * s.classes + class] -= slope;
        }
    }
    kernel_give_gradient(call, INPUT, to);
}

// multilabel_margin_loss: each class of the target against each that is none; -1 ends the target.

static bool mark_targets(struct kernel_call *call, const struct score_rows *s, int64_t row,
                         bool *is_target)
{
    memset(is_target, 0, (size_t)s->classes * sizeof *is_target);
    for (int64_t i = 0; i < s->classes; i++) {
        int64_t class = tensor_get_integer(&call->in[TARGET], row * s->classes + i);
        if (class == -1) return true;
        if (class < -1 || class >= s->classes) {
            kernel_fail(call, "class %lld is none of %lld", (long long)class,
                        (long long)s->classes);
            return false;
        }
        is_target[class] = true;
    }
    return true;
}

// A class that the target names twice counts twice.
static void compare_row(struct kernel_call *call, const struct score_rows *s, int64_t row,
                        const bool *is_target, double *loss, double *to, double share)
{
    const double *x = s->x + row * s->classes;
    for (int64_t i = 0; i < s->classes; i++) {
        int64_t class = tensor_get_integer(&call->in[TARGET], row * s->classes + i);
        if (class < 0) break;
        for (int64_t c = 0; c < s->classes; c++) {
            double left = 1.0 - x[class] + x[c];
            if (is_target[c] || left <= 0.0) continue;
            *loss += left / (double)s->classes;
            if (!to) continue;
            double slope = isnan(left) ? NAN : share / (double)s->classes;
            to[row * s->classes + c] += slope;
            to[row * s->classes + class] -= slope;
        }
    }
}

void multilabel_margin_loss_forward(struct kernel_call *call)
{
    struct score_rows s = score_rows(call);
    const struct tensor *target = &call->in[TARGET];
    double *each = kernel_zeros(call, s.rows);
    bool *is_target = arena_array(call->arena, bool, s.classes);
    struct tensor *own = kernel_own(call, call->in[INPUT].dtype, target->rank, target->dim);
    for (int64_t k = 0; k < s.rows; k++) {
        if (!mark_targets(call, &s, k, is_target)) return;
        compare_row(call, &s, k, is_target, &each[k], NULL, 0.0);
        for (int64_t c = 0; own && c < s.classes; c++)
            tensor_set(own, k * s.classes + c, is_target[c]);
    }
    loss_reduce(call, call->in[INPUT].dtype, call->in[INPUT].rank > 1 ? 1 : 0, &s.rows, each);
}

void multilabel_margin_loss_backward(struct kernel_call *call)
{
    struct score_rows s = score_rows(call);
    const double *share = loss_spread(call, s.rows);
    double *to = kernel_zeros(call, s.rows * s.classes), loss = 0.0;
    bool *is_target = arena_array(call->arena, bool, s.classes);
    for (int64_t k = 0; k < s.rows; k++) {
        for (int64_t c = 0; c < s.classes; c++)
            is_target[c] = tensor_get(&call->own[0], k * s.classes + c) != 0.0;
        compare_row(call, &s, k, is_target, &loss, to, share[k]);
    }
    kernel_give_gradient(call, INPUT, to);
}
