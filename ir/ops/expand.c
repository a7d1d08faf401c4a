// More or fewer axes of size 1, and repetition: squeeze, unsqueeze, expand and
// its kin are views; repeat and tile copy.

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/ops/view_kernel.h"

// ---- axes of size 1

// Does this axis vanish? A symbol is taken to be larger, as with 1 the result would have an axis
// less; of a size that nobody knows it stays open.
static bool vanishes(struct infer *in, int axis)
{
    struct term size = infer_dim(in, 0, axis);
    if (sym_is(size.size, 1)) return true;
    if (sym_kind(size.size) == SYM_UNKNOWN)
        require_at_least(in, DIAG_AXIS, size, 2,
                         "an axis of size 1 would vanish here; name the axes to squeeze with .dim");
    else if (!sym_is_const(size.size, NULL) && sym_lower(in->syms, size.size) < 2)
        infer_take_at_least(in, size.size, 2, "that axis vanishes too");
    return false;
}

static void squeeze_shape(struct infer *in)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK];
    const struct shape *x = infer_shape(in, 0);
    struct shape to = {0};
    struct axes axes;
    if (!axes_read(in, "dim", x->rank, &axes)) return;
    layout_strides(in, &in->in[0].type, own);
    for (int i = 0; i < x->rank; i++) {
        if ((axes.n == 0 || axes.has[i]) && vanishes(in, i)) continue;
        strides[to.rank] = own[i];
        to.dim[to.rank++] = x->dim[i];
    }
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, NULL);
}

// The stride of the new axis is the one that would join it with the axis behind it.
static void unsqueeze_shape(struct infer *in)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK];
    const struct shape *x = infer_shape(in, 0);
    int axis = axis_read(in, "dim", 0, x->rank + 1);
    if (axis < 0) return;
    if (x->rank == MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "%s has rank %d; a larger one is not supported",
               rule_type_string(in, 0), x->rank);
        return;
    }
    layout_strides(in, &in->in[0].type, own);
    struct shape to = {.rank = x->rank + 1};
    for (int i = 0; i < axis; i++) {
        to.dim[i] = x->dim[i];
        strides[i] = own[i];
    }
    for (int i = axis; i < x->rank; i++) {
        to.dim[i + 1] = x->dim[i];
        strides[i + 1] = own[i];
    }
    to.dim[axis] = sym_const(in->syms, 1);
    strides[axis] =
        axis < x->rank ? sym_mul(in->syms, x->dim[axis], own[axis]) : sym_const(in->syms, 1);
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, NULL);
}

// ---- expand

// An axis that is repeated has stride 0: every place of it is the same memory.
static void expand_result(struct infer *in, int index, int operand, const struct shape *to)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK];
    const struct shape *x = infer_shape(in, operand);
    int lead = to->rank - x->rank;
    layout_strides(in, &in->in[operand].type, own);
    for (int i = 0; i < to->rank; i++) {
        bool repeated = i < lead || (sym_is(x->dim[i - lead], 1) && !sym_is(to->dim[i], 1));
        strides[i] = repeated ? sym_const(in->syms, 0) : own[i - lead];
    }
    layout_result(in, index, operand, to, strides, NULL);
}

// One size of expand: -1 keeps the old one, size 1 takes any, else both are equal.
static bool expanded_size(struct infer *in, struct shape *to, int i, int lead)
{
    const struct shape *x = infer_shape(in, 0);
    int64_t value;
    bool negative = sym_is_const(to->dim[i], &value) && value < 0;
    if (negative && (value < -1 || i < lead))
        return refuse(in, DIAG_SIZE_NEGATIVE, "size %lld at axis %d cannot be expanded to: %s",
                      (long long)value, i,
                      i < lead ? "the axis is new, so there is no size to keep" : "it is negative");
    if (negative)
        to->dim[i] = x->dim[i - lead];
    else if (i >= lead && !sym_is(x->dim[i - lead], 1))
        require_equal(in, DIAG_EXPAND_SIZE, infer_dim(in, 0, i - lead),
                      infer_term(to->dim[i], "target size"),
                      "only axes of size 1 can be expanded; give -1 to keep a size");
    return !refused(in);
}

// Sizes are lined up at the last axes; more of them than axes add axes in front.
static void expand_to(struct infer *in, const char *attr)
{
    int n, rank = infer_rank(in, 0);
    const struct sym *const *given = ints_read(in, attr, &n);
    if (n < rank || n > MAX_RANK) {
        refuse(in, DIAG_LIST_LENGTH, "%s has %d sizes, but %s needs %d to %d", attr, n,
               rule_type_string(in, 0), rank, MAX_RANK);
        return;
    }
    struct shape to = {.rank = n};
    for (int i = 0; i < n; i++) to.dim[i] = given[i];
    for (int i = 0; i < n; i++)
        if (!expanded_size(in, &to, i, n - rank)) return;
    infer_results(in, 1);
    expand_result(in, 0, 0, &to);
}

static void expand_shape(struct infer *in)
{
    expand_to(in, "sizes");
}

static void broadcast_to_shape(struct infer *in)
{
    expand_to(in, "size");
}

// One result an operand, each a view of its own operand; dtypes stay as they are.
static void broadcast_tensors_shape(struct infer *in)
{
    struct shape to;
    infer_broadcast(in, 0, in->n_in, &to);
    if (refused(in)) return;
    infer_results(in, in->n_in);
    for (int k = 0; k < in->n_in; k++) expand_result(in, k, k, &to);
}

// ---- repeat

// Axis by axis, lined up at the last ones. A size may be 0, also by repeating an
// empty axis a negative number of times.
static void repeat_by(struct infer *in, const struct sym *const *times, int n)
{
    const struct shape *x = infer_shape(in, 0);
    struct shape out = {.rank = n};
    for (int i = 0; i < n; i++) {
        int from = i - (n - x->rank);
        out.dim[i] = from < 0 ? times[i] : sym_mul(in->syms, times[i], x->dim[from]);
        require_at_least(in, DIAG_SIZE_NEGATIVE, infer_term(out.dim[i], "repeated size"), 0,
                         "repeat 0 times or more");
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// A list shorter than the rank is refused; tile, which is the same otherwise, fills it up.
static void repeat_shape(struct infer *in)
{
    int n, rank = infer_rank(in, 0);
    const struct sym *const *times = ints_read(in, "repeats", &n);
    if (n < rank || n > MAX_RANK) {
        refuse(in, DIAG_LIST_LENGTH, "repeats has %d numbers, but %s needs %d to %d", n,
               rule_type_string(in, 0), rank, MAX_RANK);
        return;
    }
    repeat_by(in, times, n);
}

// As repeat, but a short list is filled up with 1 in front.
static void tile_shape(struct infer *in)
{
    const struct sym *times[MAX_RANK];
    int n, rank = infer_rank(in, 0);
    const struct sym *const *given = ints_read(in, "dims", &n);
    if (n > MAX_RANK) {
        refuse(in, DIAG_LIST_LENGTH, "dims has %d numbers; at most %d are supported", n, MAX_RANK);
        return;
    }
    int lead = n < rank ? rank - n : 0;
    for (int i = 0; i < lead; i++) times[i] = sym_const(in->syms, 1);
    for (int i = 0; i < n; i++) times[lead + i] = given[i];
    repeat_by(in, times, lead + n);
}

// ---- kernels

static void squeeze_view(const struct kernel_call *call, int index, struct tensor *view)
{
    int n = kernel_n_ints(call, "dim"), rank = view->rank;
    int64_t dims[MAX_RANK];
    bool asked[MAX_RANK] = {false};
    (void)index;
    kernel_ints(call, "dim", n, 0, dims);
    for (int i = 0; i < n && rank; i++) asked[dims[i] < 0 ? dims[i] + rank : dims[i]] = true;
    for (int axis = rank - 1; axis >= 0; axis--)
        if (view->dim[axis] == 1 && (n == 0 || asked[axis])) view_drop_axis(view, axis);
}

static void unsqueeze_view(const struct kernel_call *call, int index, struct tensor *view)
{
    int axis = kernel_axis(call, "dim", 0, view->rank + 1);
    (void)index;
    view_add_axis(view, axis, 1, axis < view->rank ? view->dim[axis] * view->stride[axis] : 1);
}

// To `n` sizes, lined up at the last axes; -1 keeps a size.
static void expand_view_to(struct tensor *view, int n, const int64_t *size)
{
    while (view->rank < n) view_add_axis(view, 0, 1, 0);
    for (int axis = 0; axis < n; axis++) {
        if (size[axis] < 0 || view->dim[axis] == size[axis]) continue;
        view->dim[axis] = size[axis];
        view->stride[axis] = 0;
    }
}

static void expand_view(const struct kernel_call *call, int index, struct tensor *view)
{
    const char *attr = op_attr_index(call->op, "sizes") >= 0 ? "sizes" : "size";
    int64_t size[MAX_RANK];
    int n = kernel_n_ints(call, attr);
    (void)index;
    kernel_ints(call, attr, n, 0, size);
    expand_view_to(view, n, size);
}

VIEW_KERNELS(squeeze)
VIEW_KERNELS(unsqueeze)
VIEW_KERNELS(expand)

// The sizes that all operands broadcast to.
static int common_sizes(const struct kernel_call *call, int64_t *size)
{
    int rank = 0;
    for (int k = 0; k < call->n_in; k++)
        if (call->in[k].rank > rank) rank = call->in[k].rank;
    for (int axis = 0; axis < rank; axis++) size[axis] = 1;
    for (int k = 0; k < call->n_in; k++) {
        int lead = rank - call->in[k].rank;
        for (int axis = lead; axis < rank; axis++)
            if (call->in[k].dim[axis - lead] != 1) size[axis] = call->in[k].dim[axis - lead];
    }
    return rank;
}

static void broadcast_tensors_forward(struct kernel_call *call)
{
    int64_t size[MAX_RANK];
    int rank = common_sizes(call, size);
    kernel_results(call, call->n_in);
    for (int k = 0; k < call->n_in; k++) {
        struct tensor view = call->in[k];
        expand_view_to(&view, rank, size);
        kernel_view(call, k, k, rank, view.dim, view.stride, 0);
    }
}

static void broadcast_tensors_backward(struct kernel_call *call)
{
    for (int k = 0; k < call->n_in; k++)
        if (kernel_wants(call, k) && tensor_is_there(&call->grad_out[k]))
            kernel_sum_to(call, &call->grad_out[k], kernel_gradient(call, k));
}

// As often as said along each axis, lined up at the last ones; a short list means 1 in front.
static int repeat_times(const struct kernel_call *call, int64_t *times)
{
    const char *attr = op_attr_index(call->op, "repeats") >= 0 ? "repeats" : "dims";
    int n = kernel_n_ints(call, attr), rank = call->in[0].rank, lead = n < rank ? rank - n : 0;
    int64_t given[MAX_RANK];
    kernel_ints(call, attr, n, 1, given);
    for (int i = 0; i < lead; i++) times[i] = 1;
    for (int i = 0; i < n; i++) times[lead + i] = given[i];
    return lead + n;
}

// Copy number `k` of `small` within `large`, which has times[i] of them along axis i.
static struct tensor copy_at(const struct tensor *large, int rank, const int64_t *times,
                             const int64_t *sizes, int64_t k)
{
    struct tensor part = *large;
    for (int axis = rank - 1; axis >= 0; axis--) {
        view_slice(&part, axis, k % times[axis] * sizes[axis], sizes[axis], 1);
        k /= times[axis];
    }
    return part;
}

struct repeated {
    int rank;
    int64_t times[MAX_RANK], sizes[MAX_RANK]; // of one copy
    int64_t copies;
};

static struct repeated read_repeated(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    struct repeated r = {.copies = 1};
    r.rank = repeat_times(call, r.times);
    for (int axis = 0; axis < r.rank; axis++) {
        int from = axis - (r.rank - x->rank);
        r.sizes[axis] = from < 0 ? 1 : x->dim[from];
        r.copies *= r.times[axis];
    }
    return r;
}

static void repeat_forward(struct kernel_call *call)
{
    struct repeated r = read_repeated(call);
    int64_t dim[MAX_RANK];
    for (int axis = 0; axis < r.rank; axis++) dim[axis] = r.times[axis] * r.sizes[axis];
    struct tensor *out = kernel_result(call, 0, call->in[0].dtype, r.rank, dim);
    for (int64_t k = 0; k < r.copies; k++) {
        struct tensor part = copy_at(out, r.rank, r.times, r.sizes, k);
        tensor_copy(&call->in[0], &part);
    }
}

static void repeat_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct repeated r = read_repeated(call);
    struct tensor *dx = kernel_gradient(call, 0), wide = *dx;
    while (wide.rank < r.rank) view_add_axis(&wide, 0, 1, 0);
    for (int64_t k = 0; k < r.copies; k++) {
        struct tensor part = copy_at(&call->grad_out[0], r.rank, r.times, r.sizes, k);
        tensor_add(&part, &wide);
    }
}

// ---- ops

// None of these computes anything: no flops, and the gradient of an expanded or
// repeated tensor is a sum that needs shapes only.
const struct op op_squeeze = {
    .name = "squeeze",
    .aten = "aten::squeeze",
    .sig = "input[M,1,N] -> output[M,N]",
    .doc = "Without axes of size 1: all of them, or those in dim.",
    .attrs = {{"dim", ATTR_INTS}},
    .shape = squeeze_shape,
    .forward = squeeze_forward,
    .backward = squeeze_backward,
};

const struct op op_unsqueeze = {
    .name = "unsqueeze",
    .aten = "aten::unsqueeze",
    .sig = "input[M,N] -> output[M,1,N] dim=1",
    .doc = "A new axis of size 1 at dim.",
    .attrs = {{"dim", ATTR_INT}},
    .shape = unsqueeze_shape,
    .forward = unsqueeze_forward,
    .backward = unsqueeze_backward,
};

const struct op op_expand = {
    .name = "expand",
    .aten = "aten::expand",
    .sig = "input[M,1] -> output[3,M,N] sizes=[3,-1,N]",
    .doc = "Axes of size 1 repeated without a copy.",
    .attrs = {{"sizes", ATTR_INTS}},
    .shape = expand_shape,
    .forward = expand_forward,
    .backward = expand_backward,
};

const struct op op_broadcast_to = {
    .name = "broadcast_to",
    .aten = "aten::broadcast_to",
    .sig = "input[M,1] -> output[3,M,N] size=[3,M,N]",
    .doc = "Axes of size 1 repeated without a copy.",
    .attrs = {{"size", ATTR_INTS}},
    .shape = broadcast_to_shape,
    .forward = expand_forward,
    .backward = expand_backward,
};

const struct op op_broadcast_tensors = {
    .name = "broadcast_tensors",
    .aten = "aten::broadcast_tensors",
    .sig = "tensors*[M,N] -> first[M,N] second[M,N]",
    .doc = "All tensors expanded to the shape that they broadcast to.",
    .shape = broadcast_tensors_shape,
    .n_asked = rule_one_an_operand,
    .forward = broadcast_tensors_forward,
    .backward = broadcast_tensors_backward,
};

const struct op op_repeat = {
    .name = "repeat",
    .aten = "aten::repeat",
    .sig = "input[M,N] -> output[2,M,3*N] repeats=[2,1,3]",
    .doc = "Copies of the tensor along each axis.",
    .attrs = {{"repeats", ATTR_INTS}},
    .shape = repeat_shape,
    .forward = repeat_forward,
    .backward = repeat_backward,
};

const struct op op_tile = {
    .name = "tile",
    .aten = "aten::tile",
    .sig = "input[M,N] -> output[M,3*N] dims=[3]",
    .doc = "Copies of the tensor along the last axes.",
    .attrs = {{"dims", ATTR_INTS}},
    .shape = tile_shape,
    .forward = repeat_forward,
    .backward = repeat_backward,
};
