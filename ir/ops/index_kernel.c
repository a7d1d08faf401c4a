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

// The same of elements of two tensors; of integers modulo 2^64.
static void add_element(const struct tensor *from, int64_t index, const struct tensor *to,
                        int64_t at)
{
    if (dtype_is_float(to->dtype) || dtype_is_float(from->dtype))
        add_at(to, at, tensor_get(from, index));
    else
        tensor_set_integer(to, at,
                           (int64_t)((uint64_t)tensor_get_integer(to, at) +
                                     (uint64_t)tensor_get_integer(from, index)));
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

// Which element of src: it has at least the index's sizes; a number stands for all.
static int64_t source_at(const struct kernel_call *call, const struct tensor *source, int64_t i)
{
    int64_t place[MAX_RANK];
    if (source->rank == 0) return 0;
    tensor_place(&call->in[INDEX], i, place);
    return tensor_index(source, place);
}

static void write_element(const struct tensor *from, int64_t index, const struct tensor *to,
                          int64_t at)
{
    if (dtype_is_float(to->dtype) || dtype_is_float(from->dtype))
        tensor_set(to, at, tensor_get(from, index));
    else
        tensor_set_integer(to, at, tensor_get_integer(from, index));
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
        int64_t from = source_at(call, &call->in[SOURCE], i);
        (writing == WRITE_ADD ? add_element : write_element)(&call->in[SOURCE], from, y, to);
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
        if (ds) {
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

// ---- index_fill

void index_fill_forward(struct kernel_call *call)
{
    change_slices(call, CHANGE_FILL);
}

// An element that is filled twice counts once.
void index_fill_backward(struct kernel_call *call)
{
    struct axis axis = axis_of(call);
    struct tensor left = kernel_copy(call, &call->grad_out[0]);
    double sum = 0.0;
    for (int64_t i = 0; i < tensor_count(&call->in[INDEX]); i++) {
        int64_t index = index_at(call, &axis, i);
        if (index < 0) return;
        struct tensor filled = slice(&left, axis.at, index);
        for (int64_t k = 0; k < tensor_count(&filled); k++) sum += tensor_get(&filled, k);
        tensor_fill(&filled, 0.0);
    }
    if (kernel_wants(call, INPUT)) tensor_copy(&left, kernel_gradient(call, INPUT));
    kernel_give_gradient(call, SOURCE, &sum);
}

// ---- take_along_dim: gather of tensors that broadcast; without an axis, of flat ones

struct along {
    bool flat;
    struct axis axis;
    struct tensor indices; // spread to the extents of the result
    struct tensor out;     // its extents
};

static struct along along_of(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[INPUT], *index = &call->in[INDEX];
    struct along a = {.flat = !kernel_given(call, "dim"), .indices = *index};
    a.out = (struct tensor){.rank = 1, .dim = {tensor_count(index)}};
    a.axis = (struct axis){0, tensor_count(x)};
    if (a.flat) return a;
    a.axis = axis_of(call);
    a.out.rank = x->rank;
    for (int i = 0; i < x->rank; i++) {
        int64_t own = i == a.axis.at ? 1 : x->dim[i];
        a.out.dim[i] = index->dim[i] == 1 && i != a.axis.at ? own : index->dim[i];
        if (index->dim[i] == 1) a.indices.stride[i] = 0;
        a.indices.dim[i] = a.out.dim[i];
    }
    return a;
}

// Which element of the input result number `i` is; -1 after a failure.
static int64_t element_along(struct kernel_call *call, const struct along *a, int64_t i)
{
    const struct tensor *x = &call->in[INPUT];
    int64_t place[MAX_RANK], index = tensor_get_integer(&a->indices, i);
    if (index < 0) index += a->axis.size;
    if (index < 0 || index >= a->axis.size) {
        kernel_fail(call, "index %lld is outside of an axis of %lld", (long long)index,
                    (long long)a->axis.size);
        return -1;
    }
    if (a->flat) return index;
    tensor_place(&a->out, i, place);
    for (int axis = 0; axis < x->rank; axis++)
        if (x->dim[axis] == 1) place[axis] = 0;
    if (x->rank) place[a->axis.at] = index;
    return tensor_index(x, place);
}

void take_along_dim_forward(struct kernel_call *call)
{
    struct along a = along_of(call);
    struct tensor *y = kernel_result(call, 0, call->in[INPUT].dtype, a.out.rank, a.out.dim);
    for (int64_t i = 0; i < tensor_count(y); i++) {
        int64_t from = element_along(call, &a, i);
        if (from < 0) return;
        move_element(&call->in[INPUT], from, y, i);
    }
}

void take_along_dim_backward(struct kernel_call *call)
{
    struct along a = along_of(call);
    double *to = kernel_zeros(call, tensor_count(&call->in[INPUT]));
    for (int64_t i = 0; i < tensor_count(&call->grad_out[0]); i++) {
        int64_t at = element_along(call, &a, i);
        if (at < 0) return;
        to[at] += tensor_get(&call->grad_out[0], i);
    }
    kernel_give_gradient(call, INPUT, to);
}
