// inner, kron and cross, in doubles, or where all operands hold integers in i64, which wraps
// around.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/vectors.h"

#include <string.h>

// ---- inner

static void multiply_map(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->in[0][i] * m->in[1][i];
}

static void multiply_slope(const struct map_row *m)
{
    for (int64_t i = 0; i < m->n; i++) m->to[i] = m->gradient[i] * m->in[1 - m->operand][i];
}

static void multiply_whole(int64_t n, const int64_t *a, const int64_t *b, int64_t *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = (int64_t)((uint64_t)a[i] * (uint64_t)b[i]);
}

static bool is_whole(const struct kernel_call *call)
{
    return !dtype_is_float(call->in[0].dtype) && !dtype_is_float(call->in[1].dtype);
}

static const uint64_t *whole_operand(struct kernel_call *call, int operand)
{
    return kernel_numbers(call, &call->in[operand], DTYPE_I64);
}

static bool has_number(const struct kernel_call *call)
{
    return call->in[0].rank == 0 || call->in[1].rank == 0;
}

struct inner_rows {
    int64_t a, b, n; // rows of either, and their length
};

static struct inner_rows rows_of(const struct kernel_call *call)
{
    const struct tensor *a = &call->in[0], *b = &call->in[1];
    struct inner_rows r = {1, 1, a->dim[a->rank - 1]};
    for (int i = 0; i + 1 < a->rank; i++) r.a *= a->dim[i];
    for (int i = 0; i + 1 < b->rank; i++) r.b *= b->dim[i];
    return r;
}

static void inner_whole(struct kernel_call *call, const struct inner_rows *r,
                        const struct tensor *y)
{
    const uint64_t *x = whole_operand(call, 0), *w = whole_operand(call, 1);
    for (int64_t at = 0; at < r->a * r->b; at++) {
        uint64_t sum = 0;
        for (int64_t c = 0; c < r->n; c++) sum += x[at / r->b * r->n + c] * w[at % r->b * r->n + c];
        tensor_set_integer(y, at, (int64_t)sum);
    }
}

void inner_forward(struct kernel_call *call)
{
    const struct tensor *a = &call->in[0], *b = &call->in[1];
    int64_t dim[2 * MAX_RANK];
    if (has_number(call)) {
        if (!map_integers(call, multiply_whole, MAP_PROMOTED))
            map_forward(call, multiply_map, MAP_PROMOTED);
        return;
    }
    struct inner_rows r = rows_of(call);
    int rank = a->rank - 1;
    memcpy(dim, a->dim, (size_t)rank * sizeof *dim);
    for (int i = 0; i + 1 < b->rank; i++) dim[rank++] = b->dim[i];
    struct tensor *y = kernel_result(call, 0, a->dtype, rank, dim);
    if (is_whole(call)) {
        inner_whole(call, &r, y);
        return;
    }
    const double *x = kernel_operand(call, 0), *w = kernel_operand(call, 1);
    for (int64_t i = 0; i < r.a; i++)
        for (int64_t k = 0; k < r.b; k++) {
            double sum = 0.0;
            for (int64_t c = 0; c < r.n; c++) sum += x[i * r.n + c] * w[k * r.n + c];
            tensor_set(y, i * r.b + k, sum);
        }
}

void inner_backward(struct kernel_call *call)
{
    if (has_number(call)) {
        map_backward(call, multiply_slope);
        return;
    }
    struct inner_rows r = rows_of(call);
    for (int operand = 0; operand < 2; operand++) {
        if (!kernel_wants(call, operand)) continue;
        const double *other = kernel_operand(call, 1 - operand);
        double *to = kernel_zeros(call, (operand ? r.b : r.a) * r.n);
        for (int64_t at = 0; at < r.a * r.b; at++) {
            double g = tensor_get(&call->grad_out[0], at);
            int64_t own = operand ? at % r.b : at / r.b, from = operand ? at / r.b : at % r.b;
            for (int64_t c = 0; c < r.n; c++) to[own * r.n + c] += g * other[from * r.n + c];
        }
        kernel_give_gradient(call, operand, to);
    }
}

// ---- kron: element [i * K + k] of an axis is the product of elements i and k

struct kron {
    struct tensor a, b, y; // both in the rank of the result; extents only
};

static struct tensor in_rank(const struct tensor *t, int rank)
{
    struct tensor wide = {.dtype = t->dtype, .rank = rank};
    for (int i = 0; i < rank; i++)
        wide.dim[i] = i < rank - t->rank ? 1 : t->dim[i - (rank - t->rank)];
    tensor_set_contiguous(&wide);
    return wide;
}

static struct kron kron_of(const struct kernel_call *call)
{
    int rank = call->in[0].rank > call->in[1].rank ? call->in[0].rank : call->in[1].rank;
    struct kron k = {.a = in_rank(&call->in[0], rank), .b = in_rank(&call->in[1], rank)};
    k.y = k.a;
    for (int i = 0; i < rank; i++) k.y.dim[i] = k.a.dim[i] * k.b.dim[i];
    tensor_set_contiguous(&k.y);
    return k;
}

// Which elements result number `at` is the product of.
static void kron_factors(const struct kron *k, int64_t at, int64_t *of_a, int64_t *of_b)
{
    int64_t place[MAX_RANK], a[MAX_RANK], b[MAX_RANK];
    tensor_place(&k->y, at, place);
    for (int i = 0; i < k->y.rank; i++) {
        a[i] = place[i] / k->b.dim[i];
        b[i] = place[i] % k->b.dim[i];
    }
    *of_a = tensor_index(&k->a, a);
    *of_b = tensor_index(&k->b, b);
}

static void kron_whole(struct kernel_call *call, const struct kron *k, const struct tensor *y)
{
    const uint64_t *a = whole_operand(call, 0), *b = whole_operand(call, 1);
    int64_t of_a, of_b;
    for (int64_t at = 0; at < tensor_count(y); at++) {
        kron_factors(k, at, &of_a, &of_b);
        tensor_set_integer(y, at, (int64_t)(a[of_a] * b[of_b]));
    }
}

void kron_forward(struct kernel_call *call)
{
    struct kron k = kron_of(call);
    struct tensor *y = kernel_result(call, 0, kernel_promote(call, 0, 2), k.y.rank, k.y.dim);
    if (is_whole(call)) {
        kron_whole(call, &k, y);
        return;
    }
    const double *a = kernel_operand(call, 0), *b = kernel_operand(call, 1);
    int64_t of_a, of_b;
    for (int64_t at = 0; at < tensor_count(y); at++) {
        kron_factors(&k, at, &of_a, &of_b);
        tensor_set(y, at, a[of_a] * b[of_b]);
    }
}

void kron_backward(struct kernel_call *call)
{
    struct kron k = kron_of(call);
    int64_t of[2];
    for (int operand = 0; operand < 2; operand++) {
        if (!kernel_wants(call, operand)) continue;
        const double *other = kernel_operand(call, 1 - operand);
        double *to = kernel_zeros(call, tensor_count(&call->in[operand]));
        for (int64_t at = 0; at < tensor_count(&k.y); at++) {
            kron_factors(&k, at, &of[0], &of[1]);
            to[of[operand]] += tensor_get(&call->grad_out[0], at) * other[of[1 - operand]];
        }
        kernel_give_gradient(call, operand, to);
    }
}

// ---- cross

// Without `dim` the first axis of length 3.
static struct vectors threes_of(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int axis = 0;
    if (kernel_given(call, "dim"))
        axis = kernel_axis(call, "dim", 0, x->rank);
    else
        while (axis + 1 < x->rank && x->dim[axis] != 3) axis++;
    struct vectors v = vectors_of(call, 2, axis);
    if (v.n != 3) kernel_fail(call, "cross takes vectors of 3 numbers, not %lld", (long long)v.n);
    return v;
}

// to = a x b, of one vector.
static void cross_one(const double *a, const double *b, int64_t step, double *to)
{
    for (int i = 0; i < 3; i++) {
        int64_t next = (i + 1) % 3 * step, last = (i + 2) % 3 * step;
        to[i * step] = a[next] * b[last] - a[last] * b[next];
    }
}

static const uint64_t *whole_vectors(struct kernel_call *call, const struct vectors *v, int operand)
{
    struct tensor spread = {.dtype = DTYPE_I64, .rank = v->rank};
    memcpy(spread.dim, v->dim, sizeof spread.dim);
    tensor_set_contiguous(&spread);
    spread.data = (char *)kernel_doubles(call, tensor_count(&spread));
    tensor_copy(&call->in[operand], &spread);
    return (const uint64_t *)spread.data;
}

static void cross_whole(struct kernel_call *call, const struct vectors *v, const struct tensor *y)
{
    const uint64_t *a = whole_vectors(call, v, 0), *b = whole_vectors(call, v, 1);
    for (int64_t k = 0; k < vectors_count(v); k++)
        for (int i = 0; i < 3; i++) {
            int64_t at = vectors_begin(v, k), next = at + (i + 1) % 3 * v->inner;
            int64_t last = at + (i + 2) % 3 * v->inner;
            tensor_set_integer(y, at + i * v->inner,
                               (int64_t)(a[next] * b[last] - a[last] * b[next]));
        }
}

void cross_forward(struct kernel_call *call)
{
    struct vectors v = threes_of(call);
    if (call->failure) return;
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, v.rank, v.dim);
    if (is_whole(call)) {
        cross_whole(call, &v, y);
        return;
    }
    const double *a = vectors_operand(call, &v, 0), *b = vectors_operand(call, &v, 1);
    double *to = kernel_doubles(call, vectors_count(&v) * 3);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        int64_t at = vectors_begin(&v, k);
        cross_one(a + at, b + at, v.inner, to + at);
    }
    for (int64_t i = 0; i < tensor_count(y); i++) tensor_set(y, i, to[i]);
}

// The gradient by a is b x g, and by b it is g x a.
void cross_backward(struct kernel_call *call)
{
    struct vectors v = threes_of(call);
    int64_t n = vectors_count(&v) * 3;
    double *g = kernel_doubles(call, n), *to = kernel_doubles(call, n);
    for (int64_t i = 0; i < n; i++) g[i] = tensor_get(&call->grad_out[0], i);
    for (int operand = 0; operand < 2; operand++) {
        if (!kernel_wants(call, operand)) continue;
        const double *other = vectors_operand(call, &v, 1 - operand);
        for (int64_t k = 0; k < vectors_count(&v); k++) {
            int64_t at = vectors_begin(&v, k);
            if (operand == 0)
                cross_one(other + at, g + at, v.inner, to + at);
            else
                cross_one(g + at, other + at, v.inner, to + at);
        }
        vectors_give(call, &v, operand, to);
    }
}
