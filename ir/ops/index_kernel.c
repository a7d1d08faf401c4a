// Elements chosen by indices along an axis.
//
// Tensors are seen as [outer, n, inner] around the axis. gather and scatter have an
// index for each element; the others one for each slice.

#include "ir/ops/kernels.h"
#include "ir/ops/view_kernel.h"

#include <string.h>

enum { INPUT, INDEX, SOURCE };

struct axis {
    int at;
    int64_t size; // of the input
};

static struct axis axis_of(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    int at = kernel_axis(call, "dim", 0, x->rank);
    return (struct axis){at, x->rank ? x->dim[at] : 1};
}

// An index along the axis; -1, and the call fails, where there is no such element.
static int64_t index_at(struct kernel_call *call, const struct axis *axis, int64_t i)
{
    double index = tensor_get(&call->in[INDEX], i);
    if (index < 0.0) index += (double)axis->size;
    if (index >= 0.0 && index < (double)axis->size) return (int64_t)index;
    kernel_fail(call, "index %.0f is outside of an axis of %lld", index, (long long)axis->size);
    return -1;
}

// Which element of the input index `i` names, where each element has one; -1 after a failure.
static int64_t named_element(struct kernel_call *call, const struct axis *axis, int64_t i)
{
    int64_t place[MAX_RANK], index = index_at(call, axis, i);
    if (index < 0) return -1;
    tensor_place(&call->in[INDEX], i, place);
    if (call->in[INPUT].rank) place[axis->at] = index;
    return tensor_index(&call->in[INPUT], place);
}

static void add_at(const struct tensor *t, int64_t i, double value)
{
    tensor_set(t, i, tensor_get(t, i) + value);
}

// ---- gather

void gather_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT], *index = &call->in[INDEX];
    struct axis axis = axis_of(call);
    struct tensor *y = kernel_result(call, 0, x->dtype, index->rank, index->dim);
    for (int64_t i = 0; i < tensor_count(index); i++) {
        int64_t from = named_element(call, &axis, i);
        if (from < 0) return;
        move_element(x, from, y, i);
    }
}

void gather_backward(struct kernel_call *call)
{
    struct axis axis = axis_of(call);
    if (!kernel_wants(call, INPUT)) return;
    struct tensor *dx = kernel_gradient(call, INPUT);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t to = named_element(call, &axis, i);
        if (to < 0) return;
        add_at(dx, to, tensor_get(&call->grad_out[0], i));
    }
}

// ---- scatter

// src has at least the index's sizes; a number stands for all.
static double source_at(const struct kernel_call *call, const struct tensor *source, int64_t i)
{
    int64_t place[MAX_RANK];
    if (source->rank == 0) return tensor_get(source, 0);
    tensor_place(&call->in[INDEX], i, place);
    return tensor_get(source, tensor_index(source, place));
}

enum writing { WRITE_OVER, WRITE_ADD };

static void scatter(struct kernel_call *call, enum writing writing)
{
    struct axis axis = axis_of(call);
    struct tensor *y = kernel_result_like(call, 0, INPUT);
    if (y->data != call->in[INPUT].data) tensor_copy(&call->in[INPUT], y);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t to = named_element(call, &axis, i);
        if (to < 0) return;
        double value = source_at(call, &call->in[SOURCE], i);
        if (writing == WRITE_ADD)
            add_at(y, to, value);
        else
            tensor_set(y, to, value);
    }
}

static void scatter_back(struct kernel_call *call, enum writing writing)
{
    struct axis axis = axis_of(call);
    const struct tensor *g = &call->grad_out[0];
    struct tensor *dx = kernel_wants(call, INPUT) ? kernel_gradient(call, INPUT) : NULL;
    struct tensor *ds = kernel_wants(call, SOURCE) ? kernel_gradient(call, SOURCE) : NULL;
    int64_t place[MAX_RANK];
    if (dx) tensor_copy(g, dx);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t to = named_element(call, &axis, i);
        if (to < 0) return;
        tensor_place(&call->in[INDEX], i, place);
        if (dx && writing == WRITE_OVER) tensor_set(dx, to, 0.0);
        if (ds) add_at(ds, ds->rank ? tensor_index(ds, place) : 0, tensor_get(g, to));
    }
}

void scatter_forward(struct kernel_call *call)
{
    scatter(call, WRITE_OVER);
}

void scatter_backward(struct kernel_call *call)
{
    scatter_back(call, WRITE_OVER);
}

void scatter_add_forward(struct kernel_call *call)
{
    scatter(call, WRITE_ADD);
}

void scatter_add_backward(struct kernel_call *call)
{
    scatter_back(call, WRITE_ADD);
}

// ---- whole slices

// Slice `k` along the axis, as a tensor with one axis less.
static struct tensor slice(const struct tensor *t, int axis, int64_t k)
{
    struct tensor s = *t;
    if (!t->rank) return s;
    view_slice(&s, axis, k, 1, 1);
    view_drop_axis(&s, axis);
    return s;
}

void index_select_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    struct axis axis = axis_of(call);
    int64_t dim[MAX_RANK], n = tensor_count(&call->in[INDEX]);
    memcpy(dim, x->dim, sizeof dim);
    if (x->rank) dim[axis.at] = n;
    struct tensor *y = kernel_result(call, 0, x->dtype, x->rank, dim);
    for (int64_t i = 0; i < n; i++) {
        int64_t index = index_at(call, &axis, i);
        if (index < 0) return;
        struct tensor from = slice(x, axis.at, index), to = slice(y, axis.at, i);
        tensor_copy(&from, &to);
    }
}

void index_select_backward(struct kernel_call *call)
{
    struct axis axis = axis_of(call);
    if (!kernel_wants(call, INPUT)) return;
    struct tensor *dx = kernel_gradient(call, INPUT);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t index = index_at(call, &axis, i);
        if (index < 0) return;
        struct tensor from = slice(&call->grad_out[0], axis.at, i), to = slice(dx, axis.at, index);
        tensor_add(&from, &to);
    }
}

// What is done to a slice of the result that an index names.
enum change { CHANGE_ADD, CHANGE_COPY, CHANGE_FILL };

static void change_slices(struct kernel_call *call, enum change change)
{
    struct axis axis = axis_of(call);
    const struct tensor *source = &call->in[SOURCE];
    struct tensor *y = kernel_result_like(call, 0, INPUT);
    if (y->data != call->in[INPUT].data) tensor_copy(&call->in[INPUT], y);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t index = index_at(call, &axis, i);
        if (index < 0) return;
        struct tensor to = slice(y, axis.at, index);
        struct tensor from = change == CHANGE_FILL ? *source : slice(source, axis.at, i);
        if (change != CHANGE_ADD) {
            tensor_copy(&from, &to);
            continue;
        }
        struct tensor scaled = kernel_copy(call, &from);
        tensor_scale(&scaled, kernel_float(call, "alpha", 1.0));
        tensor_add(&scaled, &to);
    }
}

static void change_back(struct kernel_call *call, enum change change)
{
    struct axis axis = axis_of(call);
    const struct tensor *g = &call->grad_out[0];
    struct tensor *dx = kernel_wants(call, INPUT) ? kernel_gradient(call, INPUT) : NULL;
    struct tensor *ds = kernel_wants(call, SOURCE) ? kernel_gradient(call, SOURCE) : NULL;
    if (dx) tensor_copy(g, dx);
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t index = index_at(call, &axis, i);
        if (index < 0) return;
        struct tensor from = slice(g, axis.at, index);
        if (ds && change == CHANGE_FILL) {
            kernel_sum_to(call, &from, ds);
        } else if (ds) {
            struct tensor to = slice(ds, axis.at, i);
            tensor_copy(&from, &to);
        }
        if (!dx || change == CHANGE_ADD) continue;
        struct tensor gone = slice(dx, axis.at, index);
        tensor_fill(&gone, 0.0);
    }
    if (ds && change == CHANGE_ADD) tensor_scale(ds, kernel_float(call, "alpha", 1.0));
}

void index_add_forward(struct kernel_call *call)
{
    change_slices(call, CHANGE_ADD);
}

void index_add_backward(struct kernel_call *call)
{
    change_back(call, CHANGE_ADD);
}

void index_copy_forward(struct kernel_call *call)
{
    change_slices(call, CHANGE_COPY);
}

void index_copy_backward(struct kernel_call *call)
{
    change_back(call, CHANGE_COPY);
}

// ---- one_hot

void one_hot_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT];
    int64_t dim[MAX_RANK], n = kernel_int(call, "num_classes", -1), largest = -1;
    for (int64_t i = 0; i < tensor_count(x); i++) {
        int64_t index = (int64_t)tensor_get(x, i);
        if (index > largest) largest = index;
    }
    if (n < 0) n = largest + 1;
    memcpy(dim, x->dim, sizeof dim);
    dim[x->rank] = n;
    struct tensor *y = kernel_result(call, 0, DTYPE_I64, x->rank + 1, dim);
    tensor_fill(y, 0.0);
    for (int64_t i = 0; i < tensor_count(x); i++) {
        double index = tensor_get(x, i);
        if (index < 0.0 || index >= (double)n) {
            kernel_fail(call, "class %.0f is none of %lld", index, (long long)n);
            return;
        }
        tensor_set(y, i * n + (int64_t)index, 1.0);
    }
}
