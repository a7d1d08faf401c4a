// Walking the lists of a reduction.

#include "ir/ops/reduced.h"

#include "ir/ops/ranked.h"
#include "ir/rows.h"

// Behind those that are there: `n_stay` and `n_go` say how many.
static void add_axis(struct reduced *r, const struct tensor *t, int axis)
{
    int at = r->n_stay + r->n_go;
    r->x.dim[at] = t->dim[axis];
    r->x.stride[at] = t->stride[axis];
}

struct reduced reduced_view(const struct kernel_call *call, const struct tensor *t)
{
    struct reduced r = {.x = *t, .stay = 1, .go = 1, .along = kernel_given(call, "dim")};
    int n = kernel_n_ints(call, "dim");
    int64_t axes[MAX_RANK];
    bool goes[MAX_RANK] = {false}, keep = kernel_bool(call, "keepdim", false);
    kernel_ints(call, "dim", n, 0, axes);
    for (int i = 0; i < n && t->rank; i++) goes[axes[i] < 0 ? axes[i] + t->rank : axes[i]] = true;
    for (int axis = 0; axis < t->rank && !n; axis++) goes[axis] = true;
    for (int axis = 0; axis < t->rank; axis++) {
        if (goes[axis]) continue;
        add_axis(&r, t, axis);
        r.n_stay++;
        r.stay *= t->dim[axis];
    }
    for (int axis = 0; axis < t->rank; axis++) {
        if (!goes[axis]) continue;
        add_axis(&r, t, axis);
        r.n_go++;
        r.go *= t->dim[axis];
    }
    for (int axis = 0; axis < t->rank; axis++)
        if (!goes[axis] || keep) r.dim[r.rank++] = goes[axis] ? 1 : t->dim[axis];
    return r;
}

// Elements from the first to where list `k` begins.
static int64_t list_offset(const struct reduced *r, int64_t k)
{
    int64_t offset = 0;
    for (int axis = r->n_stay - 1; axis >= 0; axis--) {
        offset += k % r->x.dim[axis] * r->x.stride[axis];
        k /= r->x.dim[axis];
    }
    return offset;
}

// The axes that go, at list `k`.
static struct tensor list_at(const struct reduced *r, int64_t k)
{
    struct tensor list = r->x;
    list.rank = r->n_go;
    for (int axis = 0; axis < r->n_go; axis++) {
        list.dim[axis] = r->x.dim[r->n_stay + axis];
        list.stride[axis] = r->x.stride[r->n_stay + axis];
    }
    list.data += list_offset(r, k) * dtype_block_bytes(list.dtype);
    return list;
}

void reduced_load(const struct reduced *r, int64_t k, double *list)
{
    struct tensor t = list_at(r, k);
    struct rows rows;
    rows_begin(&rows, t.rank, t.dim);
    rows_add(&rows, &t);
    while (rows_next(&rows)) rows_load(&rows, 0, list + rows.place);
}

void reduced_store(const struct reduced *r, int64_t k, const double *list)
{
    struct tensor t = list_at(r, k);
    struct rows rows;
    rows_begin(&rows, t.rank, t.dim);
    rows_add(&rows, &t);
    while (rows_next(&rows)) rows_store(&rows, 0, list + rows.place);
}

// ---- kernels

// PyTorch's rules; the attribute `dtype`, where an op has it, comes before them.
static enum dtype dtype_of(const struct kernel_call *call, enum reduced_dtype rule)
{
    enum dtype own = call->in[0].dtype;
    int index = op_attr_index(call->op, "dtype");
    if (kernel_given(call, "dtype")) return call->attrs[index].dtype;
    switch (rule) {
    case REDUCED_SUM: return dtype_is_float(own) ? own : DTYPE_I64;
    case REDUCED_FLOAT: return dtype_is_float(own) ? own : DTYPE_F32;
    case REDUCED_TRUTH: return own == DTYPE_U8 ? DTYPE_U8 : DTYPE_BOOL;
    case REDUCED_INDEX: return DTYPE_I64;
    default: return own;
    }
}

bool reduced_integers(struct kernel_call *call, integers_function *value, enum reduced_dtype rule)
{
    enum dtype dtype = dtype_of(call, rule);
    if (dtype_is_float(dtype) || dtype == DTYPE_BOOL) return false;
    struct reduced r = reduced_view(call, &call->in[0]);
    struct tensor *y = kernel_result(call, 0, dtype, r.rank, r.dim);
    int64_t *list = call->host->workspace(call, r.go * (int64_t)sizeof *list);
    for (int64_t k = 0; k < r.stay; k++) {
        struct tensor t = list_at(&r, k);
        for (int64_t i = 0; i < r.go; i++) list[i] = tensor_get_integer(&t, i);
        tensor_set_integer(y, k, value(r.go, list));
    }
    return true;
}

void reduced_forward(struct kernel_call *call, value_function *value, enum reduced_dtype rule)
{
    struct reduced r = reduced_view(call, &call->in[0]);
    struct tensor *y = kernel_result(call, 0, dtype_of(call, rule), r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        reduced_load(&r, k, list);
        tensor_set(y, k, value(&l));
    }
}

void reduced_chosen(struct kernel_call *call, value_function *value, enum reduced_dtype rule)
{
    struct ranked ranked = ranked_of(call, &call->in[0]);
    struct reduced r = reduced_view(call, &ranked.numbers);
    struct tensor *y = kernel_result(call, 0, dtype_of(call, rule), r.rank, r.dim);
    double *list = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list};
        reduced_load(&r, k, list);
        double chosen = value(&l);
        if (rule == REDUCED_INDEX)
            tensor_set(y, k, chosen);
        else
            ranked_store(&ranked, y, k, chosen);
    }
}

void reduced_backward(struct kernel_call *call, slope_function *slope)
{
    if (!kernel_wants(call, 0)) return;
    struct reduced r = reduced_view(call, &call->in[0]);
    struct reduced to = reduced_view(call, kernel_gradient(call, 0));
    double *list = kernel_doubles(call, r.go), *slopes = kernel_doubles(call, r.go);
    for (int64_t k = 0; k < r.stay; k++) {
        struct list l = {.call = call, .n = r.go, .x = list, .to = slopes};
        reduced_load(&r, k, list);
        l.y = tensor_get(&call->out[0], k);
        l.gradient = tensor_get(&call->grad_out[0], k);
        slope(&l);
        reduced_store(&to, k, slopes);
    }
}
