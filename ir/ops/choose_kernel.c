// Elements chosen by their value, and places of values in an order.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/ranked.h"
#include "ir/ops/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_set(const struct tensor *t, int64_t i)
{
    return tensor_get(t, i) != 0.0;
}

static int64_t count_set(const struct tensor *t)
{
    int64_t n = 0;
    for (int64_t i = 0; i < tensor_count(t); i++) n += is_set(t, i);
    return n;
}

void nonzero_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t dim[2] = {count_set(x), x->rank}, place[MAX_RANK], at = 0;
    struct tensor *y = kernel_result(call, 0, DTYPE_I64, 2, dim);
    for (int64_t i = 0; i < tensor_count(x); i++) {
        if (!is_set(x, i)) continue;
        tensor_place(x, i, place);
        for (int axis = 0; axis < x->rank; axis++) tensor_set_integer(y, at++, place[axis]);
    }
}

// ---- masked_select: operand and mask broadcast

// Both seen with the extents that they broadcast to.
static struct tensor spread(const struct vectors *v, const struct tensor *t)
{
    struct tensor wide = *t;
    wide.rank = v->rank;
    for (int axis = 0; axis < v->rank; axis++) {
        int own = axis - (v->rank - t->rank);
        bool there = own >= 0 && t->dim[own] != 1;
        wide.dim[axis] = v->dim[axis];
        wide.stride[axis] = there ? t->stride[own] : 0;
    }
    return wide;
}

void masked_select_forward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 2, 0);
    struct tensor x = spread(&v, &call->in[0]), mask = spread(&v, &call->in[1]);
    int64_t n = count_set(&mask), at = 0;
    struct tensor *y = kernel_result(call, 0, x.dtype, 1, &n);
    for (int64_t i = 0; i < tensor_count(&mask); i++)
        if (is_set(&mask, i)) move_element(&x, i, y, at++);
}

void masked_select_backward(struct kernel_call *call)
{
    struct vectors v = vectors_of(call, 2, 0);
    struct tensor mask = spread(&v, &call->in[1]);
    int64_t n = tensor_count(&call->grad_out[0]), at = 0;
    double *to = kernel_zeros(call, tensor_count(&mask));
    for (int64_t i = 0; i < tensor_count(&mask); i++)
        if (is_set(&mask, i)) to[i] = at < n ? tensor_get(&call->grad_out[0], at++) : NAN;
    vectors_give(call, &v, 0, to);
}

// ---- unique

struct slices {
    int64_t n, length; // slices, elements of each
    int64_t outer, inner;
    const double *x; // of slice k, element i: x[i / inner * n * inner + k * inner + i % inner]
};

static double slice_element(const struct slices *s, int64_t k, int64_t i)
{
    return s->x[(i / s->inner * s->n + k) * s->inner + i % s->inner];
}

static int compare_slices(const struct slices *s, int64_t a, int64_t b)
{
    for (int64_t i = 0; i < s->length; i++) {
        double x = slice_element(s, a, i), y = slice_element(s, b, i);
        if (x != y) return x < y || isnan(y) ? -1 : 1;
    }
    return 0;
}

static struct slices slices_of(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct ranked ranked = ranked_of(call, x);
    struct slices s = {tensor_count(x), 1, 1, 1, ranked_numbers(call, &ranked)};
    if (!kernel_given(call, "dim") || !x->rank) return s;
    struct vectors v = vectors_of(call, 1, (int)kernel_int(call, "dim", 0));
    return (struct slices){v.n, v.outer * v.inner, v.outer, v.inner, s.x};
}

// Merge sort, since qsort has no argument to tell the slices by.
static void sort_slices(const struct slices *s, int64_t *order, int64_t *room, int64_t n)
{
    if (n < 2) return;
    int64_t half = n / 2, a = 0, b = half, at = 0;
    sort_slices(s, order, room, half);
    sort_slices(s, order + half, room, n - half);
    while (a < half || b < n) {
        bool first = b == n || (a < half && compare_slices(s, order[a], order[b]) <= 0);
        room[at++] = order[first ? a++ : b++];
    }
    memcpy(order, room, (size_t)n * sizeof *order);
}

// Sorted, which PyTorch's results are on a CPU whether that is asked for or not.
void unique_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct slices s = slices_of(call);
    bool along = kernel_given(call, "dim") && x->rank;
    bool inverse = kernel_bool(call, "return_inverse", false);
    bool counts = kernel_bool(call, "return_counts", false);
    int64_t *order = arena_array(call->arena, int64_t, s.n + 1);
    int64_t *room = arena_array(call->arena, int64_t, s.n + 1);
    int64_t *group = arena_array(call->arena, int64_t, s.n + 1), dim[MAX_RANK], n = 0;
    for (int64_t i = 0; i < s.n; i++) order[i] = i;
    sort_slices(&s, order, room, s.n);
    for (int64_t i = 0; i < s.n; i++) {
        if (!i || compare_slices(&s, order[i - 1], order[i]) != 0) room[n++] = order[i];
        group[order[i]] = n - 1;
    }
    memcpy(dim, x->dim, sizeof dim);
    dim[along ? kernel_axis(call, "dim", 0, x->rank) : 0] = n;
    kernel_results(call, 1 + inverse + counts);
    struct tensor *y = kernel_result(call, 0, x->dtype, along ? x->rank : 1, dim);
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < s.length; i++) {
            int64_t from = (i / s.inner * s.n + room[k]) * s.inner + i % s.inner;
            move_element(x, from, y, (i / s.inner * n + k) * s.inner + i % s.inner);
        }
    struct tensor *of = inverse ? along ? kernel_result(call, 1, DTYPE_I64, 1, &s.n)
                                        : kernel_result(call, 1, DTYPE_I64, x->rank, x->dim)
                                : NULL;
    struct tensor *often = counts ? kernel_result(call, 1 + inverse, DTYPE_I64, 1, &n) : NULL;
    if (often) tensor_fill(often, 0.0);
    for (int64_t i = 0; i < s.n; i++) {
        if (of) tensor_set_integer(of, i, group[i]);
        if (often) tensor_set_integer(often, group[i], tensor_get_integer(often, group[i]) + 1);
    }
}

// ---- take

static int64_t taken(struct kernel_call *call, int64_t i)
{
    int64_t n = tensor_count(&call->in[0]), index = tensor_get_integer(&call->in[1], i);
    if (index < 0) index += n;
    if (index >= 0 && index < n) return index;
    kernel_fail(call, "index %lld is outside of %lld elements", (long long)index, (long long)n);
    return -1;
}

void take_forward(struct kernel_call *call)
{
    const struct tensor *index = &call->in[1];
    struct tensor *y = kernel_result(call, 0, call->in[0].dtype, index->rank, index->dim);
    for (int64_t i = 0; i < tensor_count(index); i++) {
        int64_t from = taken(call, i);
        if (from < 0) return;
        move_element(&call->in[0], from, y, i);
    }
}

void take_backward(struct kernel_call *call)
{
    double *to = kernel_zeros(call, tensor_count(&call->in[0]));
    for (int64_t i = 0; i < tensor_count(&call->in[1]); i++) {
        int64_t at = taken(call, i);
        if (at < 0) return;
        to[at] += tensor_get(&call->grad_out[0], i);
    }
    kernel_give_gradient(call, 0, to);
}

// ---- places in an order

// How many of n sorted numbers lie before the value, which goes behind equal ones if `right`.
static int64_t place_in(const double *sorted, int64_t n, double value, bool right)
{
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        bool before = isnan(value) ? !isnan(sorted[middle]) || right
                      : right      ? sorted[middle] <= value
                                   : sorted[middle] < value;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_places(struct kernel_call *call, int sequence, int values, int64_t per_row)
{
    const struct tensor *v = &call->in[values], *s = &call->in[sequence];
    int64_t n = s->dim[s->rank - 1];
    enum dtype dtype = kernel_bool(call, "out_int32", false) ? DTYPE_I32 : DTYPE_I64;
    bool right = kernel_bool(call, "right", false);
    struct tensor *y = kernel_result(call, 0, dtype, v->rank, v->dim);
    struct ranked sequence_ranks, value_ranks;
    ranked_both(call, s, v, &sequence_ranks, &value_ranks);
    const double *sorted = ranked_numbers(call, &sequence_ranks);
    const double *wanted = ranked_numbers(call, &value_ranks);
    for (int64_t i = 0; i < tensor_count(v); i++) {
        int64_t row = per_row ? i / per_row : 0;
        tensor_set_integer(y, i, place_in(sorted + row * n, n, wanted[i], right));
    }
}

void bucketize_forward(struct kernel_call *call)
{
    find_places(call, 1, 0, 0);
}

void searchsorted_forward(struct kernel_call *call)
{
    const struct tensor *values = &call->in[1];
    bool by_row = call->in[0].rank > 1;
    find_places(call, 0, 1, by_row ? values->dim[values->rank - 1] : 0);
}

// ---- index_put

enum { PUT_INPUT, PUT_VALUES, PUT_INDICES };

// Lists of indices of the first axes, all of one length and shape.
struct put {
    int axes; // that they stand for, each by a list
    int rank; // of the shape that the lists broadcast to
    int64_t dim[MAX_RANK];
    const double *lists[MAX_RANK];
    int64_t n, block; // places, and elements of the axes that no list stands for
};

static bool is_mask(const struct tensor *t)
{
    return t->dtype == DTYPE_BOOL || t->dtype == DTYPE_U8;
}

// A mask becomes a list of places for each of its axes.
static void add_mask(struct kernel_call *call, const struct tensor *mask, struct tensor *lists,
                     int *n)
{
    int64_t count = count_set(mask), place[MAX_RANK], at = 0;
    for (int axis = 0; axis < mask->rank; axis++) {
        lists[*n + axis] = (struct tensor){.dtype = DTYPE_F64, .rank = 1, .dim = {count}};
        lists[*n + axis].data = (char *)kernel_doubles(call, count);
        tensor_set_contiguous(&lists[*n + axis]);
    }
    for (int64_t i = 0; i < tensor_count(mask); i++) {
        if (!is_set(mask, i)) continue;
        tensor_place(mask, i, place);
        for (int axis = 0; axis < mask->rank; axis++)
            tensor_set(&lists[*n + axis], at, (double)place[axis]);
        at++;
    }
    *n += mask->rank;
}

static struct put read_put(struct kernel_call *call)
{
    struct tensor lists[MAX_RANK];
    struct put p = {.n = 1, .block = 1};
    const struct tensor *x = &call->in[PUT_INPUT];
    for (int k = PUT_INDICES; k < call->n_in; k++) {
        if (is_mask(&call->in[k]))
            add_mask(call, &call->in[k], lists, &p.axes);
        else
            lists[p.axes++] = call->in[k];
    }
    struct kernel_call whole = *call;
    whole.in = lists;
    struct vectors v = vectors_of(&whole, p.axes, 0);
    p.rank = v.rank;
    memcpy(p.dim, v.dim, sizeof p.dim);
    for (int i = 0; i < p.rank; i++) p.n *= p.dim[i];
    for (int i = p.axes; i < x->rank; i++) p.block *= x->dim[i];
    for (int i = 0; i < p.axes; i++) {
        struct tensor wide = spread(&v, &lists[i]), copy = kernel_copy(call, &wide);
        p.lists[i] = kernel_numbers(call, &copy, DTYPE_F64);
    }
    return p;
}

// Where place number `i` begins in the input; -1 after a failure.
static int64_t put_at(struct kernel_call *call, const struct put *p, int64_t i)
{
    const struct tensor *x = &call->in[PUT_INPUT];
    int64_t at = 0;
    for (int axis = 0; axis < p->axes; axis++) {
        int64_t index = (int64_t)p->lists[axis][i];
        if (index < 0) index += x->dim[axis];
        if (index < 0 || index >= x->dim[axis]) {
            kernel_fail(call, "index %lld is outside of an axis of %lld", (long long)index,
                        (long long)x->dim[axis]);
            return -1;
        }
        at = at * x->dim[axis] + index;
    }
    return at * p->block;
}

// The extents that values broadcast to: the places, and what is behind them.
static struct tensor put_extents(const struct kernel_call *call, const struct put *p,
                                 double *numbers)
{
    const struct tensor *x = &call->in[PUT_INPUT];
    struct tensor t = {.dtype = DTYPE_F64, .rank = p->rank, .data = (char *)numbers};
    memcpy(t.dim, p->dim, sizeof t.dim);
    for (int i = p->axes; i < x->rank; i++) t.dim[t.rank++] = x->dim[i];
    tensor_set_contiguous(&t);
    return t;
}

static void put_element(const struct tensor *values, int64_t from, const struct tensor *y,
                        int64_t to, bool adds)
{
    if (values->dtype == DTYPE_I64) {
        uint64_t before = adds ? (uint64_t)tensor_get_integer(y, to) : 0;
        tensor_set_integer(y, to, (int64_t)(before + (uint64_t)tensor_get_integer(values, from)));
    } else {
        tensor_set(y, to, tensor_get(values, from) + (adds ? tensor_get(y, to) : 0.0));
    }
}

void index_put_forward(struct kernel_call *call)
{
    struct put p = read_put(call);
    struct tensor values = put_extents(call, &p, kernel_doubles(call, p.n * p.block));
    bool whole = !dtype_is_float(call->in[PUT_INPUT].dtype);
    if (whole) values.dtype = DTYPE_I64;
    tensor_copy(&call->in[PUT_VALUES], &values);
    struct tensor *y = kernel_result_like(call, 0, PUT_INPUT);
    bool adds = kernel_bool(call, "accumulate", false);
    if (y->data != call->in[PUT_INPUT].data) tensor_copy(&call->in[PUT_INPUT], y);
    for (int64_t i = 0; i < p.n; i++) {
        int64_t at = put_at(call, &p, i);
        if (at < 0) return;
        for (int64_t k = 0; k < p.block; k++)
            put_element(&values, i * p.block + k, y, at + k, adds);
    }
}

void index_put_backward(struct kernel_call *call)
{
    struct put p = read_put(call);
    bool adds = kernel_bool(call, "accumulate", false);
    int64_t n = tensor_count(&call->in[PUT_INPUT]);
    double *dx = kernel_doubles(call, n), *dv = kernel_doubles(call, p.n * p.block);
    for (int64_t i = 0; i < n; i++) dx[i] = tensor_get(&call->grad_out[0], i);
    for (int64_t i = 0; i < p.n; i++) {
        int64_t at = put_at(call, &p, i);
        if (at < 0) return;
        for (int64_t k = 0; k < p.block; k++) {
            dv[i * p.block + k] = tensor_get(&call->grad_out[0], at + k);
            if (!adds) dx[at + k] = 0.0;
        }
    }
    kernel_give_gradient(call, PUT_INPUT, dx);
    if (!kernel_wants(call, PUT_VALUES)) return;
    struct tensor from = put_extents(call, &p, dv);
    kernel_sum_to(call, &from, kernel_gradient(call, PUT_VALUES));
}
