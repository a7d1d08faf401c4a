// scaled_dot_product_attention, a query at a time: no matrix of scores is ever whole.

#include "ir/ops/kernels.h"
#include "ir/saving.h"

#include <math.h>
#include <string.h>

enum { QUERY, KEY, VALUE, MASK };

struct sdpa {
    int64_t batch, l, s, e, v; // query length, key length, features of keys and of values
    int rank;
    int64_t dim[MAX_RANK]; // of the result
    double scale;
    bool causal, mask_is_bool;
    const double *q, *k, *value, *mask; // spread over the batch; mask: NULL without one
    double *scores;                     // of one query
};

// An operand with all batches, as f64; its last two axes are `rows` and `columns`.
static struct tensor extents_of(const struct sdpa *a, int64_t rows, int64_t columns)
{
    struct tensor t = {.dtype = DTYPE_F64, .rank = a->rank};
    memcpy(t.dim, a->dim, sizeof t.dim);
    t.dim[a->rank - 2] = rows;
    t.dim[a->rank - 1] = columns;
    tensor_set_contiguous(&t);
    return t;
}

static const double *spread(struct kernel_call *call, const struct sdpa *a, int operand,
                            int64_t rows, int64_t columns)
{
    struct tensor t = extents_of(a, rows, columns);
    t.data = (char *)kernel_doubles(call, tensor_count(&t));
    tensor_copy(&call->in[operand], &t);
    return (const double *)t.data;
}

static void read_extents(const struct kernel_call *call, struct sdpa *a)
{
    for (int i = QUERY; i <= VALUE; i++)
        if (call->in[i].rank > a->rank) a->rank = call->in[i].rank;
    a->batch = 1;
    for (int axis = 0; axis < a->rank - 2; axis++) {
        a->dim[axis] = 1;
        for (int i = QUERY; i <= VALUE; i++) {
            int own = axis - (a->rank - call->in[i].rank);
            if (own >= 0 && call->in[i].dim[own] != 1) a->dim[axis] = call->in[i].dim[own];
        }
        a->batch *= a->dim[axis];
    }
    const struct tensor *q = &call->in[QUERY], *k = &call->in[KEY], *v = &call->in[VALUE];
    a->l = a->dim[a->rank - 2] = q->dim[q->rank - 2];
    a->e = q->dim[q->rank - 1];
    a->s = k->dim[k->rank - 2];
    a->v = a->dim[a->rank - 1] = v->dim[v->rank - 1];
}

static struct sdpa read_call(struct kernel_call *call)
{
    struct sdpa a = {.causal = kernel_bool(call, "is_causal", false)};
    read_extents(call, &a);
    a.scale = kernel_float(call, "scale", 1.0 / sqrt((double)a.e));
    a.q = spread(call, &a, QUERY, a.l, a.e);
    a.k = spread(call, &a, KEY, a.s, a.e);
    a.value = spread(call, &a, VALUE, a.s, a.v);
    bool masked = call->n_in > MASK && kernel_has(call, MASK);
    if (masked) a.mask = spread(call, &a, MASK, a.l, a.s);
    a.mask_is_bool = masked && call->in[MASK].dtype == DTYPE_BOOL;
    a.scores = kernel_doubles(call, a.s);
    return a;
}

// Of query number `row`, of all batches; the largest of them.
static double score(const struct sdpa *a, int64_t row)
{
    const double *q = a->q + row * a->e, *k = a->k + row / a->l * a->s * a->e;
    double most = -INFINITY;
    for (int64_t i = 0; i < a->s; i++) {
        double sum = 0.0, mask = a->mask ? a->mask[row * a->s + i] : 0.0;
        for (int64_t c = 0; c < a->e; c++) sum += q[c] * k[i * a->e + c];
        sum *= a->scale;
        if (a->causal && i > row % a->l) sum = -INFINITY;
        if (a->mask_is_bool && mask == 0.0) sum = -INFINITY;
        if (a->mask && !a->mask_is_bool) sum += mask;
        a->scores[i] = sum;
        if (sum > most) most = sum;
    }
    return most;
}

// Turns scores into weights; the sum of the exponentials, of what is above `most`.
static double weigh(const struct sdpa *a, double most)
{
    double sum = 0.0;
    for (int64_t i = 0; i < a->s; i++) sum += a->scores[i] = exp(a->scores[i] - most);
    for (int64_t i = 0; i < a->s; i++) a->scores[i] /= sum;
    return sum;
}

void scaled_dot_product_attention_forward(struct kernel_call *call)
{
    if (kernel_float(call, "dropout_p", 0.0) > 0.0) {
        kernel_fail(call, "dropout within attention is not executed: give dropout_p = 0");
        return;
    }
    struct sdpa a = read_call(call);
    int64_t rows = a.batch * a.l;
    struct tensor *y = kernel_result(call, 0, call->in[QUERY].dtype, a.rank, a.dim);
    struct tensor *own = kernel_own(call, saving_sums_dtype(y->dtype), 1, &rows);
    for (int64_t row = 0; row < rows; row++) {
        const double *value = a.value + row / a.l * a.s * a.v;
        double most = score(&a, row), sum = weigh(&a, most);
        if (own) tensor_set(own, row, most + log(sum));
        for (int64_t c = 0; c < a.v; c++) {
            double mixed = 0.0;
            for (int64_t i = 0; i < a.s; i++) mixed += a.scores[i] * value[i * a.v + c];
            tensor_set(y, row * a.v + c, mixed);
        }
    }
}

struct sdpa_gradients {
    double *q, *k, *value, *mask;
};

// `scores` holds the weights; what comes to the result goes to all operands.
static void go_back(const struct sdpa *a, const struct kernel_call *call, int64_t row,
                    const struct sdpa_gradients *d)
{
    int64_t batch = row / a->l;
    const double *q = a->q + row * a->e, *k = a->k + batch * a->s * a->e;
    const double *value = a->value + batch * a->s * a->v;
    double through = 0.0; // the product of the result and its gradient
    for (int64_t c = 0; c < a->v; c++)
        through += tensor_get(&call->out[0], row * a->v + c) *
                   tensor_get(&call->grad_out[0], row * a->v + c);
    for (int64_t i = 0; i < a->s; i++) {
        double of_weight = 0.0, weight = a->scores[i];
        for (int64_t c = 0; c < a->v; c++) {
            double g = tensor_get(&call->grad_out[0], row * a->v + c);
            of_weight += g * value[i * a->v + c];
            d->value[(batch * a->s + i) * a->v + c] += g * weight;
        }
        double of_score = weight * (of_weight - through);
        d->mask[row * a->s + i] = of_score;
        for (int64_t c = 0; c < a->e; c++) {
            d->q[row * a->e + c] += of_score * a->scale * k[i * a->e + c];
            d->k[(batch * a->s + i) * a->e + c] += of_score * a->scale * q[c];
        }
    }
}

static void give(struct kernel_call *call, const struct sdpa *a, int operand, int64_t rows,
                 int64_t columns, double *numbers)
{
    struct tensor from = extents_of(a, rows, columns);
    from.data = (char *)numbers;
    if (operand < call->n_in && kernel_wants(call, operand))
        kernel_sum_to(call, &from, kernel_gradient(call, operand));
}

// The logarithm of each row's sum was kept in f32, or f64: with the weights' own sum its error
// goes.
void scaled_dot_product_attention_backward(struct kernel_call *call)
{
    struct sdpa a = read_call(call);
    struct sdpa_gradients d = {
        kernel_zeros(call, a.batch * a.l * a.e), kernel_zeros(call, a.batch * a.s * a.e),
        kernel_zeros(call, a.batch * a.s * a.v), kernel_zeros(call, a.batch * a.l * a.s)};
    for (int64_t row = 0; row < a.batch * a.l; row++) {
        score(&a, row);
        weigh(&a, tensor_get(&call->own[0], row));
        go_back(&a, call, row, &d);
    }
    give(call, &a, QUERY, a.l, a.e, d.q);
    give(call, &a, KEY, a.s, a.e, d.k);
    give(call, &a, VALUE, a.s, a.v, d.value);
    give(call, &a, MASK, a.l, a.s, d.mask);
}
