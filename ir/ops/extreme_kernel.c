// Reductions that choose an element: the largest, the smallest, the middle one.

#include "ir/ops/kernels.h"
#include "ir/ops/ranked.h"
#include "ir/ops/reduced.h"

#include <math.h>
#include <stdlib.h>

// ---- extremes

// The first element that is larger (sign 1) or smaller (-1) than all before it; a NaN wins.
static double extreme_of(struct list *l, double sign)
{
    double most = NAN;
    l->place = -1;
    for (int64_t i = 0; i < l->n; i++) {
        bool wins =
            l->place < 0 || (!isnan(most) && (isnan(l->x[i]) || sign * l->x[i] > sign * most));
        if (!wins) continue;
        most = l->x[i];
        l->place = i;
    }
    return most;
}

static double amax_of(struct list *l)
{
    return extreme_of(l, 1.0);
}

static double amin_of(struct list *l)
{
    return extreme_of(l, -1.0);
}

static double argmax_of(struct list *l)
{
    extreme_of(l, 1.0);
    return (double)l->place;
}

static double argmin_of(struct list *l)
{
    extreme_of(l, -1.0);
    return (double)l->place;
}

// Equal elements share the gradient.
static void amax_slope(struct list *l)
{
    int64_t equal = 0;
    for (int64_t i = 0; i < l->n; i++) equal += l->x[i] == l->y;
    for (int64_t i = 0; i < l->n; i++)
        l->to[i] = isnan(l->x[i] - l->y) ? NAN
                   : l->x[i] == l->y     ? l->gradient / (double)equal
                                         : 0.0;
}

REDUCE_CHOSEN(amax, REDUCED_SAME)
REDUCE_CHOSEN(amin, REDUCED_SAME)
REDUCE_CHOSEN(argmax, REDUCED_INDEX)
REDUCE_CHOSEN(argmin, REDUCED_INDEX)

void amax_backward(struct kernel_call *call)
{
    reduced_backward(call, amax_slope);
}

void amin_backward(struct kernel_call *call)
{
    reduced_backward(call, amax_slope);
}

// ---- extremes with their places

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The lower of the two middle ones where the number is even, the first of equal ones; a NaN wins.
static double median_of(struct list *l)
{
    l->place = -1;
    for (int64_t i = 0; i < l->n; i++) {
        l->room[i] = l->x[i];
        if (!isnan(l->x[i])) continue;
        l->place = i;
        return NAN;
    }
    if (!l->n) return NAN;
    qsort(l->room, (size_t)l->n, sizeof *l->room, by_size);
    double middle = l->room[(l->n - 1) / 2];
    while (l->x[++l->place] != middle) continue;
    return middle;
}

// The place is a result where an axis was named.
static void choose(struct kernel_call *call, value_function *value)
{
    const struct tensor *x = &call->in[0];
    struct ranked ranked = ranked_of(call, x);
    struct reduced r = reduced_view(call, &ranked.numbers);
    kernel_results(call, r.along ? 2 : 1);
    struct tensor *y = kernel_result(call, 0, x->dtype, r.rank, r.dim);
    struct tensor *where = r.along ? kernel_result(call, 1, DTYPE_I64, r.rank, r.dim) : NULL;
    double *list = kernel_doubles(call, r.go), *room = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list, .room = room};
        reduced_load(&r, k, list);
        ranked_store(&ranked, y, k, value(&l));
        if (where) tensor_set(where, k, (double)l.place);
    }
}

// Along an axis the gradient goes to the place that was kept.
void chosen_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    if (call->n_out < 2) {
        reduced_backward(call, amax_slope);
        return;
    }
    struct reduced to = reduced_view(call, kernel_gradient(call, 0));
    double *list = kernel_doubles(call, to.go);
    for (int64_t k = 0; k < to.stay; k++) {
        double place = tensor_get(&call->out[1], k);
        for (int64_t i = 0; i < to.go; i++) list[i] = place < 0.0 ? NAN : 0.0;
        if (place >= 0.0) list[(int64_t)place] = tensor_get(&call->grad_out[0], k);
        reduced_store(&to, k, list);
    }
}

void max_forward(struct kernel_call *call)
{
    choose(call, amax_of);
}

void min_forward(struct kernel_call *call)
{
    choose(call, amin_of);
}

void median_forward(struct kernel_call *call)
{
    choose(call, median_of);
}
