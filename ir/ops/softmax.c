// Normalised exponentials along an axis.

#include "ir/kernel.h"
#include "ir/ops/rules.h"
#include "ir/ops/scalars.h"
#include "ir/rows.h"

#include <math.h>
#include <string.h>

// PyTorch's choice where no axis is given: 0 for ranks 0, 1 and 3, else 1.
static int64_t implicit_axis(int rank)
{
    return rank == 0 || rank == 1 || rank == 3 ? 0 : 1;
}

// `dtype` converts before the exponentials; only floats have a kernel, which
// is not looked for where there is nothing to do.
static void along_axis(struct infer *in, int64_t axis)
{
    if (require_axis(in, axis, infer_rank(in, 0)) < 0) return;
    enum dtype dtype = infer_dtype(in, "dtype", infer_dtype_of(in, 0));
    if (!rule_is_empty(in, 0) && !dtype_is_float(dtype)) {
        refuse(in, DIAG_KERNEL_DTYPE, "%s is not defined for %s: input is %s", in->op->name,
               dtype_name(dtype), rule_type_string(in, 0));
        in->fix = "convert the input to f32 first";
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, dtype, infer_shape(in, 0));
}

static void softmax_shape(struct infer *in)
{
    along_axis(in, infer_const(in, "dim", implicit_axis(infer_rank(in, 0))));
}

// Negates first, which bool has not.
static void softmin_shape(struct infer *in)
{
    if (rule_dtype(in, 0, DTYPES_NUMBER)) softmax_shape(in);
}

static void softmax2d_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, 4)) return;
    in->unbatched = infer_rank(in, 0) == 3;
    along_axis(in, -3);
}

// Maximum, difference, exponential, sum and quotient of each element.
static const struct sym *softmax_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_out_count(in), 5);
}

// ---- kernels

enum form { FORM_SHARE, FORM_NEGATED_SHARE, FORM_LOGARITHM };

// Elements along the axis of one place in the others: `n` of them, `step` apart in x and in y.
struct line {
    enum form form;
    int64_t n, x_at, x_step, y_at, y_step;
};

typedef void line_function(struct kernel_call *, struct line, double *room);

// The axis that the rules read; softmax2d, which has no dim, is over the channels. -1: no axis.
static int softmax_axis(const struct kernel_call *call)
{
    int rank = call->in[0].rank;
    if (op_attr_index(call->op, "dim") < 0) return rank - 3;
    int axis = kernel_axis(call, "dim", (int)implicit_axis(rank), rank);
    return rank ? axis : -1;
}

// Calls `each` for every line of two tensors of one shape; `room` has three rows of its length.
static void each_line(struct kernel_call *call, const struct tensor *x, const struct tensor *y,
                      enum form form, line_function *each)
{
    int axis = softmax_axis(call);
    struct tensor a = *x, b = *y;
    struct line line = {.form = form, .n = axis < 0 ? 1 : x->dim[axis]};
    struct rows rows;
    if (axis >= 0) {
        line.x_step = x->stride[axis];
        line.y_step = y->stride[axis];
        a.dim[axis] = b.dim[axis] = 1;
    }
    double *room = kernel_doubles(call, 3 * line.n);
    rows_begin(&rows, a.rank, a.dim);
    rows_add(&rows, &a);
    rows_add(&rows, &b);
    while (rows_next(&rows)) {
        for (int64_t i = 0; i < rows.length; i++) {
            line.x_at = rows.offset[0] + i * rows.step[0];
            line.y_at = rows.offset[1] + i * rows.step[1];
            each(call, line, room);
        }
    }
}

static void softmax_line(struct kernel_call *call, struct line line, double *row)
{
    row_load(&call->in[0], line.x_at, line.x_step, line.n, row);
    for (int64_t i = 0; line.form == FORM_NEGATED_SHARE && i < line.n; i++) row[i] = -row[i];
    double log_sum = scalar_log_sum_exp(row, line.n, 1);
    for (int64_t i = 0; i < line.n; i++)
        row[i] = line.form == FORM_LOGARITHM ? row[i] - log_sum : exp(row[i] - log_sum);
    row_store(&call->out[0], line.y_at, line.y_step, line.n, row);
}

static void run_form(struct kernel_call *call, enum form form)
{
    const struct tensor *x = &call->in[0];
    enum dtype dtype = dtype_is_float(x->dtype) ? x->dtype : DTYPE_F32;
    int index = op_attr_index(call->op, "dtype");
    if (kernel_given(call, "dtype")) dtype = call->attrs[index].dtype;
    struct tensor *y = kernel_result(call, 0, dtype, x->rank, x->dim);
    each_line(call, x, y, form, softmax_line);
}

// dx = y (g - sum(g y)); of the logarithm g - e^y sum(g). The result lies at x_at here.
static void softmax_line_backward(struct kernel_call *call, struct line line, double *room)
{
    double *y = room, *g = room + line.n, sum = 0.0;
    double sign = line.form == FORM_NEGATED_SHARE ? -1.0 : 1.0;
    bool logarithm = line.form == FORM_LOGARITHM;
    row_load(&call->out[0], line.x_at, line.x_step, line.n, y);
    row_load(&call->grad_out[0], line.y_at, line.y_step, line.n, g);
    for (int64_t i = 0; i < line.n; i++) sum += logarithm ? g[i] : g[i] * y[i];
    for (int64_t i = 0; i < line.n; i++)
        y[i] = sign * (logarithm ? g[i] - exp(y[i]) * sum : y[i] * (g[i] - sum));
    row_store(&call->grad_in[0], line.y_at, line.y_step, line.n, y);
}

static void give_form(struct kernel_call *call, enum form form)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor *dx = kernel_gradient(call, 0), g = call->grad_out[0];
    // The gradient is made to lie as the operand's, which is contiguous.
    g.data = (char *)kernel_numbers(call, &call->grad_out[0], g.dtype);
    memcpy(g.stride, dx->stride, sizeof g.stride);
    call->grad_out = arena_copy(call->arena, &g, sizeof g);
    each_line(call, &call->out[0], dx, form, softmax_line_backward);
}

#define FORM_KERNELS(name, form)                                                                   \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        run_form(call, form);                                                                      \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        give_form(call, form);                                                                     \
    }

FORM_KERNELS(softmax, FORM_SHARE)
FORM_KERNELS(softmin, FORM_NEGATED_SHARE)
FORM_KERNELS(log_softmax, FORM_LOGARITHM)

const struct op op_softmax = {
    .name = "softmax",
    .aten = "aten::softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Exponentials divided by their sum along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax_shape,
    .flops = softmax_flops,
    .forward = softmax_forward,
    .backward = softmax_backward,
};

const struct op op_log_softmax = {
    .name = "log_softmax",
    .aten = "aten::log_softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Logarithm of softmax along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax_shape,
    .flops = softmax_flops,
    .forward = log_softmax_forward,
    .backward = log_softmax_backward,
};

const struct op op_softmin = {
    .name = "softmin",
    .aten = "aten::softmax",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "Softmax of the negated input along dim.",
    .attrs = {{"dim", ATTR_INT}, {"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmin_shape,
    .flops = softmax_flops,
    .forward = softmin_forward,
    .backward = softmin_backward,
};

const struct op op_softmax2d = {
    .name = "softmax2d",
    .aten = "aten::softmax",
    .sig = "input[N,C,H,W] -> output[N,C,H,W]",
    .doc = "Softmax over the channels at each place of an image.",
    .attrs = {{"dtype", ATTR_DTYPE}},
    .saved.any = SAVE_OUT(0),
    .shape = softmax2d_shape,
    .flops = softmax_flops,
    .forward = softmax_forward,
    .backward = softmax_backward,
};
