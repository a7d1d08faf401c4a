// Elements selected by their order: mode, kthvalue, quantile; and aminmax.

#include "ir/ops/kernels.h"
#include "ir/ops/ranked.h"
#include "ir/ops/reduced.h"
#include "ir/ops/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- orders

struct placed {
    double x;
    int64_t place;
};

// Ascending, what is no number last; equal ones as they lie.
static int by_value(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    bool none_a = isnan(a->x) != 0, none_b = isnan(b->x) != 0;
    if (none_a != none_b) return none_a - none_b;
    if (!none_a && a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static void sort_list(struct placed *list, const double *x, int64_t n, int64_t step)
{
    for (int64_t i = 0; i < n; i++) list[i] = (struct placed){x[i * step], i};
    qsort(list, (size_t)n, sizeof *list, by_value);
}

typedef struct placed choose_function(const struct kernel_call *, int64_t n, const struct placed *);

static void choose_along(struct kernel_call *call, choose_function *choose)
{
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", -1));
    int64_t dim[MAX_RANK];
    int rank = vectors_reduced(&v, kernel_bool(call, "keepdim", false), dim);
    kernel_results(call, 2);
    struct tensor *values = kernel_result(call, 0, call->in[0].dtype, rank, dim);
    struct tensor *places = kernel_result(call, 1, DTYPE_I64, rank, dim);
    struct ranked ranked = ranked_of(call, &call->in[0]);
    const double *x = ranked_numbers(call, &ranked);
    struct placed *list = arena_alloc_array(call->arena, (size_t)v.n, sizeof *list);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        sort_list(list, x + vectors_begin(&v, k), v.n, v.inner);
        struct placed chosen = choose(call, v.n, list);
        ranked_store(&ranked, values, k, chosen.x);
        tensor_set_integer(places, k, chosen.place);
    }
}

// The gradient goes to the places.
void placed_backward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", -1));
    double *to = kernel_zeros(call, vectors_count(&v) * v.n);
    for (int64_t k = 0; k < vectors_count(&v); k++) {
        int64_t place = tensor_get_integer(&call->out[1], k);
        if (place >= 0 && place < v.n)
            to[vectors_begin(&v, k) + place * v.inner] = tensor_get(&call->grad_out[0], k);
    }
    vectors_give(call, &v, 0, to);
}

static bool same_value(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

// The smallest of the most frequent ones, where it is last.
static struct placed most_frequent(const struct kernel_call *call, int64_t n,
                                   const struct placed *list)
{
    struct placed best = list[0];
    int64_t most = 0;
    (void)call;
    for (int64_t i = 0, begin = 0; i < n; i++) {
        if (!same_value(list[i].x, list[begin].x)) begin = i;
        if (i - begin + 1 <= most && !same_value(list[i].x, best.x)) continue;
        most = i - begin + 1;
        best = list[i];
    }
    return best;
}

static struct placed kth(const struct kernel_call *call, int64_t n, const struct placed *list)
{
    int64_t k = kernel_int(call, "k", 1);
    return list[k < 1 ? 0 : k > n ? n - 1 : k - 1];
}

void mode_forward(struct kernel_call *call)
{
    choose_along(call, most_frequent);
}

void kthvalue_forward(struct kernel_call *call)
{
    int64_t k = kernel_int(call, "k", 1);
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", -1));
    if (k < 1 || k > v.n)
        kernel_fail(call, "k is %lld, but there are %lld elements", (long long)k, (long long)v.n);
    else
        choose_along(call, kth);
}

// ---- quantile

enum { QUANTILE_INPUT, QUANTILE_Q };

// Between elements `low` and `high` of the order, `weight` from the first.
struct between {
    int64_t low, high;
    double weight;
};

static struct between place_of(const struct kernel_call *call, double q, int64_t n)
{
    const char *how = kernel_string(call, "interpolation", "linear");
    double rank = q * (double)(n - 1);
    if (!strcmp(how, "lower")) rank = floor(rank);
    if (!strcmp(how, "higher")) rank = ceil(rank);
    if (!strcmp(how, "nearest")) rank = nearbyint(rank);
    struct between b = {(int64_t)floor(rank), (int64_t)ceil(rank), rank - floor(rank)};
    if (!strcmp(how, "midpoint")) b.weight = 0.5;
    return b;
}

static int64_t n_quantiles(const struct kernel_call *call)
{
    bool given = call->n_in > QUANTILE_Q && kernel_has(call, QUANTILE_Q);
    return given ? tensor_count(&call->in[QUANTILE_Q]) : 1;
}

// False, and the call fails, where it is none.
static bool quantile_at(struct kernel_call *call, int64_t i, double *q)
{
    bool given = call->n_in > QUANTILE_Q && kernel_has(call, QUANTILE_Q);
    *q = given ? tensor_get(&call->in[QUANTILE_Q], i) : kernel_float(call, "q", 0.5);
    if (*q >= 0.0 && *q <= 1.0) return true;
    kernel_fail(call, "q is %g, but a quantile is from 0 to 1", *q);
    return false;
}

// One line of q for all lists: quantile i of list k is result i * lists + k.
void quantile_forward(struct kernel_call *call)
{
    struct reduced r = reduced_view(call, &call->in[QUANTILE_INPUT]);
    int64_t dim[MAX_RANK + 1], n = n_quantiles(call), all = n * r.stay;
    bool several =
        call->n_in > QUANTILE_Q && kernel_has(call, QUANTILE_Q) && call->in[QUANTILE_Q].rank == 1;
    if (several) dim[0] = n;
    memcpy(dim + several, r.dim, (size_t)r.rank * sizeof *dim);
    struct tensor *y =
        kernel_result(call, 0, call->in[QUANTILE_INPUT].dtype, r.rank + several, dim);
    struct tensor *low = kernel_own(call, DTYPE_I64, 1, &all);
    struct tensor *high = kernel_own(call, DTYPE_I64, 1, &all);
    struct tensor *weight = kernel_own(call, call->in[QUANTILE_INPUT].dtype, 1, &all);
    struct placed *list = arena_alloc_array(call->arena, (size_t)r.go, sizeof *list);
    double *x = kernel_doubles(call, r.go), q;
    for (int64_t at = 0; at < all; at++) {
        if (!quantile_at(call, at / r.stay, &q)) return;
        reduced_load(&r, at % r.stay, x);
        sort_list(list, x, r.go, 1);
        struct between b = place_of(call, q, r.go);
        if (isnan(list[r.go - 1].x)) b = (struct between){r.go - 1, r.go - 1, 0.0};
        double from = list[b.low].x, to = list[b.high].x;
        tensor_set(y, at, b.low == b.high ? from : from + b.weight * (to - from));
        if (low) tensor_set_integer(low, at, list[b.low].place);
        if (high) tensor_set_integer(high, at, list[b.high].place);
        if (weight) tensor_set(weight, at, b.weight);
    }
}

void quantile_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, QUANTILE_INPUT)) return;
    struct reduced to = reduced_view(call, kernel_gradient(call, QUANTILE_INPUT));
    double *list = kernel_doubles(call, to.go);
    for (int64_t k = 0; k < to.stay; k++) {
        memset(list, 0, (size_t)to.go * sizeof *list);
        for (int64_t i = 0; i < n_quantiles(call); i++) {
            int64_t at = i * to.stay + k;
            double g = tensor_get(&call->grad_out[0], at), w = tensor_get(&call->own[2], at);
            list[tensor_get_integer(&call->own[0], at)] += g * (1.0 - w);
            list[tensor_get_integer(&call->own[1], at)] += g * w;
        }
        reduced_store(&to, k, list);
    }
}

// ---- aminmax

void aminmax_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct ranked ranked = ranked_of(call, x);
    struct reduced r = reduced_view(call, &ranked.numbers);
    bool own_axis = x->rank == 0 && r.along && kernel_bool(call, "keepdim", false);
    int64_t one = 1;
    kernel_results(call, 2);
    struct tensor *results[2];
    for (int i = 0; i < 2; i++)
        results[i] = own_axis ? kernel_result(call, i, x->dtype, 1, &one)
                              : kernel_result(call, i, x->dtype, r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        reduced_load(&r, k, list);
        double least = list[0], most = list[0];
        for (int64_t i = 1; i < r.go; i++) {
            if (list[i] < least || isnan(list[i])) least = list[i];
            if (list[i] > most || isnan(list[i])) most = list[i];
            if (isnan(least)) break;
        }
        ranked_store(&ranked, results[0], k, least);
        ranked_store(&ranked, results[1], k, most);
    }
}

// Equal elements share the gradient.
static void share_with_equal(int64_t n, const double *x, double y, double g, double *to)
{
    int64_t equal = 0;
    for (int64_t i = 0; i < n; i++) equal += x[i] == y;
    for (int64_t i = 0; i < n; i++)
        to[i] += isnan(x[i] - y) ? NAN : x[i] == y ? g / (double)equal : 0.0;
}

void aminmax_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct reduced r = reduced_view(call, &call->in[0]);
    struct reduced to = reduced_view(call, kernel_gradient(call, 0));
    double *x = kernel_doubles(call, r.go), *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        reduced_load(&r, k, x);
        memset(list, 0, (size_t)r.go * sizeof *list);
        for (int i = 0; i < 2; i++)
            if (tensor_is_there(&call->grad_out[i]))
                share_with_equal(r.go, x, tensor_get(&call->out[i], k),
                                 tensor_get(&call->grad_out[i], k), list);
        reduced_store(&to, k, list);
    }
}
