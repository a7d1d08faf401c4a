// Parts of a tensor as views: narrow, select, slice, unfold.
//
// A part begins at an offset, which is the start times the stride of the axis. The
// first two refuse what lies outside of the axis; slice cuts it off, as Python does.

#include "ir/ops/view_kernel.h"
#include "ir/ops/slice.h"

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

void slice_result(struct infer *in, int index, int axis, const struct sym *start,
                  const struct sym *length, const struct sym *step)
{
    const struct sym *strides[MAX_RANK];
    struct shape to = *infer_shape(in, 0);
    layout_strides(in, &in->in[0].type, strides);
    const struct sym *offset = sym_mul(in->syms, start, strides[axis]);
    to.dim[axis] = length;
    strides[axis] = sym_mul(in->syms, strides[axis], step);
    layout_result(in, index, 0, &to, strides, offset);
}

void slice_select(struct infer *in, int index, int axis, const struct sym *place)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK];
    const struct shape *x = infer_shape(in, 0);
    layout_strides(in, &in->in[0].type, own);
    struct shape to = {0};
    for (int i = 0; i < x->rank; i++) {
        if (i == axis) continue;
        strides[to.rank] = own[i];
        to.dim[to.rank++] = x->dim[i];
    }
    layout_result(in, index, 0, &to, strides, sym_mul(in->syms, place, own[axis]));
}

static bool is_negative(const struct sym *value)
{
    int64_t number;
    return sym_is_const(value, &number) && number < 0;
}

// A negative position counts from the end.
static const struct sym *from_end(struct infer *in, const struct sym *position,
                                  const struct sym *size)
{
    return is_negative(position) ? sym_add(in->syms, position, size) : position;
}

// The place of a position, of which a negative one counts from the end. One that lies before the
// axis is blamed by the number that was written, not by the place that it would be.
static const struct sym *position_read(struct infer *in, struct term position, struct term size,
                                       const char *fix)
{
    if (!is_negative(position.size)) {
        require_at_least(in, DIAG_SLICE_RANGE, position, 0, fix);
        return position.size;
    }
    const struct sym *zero = sym_const(in->syms, 0), *back = sym_sub(in->syms, zero, position.size);
    int64_t number;
    if (sym_is_const(back, &number) && sym_lower(in->syms, size.size) < number) {
        const char *what = arena_printf(in->arena, "what %s %s counts from the end", position.what,
                                        sym_string(in->arena, position.size));
        require_at_most(in, DIAG_SLICE_RANGE, infer_term(back, what), size, fix);
    }
    return from_end(in, position.size, size.size);
}

// ---- narrow

// start may be the size itself, with length 0.
static void narrow_shape(struct infer *in)
{
    int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    struct term size = infer_dim(in, 0, axis), start = infer_attr_term(in, "start"),
                length = infer_attr_term(in, "length");
    const char *fix = "keep start + length within the axis";
    // Of an empty axis PyTorch takes -1 for its start.
    bool at_start = sym_is(size.size, 0) && sym_is(start.size, -1);
    start.size = at_start ? size.size : position_read(in, start, size, fix);
    require_at_least(in, DIAG_SLICE_RANGE, length, 0, fix);
    require_at_most(in, DIAG_SLICE_RANGE,
                    infer_term(sym_add(in->syms, start.size, length.size), "start + length"), size,
                    fix);
    if (refused(in)) return;
    infer_results(in, 1);
    slice_result(in, 0, axis, start.size, length.size, sym_const(in->syms, 1));
}

// ---- select

// As narrow by 1 and a squeeze.
static void select_shape(struct infer *in)
{
    int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    struct term size = infer_dim(in, 0, axis), index = infer_attr_term(in, "index");
    const char *fix = "choose an index of at least -{b} and less than {b}";
    index.size = position_read(in, index, size, fix);
    require_at_most(in, DIAG_SLICE_RANGE,
                    infer_term(sym_add_const(in->syms, index.size, 1), "index + 1"), size, fix);
    if (refused(in)) return;
    infer_results(in, 1);
    slice_select(in, 0, axis, index.size);
}

// ---- slice, as x[start:end:step] in Python

static const struct sym *at_least_zero(struct infer *in, const struct sym *value)
{
    const struct sym *zero = sym_const(in->syms, 0);
    bool certain = sym_prove_at_most(in->syms, zero, value).verdict == VERDICT_PROVED;
    return certain ? value : sym_max(in->syms, value, zero);
}

// Python cuts the end to the size; where that is certain to do nothing the plain one stays.
static const struct sym *slice_end(struct infer *in, const struct sym *size)
{
    if (!infer_given(in, "end")) return size;
    const struct sym *end = from_end(in, infer_int(in, "end", 0), size);
    bool certain = sym_prove_at_most(in->syms, end, size).verdict == VERDICT_PROVED;
    return certain ? end : sym_min(in->syms, end, size);
}

// ceil((end - start) / step) elements. A start behind the end, or behind the
// axis, gives none. With symbols, min and max stay in the result where facts do
// not decide them: x[:, 1:] has max(T - 1, 0) of T.
static void slice_shape(struct infer *in)
{
    int axis = axis_read_real(in, "dim", 0, infer_rank(in, 0));
    if (axis < 0) return;
    const struct sym *size = infer_dim(in, 0, axis).size, *step = infer_int(in, "step", 1);
    require_at_least(in, DIAG_STEP, infer_term(step, "step"), 1, "give a step of 1 or more");
    const struct sym *start = at_least_zero(in, from_end(in, infer_int(in, "start", 0), size));
    const struct sym *length = sym_sub(in->syms, slice_end(in, size), start);
    infer_results(in, 1);
    slice_result(in, 0, axis, start, sym_ceildiv(in->syms, at_least_zero(in, length), step), step);
}

// ---- unfold: overlapping windows as a new last axis

// floor((length - size) / step) + 1 windows. They overlap where step < size, and
// then the result has more elements than the memory behind it. A tensor of rank 0
// has one element to put into a window.
static void unfold_shape(struct infer *in)
{
    const struct sym *strides[MAX_RANK], *one = sym_const(in->syms, 1);
    struct shape to = *infer_shape(in, 0);
    int axis = axis_read(in, "dimension", 0, to.rank);
    if (axis < 0) return;
    bool scalar = to.rank == 0;
    struct term size = infer_attr_term(in, "size"), step = infer_attr_term(in, "step");
    struct term length = scalar ? infer_term(one, "one element") : infer_dim(in, 0, axis);
    require_at_least(in, DIAG_STEP, step, 1, "give a step of 1 or more");
    require_at_least(in, DIAG_SLICE_RANGE, size, 0, "give a window size of 0 or more");
    require_at_most(in, DIAG_SLICE_RANGE, size, length, "choose a window that fits into the axis");
    if (refused(in)) return;
    if (to.rank == MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "%s has rank %d; a larger one is not supported",
               rule_type_string(in, 0), to.rank);
        return;
    }
    layout_strides(in, &in->in[0].type, strides);
    const struct sym *stride = scalar ? one : strides[axis];
    if (!scalar) {
        const struct sym *rest = sym_sub(in->syms, length.size, size.size);
        to.dim[axis] = sym_add_const(in->syms, sym_floordiv(in->syms, rest, step.size), 1);
        strides[axis] = sym_mul(in->syms, stride, step.size);
    }
    strides[to.rank] = stride;
    to.dim[to.rank++] = size.size;
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, NULL);
}

// ---- kernels

// From the end where it is negative.
static int64_t position(int64_t at, int64_t size)
{
    return at < 0 ? at + size : at;
}

static void narrow_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    int axis = kernel_axis(call, "dim", 0, view->rank);
    int64_t start = position(kernel_int(call, "start", 0), view->dim[axis]);
    view_slice(view, axis, start, kernel_int(call, "length", 0), 1);
}

static void select_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    int axis = kernel_axis(call, "dim", 0, view->rank);
    view_slice(view, axis, position(kernel_int(call, "index", 0), view->dim[axis]), 1, 1);
    view_drop_axis(view, axis);
}

static int64_t clip(int64_t at, int64_t size)
{
    at = position(at, size);
    return at < 0 ? 0 : at > size ? size : at;
}

static void slice_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    int axis = kernel_axis(call, "dim", 0, view->rank);
    int64_t size = view->dim[axis], step = kernel_int(call, "step", 1);
    int64_t start = clip(kernel_int(call, "start", 0), size);
    int64_t end = clip(kernel_int(call, "end", size), size);
    view_slice(view, axis, start, end > start ? (end - start + step - 1) / step : 0, step);
}

static void unfold_axis_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    int axis = kernel_axis(call, "dimension", 0, view->rank);
    int64_t size = kernel_int(call, "size", 0), step = kernel_int(call, "step", 1);
    int64_t stride = view->rank ? view->stride[axis] : 1;
    if (view->rank) view_slice(view, axis, 0, (view->dim[axis] - size) / step + 1, step);
    view_add_axis(view, view->rank, size, stride);
}

VIEW_KERNELS(narrow)
VIEW_KERNELS(select)
VIEW_KERNELS(slice)
VIEW_KERNELS(unfold_axis)

const struct op op_narrow = {
    .name = "narrow",
    .aten = "aten::narrow",
    .sig = "input[M,8] -> output[M,3] dim=1 start=2 length=3",
    .doc = "`length` elements of an axis from `start` on.",
    .attrs = {{"dim", ATTR_INT}, {"start", ATTR_INT}, {"length", ATTR_INT}},
    .shape = narrow_shape,
    .forward = narrow_forward,
    .backward = narrow_backward,
};

const struct op op_select = {
    .name = "select",
    .aten = "aten::select",
    .sig = "input[M,8,N] -> output[M,N] dim=1 index=-1",
    .doc = "One element of an axis, which disappears.",
    .attrs = {{"dim", ATTR_INT}, {"index", ATTR_INT}},
    .shape = select_shape,
    .forward = select_forward,
    .backward = select_backward,
};

const struct op op_slice = {
    .name = "slice",
    .aten = "aten::slice",
    .sig = "input[M,8] -> output[M,3] dim=1 start=1 end=-1 step=2",
    .doc = "Every step-th element of an axis from start to before end, cut to the axis.",
    .attrs = {{"dim", ATTR_INT}, {"start", ATTR_INT}, {"end", ATTR_INT}, {"step", ATTR_INT}},
    .shape = slice_shape,
    .forward = slice_forward,
    .backward = slice_backward,
};

const struct op op_unfold_axis = {
    .name = "unfold_axis",
    .aten = "aten::unfold",
    .sig = "input[M,8] -> output[M,3,4] dimension=1 size=4 step=2",
    .doc = "Windows of `size` elements every `step`, as a new last axis (Tensor.unfold).",
    .attrs = {{"dimension", ATTR_INT}, {"size", ATTR_INT}, {"step", ATTR_INT}},
    .shape = unfold_shape,
    .forward = unfold_axis_forward,
    .backward = unfold_axis_backward,
};
