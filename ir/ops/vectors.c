#include "ir/ops/vectors.h"

#include <math.h>
#include <string.h>

static void broadcast(const struct kernel_call *call, int n_operands, struct vectors *v)
{
    for (int i = 0; i < n_operands; i++)
        if (call->in[i].rank > v->rank) v->rank = call->in[i].rank;
    for (int axis = 0; axis < v->rank; axis++) {
        v->dim[axis] = 1;
        for (int i = 0; i < n_operands; i++) {
            int own = axis - (v->rank - call->in[i].rank);
            if (own >= 0 && call->in[i].dim[own] != 1) v->dim[axis] = call->in[i].dim[own];
        }
    }
}

struct vectors vectors_of(const struct kernel_call *call, int n_operands, int axis)
{
    struct vectors v = {.axis = -1, .outer = 1, .n = 1, .inner = 1};
    broadcast(call, n_operands, &v);
    if (v.rank == 0) return v;
    v.axis = axis < 0 ? axis + v.rank : axis;
    v.n = v.dim[v.axis];
    for (int i = 0; i < v.axis; i++) v.outer *= v.dim[i];
    for (int i = v.axis + 1; i < v.rank; i++) v.inner *= v.dim[i];
    return v;
}

int64_t vectors_count(const struct vectors *v)
{
    return v->outer * v->inner;
}

int64_t vectors_begin(const struct vectors *v, int64_t k)
{
    return k / v->inner * v->n * v->inner + k % v->inner;
}

static struct tensor whole(const struct vectors *v, double *numbers)
{
    struct tensor t = {.dtype = DTYPE_F64, .rank = v->rank, .data = (char *)numbers};
    memcpy(t.dim, v->dim, sizeof t.dim);
    tensor_set_contiguous(&t);
    return t;
}

double *vectors_operand(struct kernel_call *call, const struct vectors *v, int operand)
{
    double *numbers = kernel_doubles(call, vectors_count(v) * v->n);
    struct tensor to = whole(v, numbers);
    tensor_copy(&call->in[operand], &to);
    return numbers;
}

void vectors_give(struct kernel_call *call, const struct vectors *v, int operand, double *numbers)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor from = whole(v, numbers);
    kernel_sum_to(call, &from, kernel_gradient(call, operand));
}

int vectors_reduced(const struct vectors *v, bool keep, int64_t *dim)
{
    int rank = 0;
    for (int i = 0; i < v->rank; i++)
        if (i != v->axis || keep) dim[rank++] = i == v->axis ? 1 : v->dim[i];
    return rank;
}

double norm_of(const double *x, int64_t n, int64_t step, double p)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(x[i * step]);
        if (isinf(p))
            sum = size > sum || isnan(size) ? size : sum;
        else
            sum += p == 0.0 ? size != 0.0 : p == 1.0 ? size : p == 2.0 ? size * size : pow(size, p);
    }
    if (p == 2.0) return sqrt(sum);
    return p == 0.0 || p == 1.0 || isinf(p) ? sum : pow(sum, 1.0 / p);
}

double norm_slope(double x, double norm, double p)
{
    double sign = (double)((x > 0.0) - (x < 0.0));
    if (isnan(x) || isnan(norm)) return NAN;
    if (norm == 0.0 || p == 0.0 || x == 0.0) return 0.0;
    if (isinf(p)) return fabs(x) == norm ? sign : 0.0;
    if (p == 1.0) return sign;
    return p == 2.0 ? x / norm : sign * pow(fabs(x) / norm, p - 1.0);
}
