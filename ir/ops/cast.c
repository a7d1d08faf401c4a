// The same numbers as another dtype or in another place: to, contiguous, clone.

#include "ir/kernel.h"
#include "ir/ops/layout.h"
#include "ir/ops/ones.h"
#include "ir/ops/rules.h"

// A result that shares all of operand 0 counts its bytes for a hook, but owns none.
static void same_tensor(struct infer *in)
{
    const struct tensor_type *type = &in->in[0].type;
    infer_results(in, 1);
    infer_view(in, 0, 0, &type->shape, type->strided ? type->stride : NULL, NULL);
}

// A new tensor that keeps the order of the axes in memory.
static void copy_as(struct infer *in, enum dtype dtype)
{
    const struct shape *shape = infer_shape(in, 0);
    infer_results(in, 1);
    infer_result(in, 0, dtype, shape);
    layout_like_operands(in, 0, 1);
}

// A tensor that has the dtype already is given back itself.
static void to_shape(struct infer *in)
{
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (dtype == infer_dtype_of(in, 0))
        same_tensor(in);
    else
        copy_as(in, dtype);
}

static bool lies_in_order(const struct infer *in, const struct tensor_type *type,
                          const struct shape *to)
{
    (void)to;
    return layout_contiguous(in, type);
}

// Axes of size 1 do not disturb, nor do any in an empty tensor.
static void contiguous_shape(struct infer *in)
{
    if (layout_contiguous(in, &in->in[0].type)) {
        same_tensor(in);
        return;
    }
    struct ones ones;
    ones_find(in, &in->in[0].type, NULL, lies_in_order, &ones);
    ones_rule_out(in, &ones, "nothing is copied");
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
}

static void clone_shape(struct infer *in)
{
    copy_as(in, infer_dtype_of(in, 0));
}

// ---- kernels

static void show_operand(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    kernel_view(call, 0, 0, x->rank, x->dim, x->stride, 0);
}

static void copy_operand(struct kernel_call *call, enum dtype dtype)
{
    const struct tensor *x = &call->in[0];
    tensor_copy(x, kernel_result(call, 0, dtype, x->rank, x->dim));
}

static void to_forward(struct kernel_call *call)
{
    enum dtype own = call->in[0].dtype, dtype = own;
    if (kernel_given(call, "dtype")) dtype = call->attrs[op_attr_index(call->op, "dtype")].dtype;
    if (dtype == own)
        show_operand(call);
    else
        copy_operand(call, dtype);
}

static void contiguous_forward(struct kernel_call *call)
{
    if (tensor_is_contiguous(&call->in[0]))
        show_operand(call);
    else
        copy_operand(call, call->in[0].dtype);
}

static void clone_forward(struct kernel_call *call)
{
    copy_operand(call, call->in[0].dtype);
}

// ---- ops

const struct op op_to = {
    .name = "to",
    .aten = "aten::to",
    .sig = "input[M,N] -> output:f16[M,N] dtype=f16",
    .doc = "Converted to a dtype; the tensor itself if it has it.",
    .attrs = {{"dtype", ATTR_DTYPE}},
    .elementwise = true,
    .shape = to_shape,
    .forward = to_forward,
    .backward = kernel_reshape_backward,
};

const struct op op_contiguous = {
    .name = "contiguous",
    .aten = "aten::contiguous",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "Copied into row-major order; the tensor itself if it lies so.",
    .elementwise = true,
    .shape = contiguous_shape,
    .forward = contiguous_forward,
    .backward = kernel_reshape_backward,
};

const struct op op_clone = {
    .name = "clone",
    .aten = "aten::clone",
    .sig = "input[M,N] -> output[M,N]",
    .doc = "A copy.",
    .elementwise = true,
    .shape = clone_shape,
    .forward = clone_forward,
    .backward = kernel_reshape_backward,
};
