// Distances and angles between vectors.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/loss_reduce.h"
#include "ir/ops/vectors.h"

#include <math.h>
#include <string.h>

static enum dtype floating(enum dtype dtype)
{
    return dtype_is_float(dtype) ? dtype : DTYPE_F32;
}

static double dot(const double *a, const double *b, int64_t n, int64_t step)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++) sum += a[i * step] * b[i * step];
    return sum;
}

static double larger(double a, double b)
{
    return a > b || isnan(a) ? a : b;
}

// ---- cosine_similarity

static struct vectors along_dim(const struct kernel_call *call)
{
    return vectors_of(call, 2, (int)kernel_int(call, "dim", 1));
}

// Lengths below eps count as eps.
static double length(const struct kernel_call *call, const double *x, const struct vectors *v)
{
    return larger(sqrt(dot(x, x, v->n, v->inner)), kernel_float(call, "eps", 1e-8));
}

void cosine_similarity_forward(struct kernel_call *call)
{
    struct vectors v = along_dim(call);
    int64_t dim[MAX_RANK];
    int rank = vectors_reduced(&v, false, dim);
    struct tensor *y = kernel_result(call, 0, kernel_promote(call, 0, 2), rank, dim);
    const double *a = vectors_operand(call, &v, 0), *b = vectors_operand(call, &v, 1);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        const double *x1 = a + vectors_begin(&v, k), *x2 = b + vectors_begin(&v, k);
        double product = dot(x1, x2, v.n, v.inner);
        tensor_set(y, k, product / (length(call, x1, &v) * length(call, x2, &v)));
    }
}

void cosine_similarity_backward(struct kernel_call *call)
{
    struct vectors v = along_dim(call);
    double *x[] = {vectors_operand(call, &v, 0), vectors_operand(call, &v, 1)};
    for (int operand = 0; operand < 2; operand++) {
        double *to = kernel_doubles(call, vectors_count(&v) * v.n);
        for (int64_t k = 0; k < vectors_count(&v); k++) {
            const double *own = x[operand] + vectors_begin(&v, k);
            const double *other = x[1 - operand] + vectors_begin(&v, k);
            double g = tensor_get(&call->grad_out[0], k), n = length(call, own, &v);
            double both = n * length(call, other, &v);
            double cosine = dot(own, other, v.n, v.inner) / both;
            for (int64_t i = 0; i < v.n * v.inner; i += v.inner)
                to[vectors_begin(&v, k) + i] = g * (other[i] / both - cosine * own[i] / (n * n));
        }
        vectors_give(call, &v, operand, to);
    }
}

// ---- pairwise_distance

static double *differences(struct kernel_call *call, const struct vectors *v, int a, int b,
                           double eps)
{
    double *x = vectors_operand(call, v, a);
    const double *y = vectors_operand(call, v, b);
    for (int64_t i = 0; i < vectors_count(v) * v->n; i++) x[i] = x[i] - y[i] + eps;
    return x;
}

void pairwise_distance_forward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 2, -1);
    int64_t dim[MAX_RANK];
    int rank = vectors_reduced(&v, kernel_bool(call, "keepdim", false), dim);
    struct tensor *y = kernel_result(call, 0, floating(kernel_promote(call, 0, 2)), rank, dim);
    const double *d = differences(call, &v, 0, 1, kernel_float(call, "eps", 1e-6));
    double p = kernel_float(call, "p", 2.0);
    for (int64_t k = 0; k < vectors_count(&v); k++)
        tensor_set(y, k, norm_of(d + k * v.n, v.n, 1, p));
}

void pairwise_distance_backward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 2, -1);
    double *d = differences(call, &v, 0, 1, kernel_float(call, "eps", 1e-6));
    double p = kernel_float(call, "p", 2.0);
    int64_t n = vectors_count(&v) * v.n;
    for (int64_t i = 0; i < n; i++) {
        double norm = tensor_get(&call->out[0], i / v.n);
        d[i] = tensor_get(&call->grad_out[0], i / v.n) * norm_slope(d[i], norm, p);
    }
    vectors_give(call, &v, 0, d);
    for (int64_t i = 0; i < n; i++) d[i] = -d[i];
    vectors_give(call, &v, 1, d);
}

// ---- cdist: each point of x1 with each of x2; batches broadcast

struct point_sets {
    int64_t batch, p, r, m; // points of either set, coordinates
    int rank;
    int64_t dim[MAX_RANK]; // of the result
};

static struct point_sets sets_of(const struct kernel_call *call)
{
    const struct tensor *a = &call->in[0], *b = &call->in[1];
    struct point_sets s = {.batch = 1, .rank = a->rank > b->rank ? a->rank : b->rank};
    for (int axis = 0; axis < s.rank - 2; axis++) {
        int in_a = axis - (s.rank - a->rank), in_b = axis - (s.rank - b->rank);
        int64_t size = in_a >= 0 ? a->dim[in_a] : 1;
        s.dim[axis] = size == 1 && in_b >= 0 ? b->dim[in_b] : size;
        s.batch *= s.dim[axis];
    }
    s.p = s.dim[s.rank - 2] = a->dim[a->rank - 2];
    s.r = s.dim[s.rank - 1] = b->dim[b->rank - 2];
    s.m = a->dim[a->rank - 1];
    return s;
}

// A set of `n` points a batch, as f64.
static struct tensor set_extents(const struct point_sets *s, int64_t n, double *numbers)
{
    struct tensor t = {.dtype = DTYPE_F64, .rank = s->rank, .data = (char *)numbers};
    memcpy(t.dim, s->dim, sizeof t.dim);
    t.dim[s->rank - 2] = n;
    t.dim[s->rank - 1] = s->m;
    tensor_set_contiguous(&t);
    return t;
}

static double *points(struct kernel_call *call, const struct point_sets *s, int operand)
{
    int64_t n = operand ? s->r : s->p;
    double *numbers = kernel_doubles(call, s->batch * n * s->m);
    struct tensor to = set_extents(s, n, numbers);
    tensor_copy(&call->in[operand], &to);
    return numbers;
}

static void subtract(const double *a, const double *b, int64_t n, double *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = a[i] - b[i];
}

void cdist_forward(struct kernel_call *call)
{
    struct point_sets s = sets_of(call);
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, s.rank, s.dim);
    const double *a = points(call, &s, 0), *b = points(call, &s, 1);
    double *d = kernel_doubles(call, s.m), p = kernel_float(call, "p", 2.0);
    for (int64_t i = 0; i < s.batch * s.p; i++)
        for (int64_t k = 0; k < s.r; k++) {
            subtract(a + i * s.m, b + (i / s.p * s.r + k) * s.m, s.m, d);
            tensor_set(y, i * s.r + k, norm_of(d, s.m, 1, p));
        }
}

void cdist_backward(struct kernel_call *call)
{
    struct point_sets s = sets_of(call);
    const double *a = points(call, &s, 0), *b = points(call, &s, 1);
    double *d = kernel_doubles(call, s.m), p = kernel_float(call, "p", 2.0);
    double *to[] = {kernel_zeros(call, s.batch * s.p * s.m),
                    kernel_zeros(call, s.batch * s.r * s.m)};
    for (int64_t i = 0; i < s.batch * s.p; i++)
        for (int64_t k = 0; k < s.r; k++) {
            int64_t other = (i / s.p * s.r + k) * s.m, at = i * s.r + k;
            double norm = tensor_get(&call->out[0], at), g = tensor_get(&call->grad_out[0], at);
            subtract(a + i * s.m, b + other, s.m, d);
            for (int64_t c = 0; c < s.m; c++) {
                double slope = g * norm_slope(d[c], norm, p);
                to[0][i * s.m + c] += slope;
                to[1][other + c] -= slope;
            }
        }
    for (int operand = 0; operand < 2; operand++) {
        if (!kernel_wants(call, operand)) continue;
        struct tensor from = set_extents(&s, operand ? s.r : s.p, to[operand]);
        kernel_sum_to(call, &from, kernel_gradient(call, operand));
    }
}

// ---- pdist: each row with each later one

void pdist_forward(struct kernel_call *call)
{
    int64_t n = call->in[0].dim[0], m = call->in[0].dim[1], pairs = n * (n - 1) / 2, at = 0;
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, 1, &pairs);
    const double *x = kernel_operand(call, 0);
    double *d = kernel_doubles(call, m), p = kernel_float(call, "p", 2.0);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = i + 1; k < n; k++) {
            subtract(x + i * m, x + k * m, m, d);
            tensor_set(y, at++, norm_of(d, m, 1, p));
        }
}

void pdist_backward(struct kernel_call *call)
{
    int64_t n = call->in[0].dim[0], m = call->in[0].dim[1], at = 0;
    const double *x = kernel_operand(call, 0);
    double *to = kernel_zeros(call, n * m), *d = kernel_doubles(call, m);
    double p = kernel_float(call, "p", 2.0);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = i + 1; k < n; k++, at++) {
            double norm = tensor_get(&call->out[0], at), g = tensor_get(&call->grad_out[0], at);
            subtract(x + i * m, x + k * m, m, d);
            for (int64_t c = 0; c < m; c++) {
                double slope = g * norm_slope(d[c], norm, p);
                to[i * m + c] += slope;
                to[k * m + c] -= slope;
            }
        }
    kernel_give_gradient(call, 0, to);
}

// ---- normalize

enum { NORMS, DIVISORS };

void normalize_forward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", 1));
    struct tensor *y = kernel_result_like(call, 0, 0), *own[2];
    int64_t dim[MAX_RANK];
    int rank = vectors_reduced(&v, true, dim);
    for (int i = 0; i < 2; i++) own[i] = kernel_own(call, call->in[0].dtype, rank, dim);
    const double *x = vectors_operand(call, &v, 0);
    double p = kernel_float(call, "p", 2.0), eps = kernel_float(call, "eps", 1e-12);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        int64_t begin = vectors_begin(&v, k);
        double norm = norm_of(x + begin, v.n, v.inner, p), divisor = larger(norm, eps);
        if (own[NORMS]) tensor_set(own[NORMS], k, norm);
        if (own[DIVISORS]) tensor_set(own[DIVISORS], k, divisor);
        for (int64_t i = begin; i < begin + v.n * v.inner; i += v.inner)
            tensor_set(y, i, x[i] / divisor);
    }
}

void normalize_backward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", 1));
    const double *x = vectors_operand(call, &v, 0);
    double *to = kernel_doubles(call, vectors_count(&v) * v.n), p = kernel_float(call, "p", 2.0);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        int64_t begin = vectors_begin(&v, k), end = begin + v.n * v.inner;
        double norm = tensor_get(&call->own[NORMS], k), sum = 0.0;
        double divisor = tensor_get(&call->own[DIVISORS], k);
        for (int64_t i = begin; i < end; i += v.inner)
            sum += tensor_get(&call->grad_out[0], i) * x[i];
        if (norm < divisor) sum = 0.0; // the divisor is eps
        for (int64_t i = begin; i < end; i += v.inner)
            to[i] = tensor_get(&call->grad_out[0], i) / divisor -
                    sum / (divisor * divisor) * norm_slope(x[i], norm, p);
    }
    vectors_give(call, &v, 0, to);
}

// ---- losses of distances

#define COSINE_EPS 1e-12

struct cosine_rows {
    struct vectors v;
    int64_t rows; // of the inputs or of the target, whichever are more
    double *x[2];
};

static struct cosine_rows cosine_rows(struct kernel_call *call)
{
    struct cosine_rows c = {.v = vectors_of(call, 2, -1)};
    c.rows = c.v.rank > 1 && c.v.dim[0] == 1 ? tensor_count(&call->in[2]) : vectors_count(&c.v);
    for (int i = 0; i < 2; i++) c.x[i] = vectors_operand(call, &c.v, i);
    return c;
}

static double target_of(const struct kernel_call *call, int64_t row)
{
    return tensor_get(&call->in[2], tensor_count(&call->in[2]) == 1 ? 0 : row);
}

static const double *row_of(const struct cosine_rows *c, int operand, int64_t row)
{
    return c->x[operand] + (vectors_count(&c->v) == 1 ? 0 : row * c->v.n);
}

static double cosine_of(const double *a, const double *b, int64_t n)
{
    return dot(a, b, n, 1) / sqrt((dot(a, a, n, 1) + COSINE_EPS) * (dot(b, b, n, 1) + COSINE_EPS));
}

void cosine_embedding_loss_forward(struct kernel_call *call)
{
    struct cosine_rows c = cosine_rows(call);
    double *each = kernel_doubles(call, c.rows), margin = kernel_float(call, "margin", 0.0);
    for (int64_t k = 0; k < c.rows; k++) {
        double cosine = cosine_of(row_of(&c, 0, k), row_of(&c, 1, k), c.v.n);
        double target = target_of(call, k);
        each[k] = target == 1.0    ? 1.0 - cosine
                  : target == -1.0 ? larger(cosine - margin, 0.0)
                                   : 0.0;
    }
    enum dtype dtype = dtype_promote(floating(call->in[0].dtype), floating(call->in[1].dtype));
    loss_reduce(call, dtype, call->in[2].rank, &c.rows, each);
}

// What the loss of a row has as slope by its cosine.
static double cosine_slope(const struct kernel_call *call, double cosine, double target)
{
    if (isnan(target)) return NAN;
    if (target == 1.0) return -1.0;
    return target == -1.0 && cosine > kernel_float(call, "margin", 0.0) ? 1.0 : 0.0;
}

void cosine_embedding_loss_backward(struct kernel_call *call)
{
    struct cosine_rows c = cosine_rows(call);
    const double *share = loss_spread(call, c.rows);
    for (int operand = 0; operand < 2; operand++) {
        double *to = kernel_zeros(call, vectors_count(&c.v) * c.v.n);
        for (int64_t k = 0; k < c.rows; k++) {
            const double *own = row_of(&c, operand, k), *other = row_of(&c, 1 - operand, k);
            double *row = to + (own - c.x[operand]);
            double cosine = cosine_of(own, other, c.v.n), square = dot(own, own, c.v.n, 1);
            double both = sqrt((square + COSINE_EPS) * (dot(other, other, c.v.n, 1) + COSINE_EPS));
            double g = share[k] * cosine_slope(call, cosine, target_of(call, k));
            for (int64_t i = 0; i < c.v.n; i++)
                row[i] += g * (other[i] / both - cosine * own[i] / (square + COSINE_EPS));
        }
        vectors_give(call, &c.v, operand, to);
    }
}

enum { ANCHOR, POSITIVE, NEGATIVE };

struct triplets {
    struct vectors v;
    double p, margin;
    double *near, *far, *swapped; // differences; swapped: NULL where the negative is not compared
};

static struct triplets triplets_of(struct kernel_call *call)
{
    double eps = kernel_float(call, "eps", 1e-6);
    struct triplets t = {.v = vectors_of(call, 3, -1),
                         .p = kernel_float(call, "p", 2.0),
                         .margin = kernel_float(call, "margin", 1.0)};
    t.near = differences(call, &t.v, ANCHOR, POSITIVE, eps);
    t.far = differences(call, &t.v, ANCHOR, NEGATIVE, eps);
    if (kernel_bool(call, "swap", false))
        t.swapped = differences(call, &t.v, POSITIVE, NEGATIVE, eps);
    return t;
}

struct triplet {
    double near, far; // distances
    bool swaps;       // the positive is nearer to the negative than the anchor is
};

static struct triplet triplet_of(const struct triplets *t, int64_t k)
{
    int64_t n = t->v.n, at = k * n;
    struct triplet one = {norm_of(t->near + at, n, 1, t->p), norm_of(t->far + at, n, 1, t->p),
                          false};
    double swapped = t->swapped ? norm_of(t->swapped + at, n, 1, t->p) : INFINITY;
    one.swaps = swapped < one.far;
    if (one.swaps) one.far = swapped;
    return one;
}

void triplet_margin_loss_forward(struct kernel_call *call)
{
    struct triplets t = triplets_of(call);
    int64_t dim[MAX_RANK], n = vectors_count(&t.v);
    int rank = vectors_reduced(&t.v, false, dim);
    double *each = kernel_doubles(call, n);
    for (int64_t k = 0; k < n; k++) {
        struct triplet one = triplet_of(&t, k);
        each[k] = larger(t.margin + one.near - one.far, 0.0);
    }
    loss_reduce(call, floating(kernel_promote(call, 0, 3)), rank, dim, each);
}

void triplet_margin_loss_backward(struct kernel_call *call)
{
    struct triplets t = triplets_of(call);
    int64_t n = t.v.n, count = vectors_count(&t.v);
    const double *share = loss_spread(call, count);
    double *to[3];
    for (int i = 0; i < 3; i++) to[i] = kernel_zeros(call, count * n);
    for (int64_t k = 0; k < count; k++) {
        struct triplet one = triplet_of(&t, k);
        double loss = t.margin + one.near - one.far, g = isnan(loss) || loss > 0.0 ? share[k] : 0.0;
        double *from = to[one.swaps ? POSITIVE : ANCHOR];
        for (int64_t i = k * n; i < (k + 1) * n; i++) {
            double near = g * norm_slope(t.near[i], one.near, t.p);
            double far = g * norm_slope(one.swaps ? t.swapped[i] : t.far[i], one.far, t.p);
            to[ANCHOR][i] += near;
            to[POSITIVE][i] -= near;
            from[i] -= far;
            to[NEGATIVE][i] += far;
        }
    }
    for (int i = 0; i < 3; i++) vectors_give(call, &t.v, i, to[i]);
}
