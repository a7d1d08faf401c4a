// Parts of a tensor by sizes and strides: what a view of it that is anyhow made shows, and a tensor
// of which such a part was written anew. nn.h uses them where a tensor and a view of it are used
// after one of them was overwritten in place (frontends/nn/overwritten.c).
//
// PyTorch counts in the operand's storage. Here the operand is contiguous, so that both are the
// same, and its gradient, which is contiguous, has the same places.

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/ops/view_kernel.h"

struct window_shape {
    struct shape shape;
    const struct sym *stride[MAX_RANK];
    const struct sym *offset;
};

// One more than the last element that is shown, where all sizes are numbers and it shows any; 0.
static int64_t elements_needed(const struct window_shape *w)
{
    int64_t last, size, stride;
    if (!sym_is_const(w->offset, &last)) return 0;
    for (int axis = 0; axis < w->shape.rank; axis++) {
        if (!sym_is_const(w->shape.dim[axis], &size) || !sym_is_const(w->stride[axis], &stride))
            return 0;
        if (size == 0) return 0;
        if (__builtin_mul_overflow(size - 1, stride, &stride) ||
            __builtin_add_overflow(last, stride, &last))
            return INT64_MAX;
    }
    return last + 1;
}

static bool window_read(struct infer *in, struct window_shape *w)
{
    int n, n_strides;
    const struct sym *const *sizes = ints_read(in, "size", &n);
    const struct sym *const *strides = ints_read(in, "stride", &n_strides);
    if (n != n_strides || n > MAX_RANK)
        return refuse(in, DIAG_LIST_LENGTH, "size has %d values and stride %d", n, n_strides);
    if (!layout_contiguous(in, &in->in[0].type))
        return refuse(in, DIAG_VIEW_STRIDES, "%s is not contiguous", rule_type_string(in, 0));
    w->shape.rank = n;
    w->offset = infer_int(in, "storage_offset", 0);
    for (int axis = 0; axis < n; axis++) {
        w->shape.dim[axis] = sizes[axis];
        w->stride[axis] = strides[axis];
    }
    int64_t count, needed = elements_needed(w);
    if (sym_is_const(shape_count(in->syms, infer_shape(in, 0)), &count) && needed > count)
        return refuse(in, DIAG_SLICE_RANGE, "element %lld of %s would be read",
                      (long long)needed - 1, rule_type_string(in, 0));
    return true;
}

static void as_strided_shape(struct infer *in)
{
    struct window_shape w = {0};
    if (!window_read(in, &w)) return;
    infer_results(in, 1);
    layout_result(in, 0, 0, &w.shape, w.stride, w.offset);
}

static void as_strided_scatter_shape(struct infer *in)
{
    struct window_shape w = {0};
    if (!window_read(in, &w)) return;
    const struct shape *src = infer_shape(in, 1);
    if (src->rank != w.shape.rank) {
        refuse(in, DIAG_RANK_NEEDED, "the part has %d axes, and %s stands for it", w.shape.rank,
               rule_type_string(in, 1));
        return;
    }
    for (int axis = 0; axis < src->rank; axis++)
        require_equal(in, DIAG_INDEX_SIZES, infer_dim(in, 1, axis),
                      infer_term(w.shape.dim[axis], "size"), "give a part of these sizes");
    rule_like_input(in);
}

// ---- kernels

static void as_strided_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    int n = kernel_n_ints(call, "size");
    view_move(view, kernel_int(call, "storage_offset", 0));
    view->rank = n;
    kernel_ints(call, "size", n, 0, view->dim);
    kernel_ints(call, "stride", n, 0, view->stride);
}

VIEW_KERNELS(as_strided)

// In place src is that part of the operand, which was overwritten: nothing is left to be done.
static void as_strided_scatter_forward(struct kernel_call *call)
{
    struct tensor *out = kernel_result_like(call, 0, 0), part = *out;
    if (kernel_bool(call, "inplace", false)) return;
    tensor_copy(&call->in[0], out);
    as_strided_view(call, 0, &part);
    tensor_copy(&call->in[1], &part);
}

static void as_strided_scatter_backward(struct kernel_call *call)
{
    struct tensor grad = kernel_in_order(call, &call->grad_out[0]), part = grad;
    if (kernel_wants(call, 0)) {
        struct tensor *dx = kernel_gradient(call, 0), hole = *dx;
        tensor_copy(&grad, dx);
        as_strided_view(call, 0, &hole);
        tensor_fill(&hole, 0.0);
    }
    as_strided_view(call, 0, &part);
    if (kernel_wants(call, 1)) tensor_copy(&part, kernel_gradient(call, 1));
}

// ---- ops

const struct op op_as_strided = {
    .name = "as_strided",
    .aten = "aten::as_strided",
    .sig = "input[M,8] -> output[2,3] size=[2,3] stride=[8,2] storage_offset=1",
    .doc = "Elements of the operand's memory by sizes and strides, as a view.",
    .attrs = {{"size", ATTR_INTS}, {"stride", ATTR_INTS}, {"storage_offset", ATTR_INT}},
    .shape = as_strided_shape,
    .forward = as_strided_forward,
    .backward = as_strided_backward,
};

const struct op op_as_strided_scatter = {
    .name = "as_strided_scatter",
    .aten = "aten::as_strided_scatter",
    .sig = "input[M,8] src[2,3] -> output[M,8] size=[2,3] stride=[8,2] storage_offset=1",
    .doc = "The operand with src in the place of what as_strided shows of it.",
    .attrs = {{"size", ATTR_INTS},
              {"stride", ATTR_INTS},
              {"storage_offset", ATTR_INT},
              {"inplace", ATTR_BOOL}},
    .there_already = true,
    .shape = as_strided_scatter_shape,
    .forward = as_strided_scatter_forward,
    .backward = as_strided_scatter_backward,
};
