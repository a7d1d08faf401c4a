// Views of operand 0, and sums of their gradients.

#include "ir/ops/view_kernel.h"

#include "ir/rows.h"

void view_move(struct tensor *t, int64_t elements)
{
    t->data += elements * dtype_block_bytes(t->dtype);
}

void view_slice(struct tensor *t, int axis, int64_t start, int64_t length, int64_t step)
{
    if (length > 0) view_move(t, start * t->stride[axis]);
    t->dim[axis] = length;
    t->stride[axis] *= step;
}

void view_drop_axis(struct tensor *t, int axis)
{
    for (int i = axis; i + 1 < t->rank; i++) {
        t->dim[i] = t->dim[i + 1];
        t->stride[i] = t->stride[i + 1];
    }
    t->rank--;
}

void view_add_axis(struct tensor *t, int axis, int64_t size, int64_t stride)
{
    for (int i = t->rank; i > axis; i--) {
        t->dim[i] = t->dim[i - 1];
        t->stride[i] = t->stride[i - 1];
    }
    t->dim[axis] = size;
    t->stride[axis] = stride;
    t->rank++;
}

void views_forward(struct kernel_call *call, int n, view_function *show)
{
    const struct tensor *x = &call->in[0];
    int64_t size = dtype_block_bytes(x->dtype);
    kernel_results(call, n);
    for (int i = 0; i < n; i++) {
        struct tensor view = *x;
        show(call, i, &view);
        kernel_view(call, i, 0, view.rank, view.dim, view.stride, (view.data - x->data) / size);
    }
}

// `to` is f64; an element that is shown several times gets the sum.
static void add_to(const struct tensor *from, const struct tensor *to)
{
    struct rows rows;
    double row[ROW_ELEMENTS];
    rows_begin(&rows, to->rank, to->dim);
    rows_add(&rows, from);
    rows_add(&rows, to);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        rows_add_to(&rows, 1, row);
    }
}

void views_backward(struct kernel_call *call, view_function *show)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0), sums = *dx;
    sums.dtype = DTYPE_F64;
    sums.data = (char *)kernel_doubles(call, tensor_count(dx));
    tensor_fill(&sums, 0.0);
    for (int i = 0; i < call->n_out; i++) {
        struct tensor view = sums;
        if (!tensor_is_there(&call->grad_out[i])) continue;
        show(call, i, &view);
        add_to(&call->grad_out[i], &view);
    }
    tensor_copy(&sums, dx);
}
