// Elements moved or repeated, always copied: flip, roll, rot90, repeat_interleave;
// and meshgrid, whose results are views.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

// A new contiguous tensor of the operand's shape and dtype.
static void copy_of_input(struct infer *in)
{
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
}

// Unlike roll, flip keeps the operand's order of axes in memory.
static void flip_shape(struct infer *in)
{
    struct axes axes;
    if (!axes_read(in, "dims", infer_rank(in, 0), &axes)) return;
    copy_of_input(in);
    layout_like_operands(in, 0, 1);
}

// Without dims the tensor is rolled as if it were flat. An axis may be named
// twice here, and of an empty tensor PyTorch does not look at the axes.
static void roll_shape(struct infer *in)
{
    int n_shifts, n_dims, rank = infer_rank(in, 0);
    ints_read(in, "shifts", &n_shifts);
    const struct sym *const *dims = ints_read(in, "dims", &n_dims);
    bool flat = n_dims == 0 && n_shifts == 1;
    if (n_shifts == 0 || (!flat && n_shifts != n_dims)) {
        refuse(in, DIAG_LIST_LENGTH, "roll needs one shift for each axis: %d shifts, %d axes",
               n_shifts, n_dims);
        return;
    }
    for (int i = 0; i < n_dims && !rule_is_empty(in, 0); i++) {
        int64_t axis = 0;
        if (rank == 0) {
            refuse(in, DIAG_NO_AXES, "axes are needed, but the tensor has none (it is one number)");
            return;
        }
        if (sym_is_const(dims[i], &axis) && require_axis(in, axis, rank) < 0) return;
    }
    copy_of_input(in);
}

// Shows the result with two axes in each other's place.
static void swap_axes(struct infer *in, int a, int b)
{
    const struct sym *strides[MAX_RANK];
    struct tensor_type flipped = in->out[0].type;
    struct shape *shape = &in->out[0].type.shape;
    layout_strides(in, &flipped, strides);
    const struct sym *stride = strides[a];
    strides[a] = strides[b];
    strides[b] = stride;
    shape->dim[a] = flipped.shape.dim[b];
    shape->dim[b] = flipped.shape.dim[a];
    layout_set(in, 0, strides);
}

// dims are 0 and 1 by default. k may be negative and only k mod 4 matters: odd
// turns flip one axis and transpose the two, so the result lies transposed.
static void rot90_shape(struct infer *in)
{
    struct axes axes;
    int n, rank = infer_rank(in, 0);
    ints_read(in, "dims", &n);
    if (infer_given(in, "dims") && n != 2) {
        refuse(in, DIAG_LIST_LENGTH, "rot90 turns in the plane of 2 axes, but dims has %d", n);
        return;
    }
    if (!require_rank(in, 0, 2, MAX_RANK) || !axes_read(in, "dims", rank, &axes)) return;
    int64_t turns = infer_const(in, "k", 1);
    if (refused(in)) return;
    copy_of_input(in);
    if (turns % 4 != 0) layout_like_operands(in, 0, 1);
    if (turns % 2 != 0) swap_axes(in, n ? axes.at[0] : 0, n ? axes.at[1] : 1);
}

// ---- repeat_interleave: repeats is a number (attribute) or a tensor (operand 1)

// The sum of the repeats, if their contents are known. One for all stands for `count` of them.
static const struct sym *repeats_sum(struct infer *in, const struct sym *count)
{
    const struct attr *value = in->in[1].value;
    if (rule_is_empty(in, 1)) return sym_const(in->syms, 0);
    if (!value || (value->kind != ATTR_INT && value->kind != ATTR_INTS))
        return sym_unknown(in->syms, "the contents of repeats are not known");
    if (value->kind == ATTR_INT) return sym_mul(in->syms, value->i, count);
    if (value->n == 1) return sym_mul(in->syms, value->ints[0], count);
    const struct sym *sum = sym_const(in->syms, 0);
    for (int i = 0; i < value->n; i++) sum = sym_add(in->syms, sum, value->ints[i]);
    return sum;
}

// The new size of the axis, or of the flat tensor: repeats as a number multiply
// it, repeats as a tensor are added up.
static const struct sym *repeated_size(struct infer *in, struct term size)
{
    if (!infer_has(in, 1)) {
        struct term repeats = infer_attr_term(in, "repeats");
        require_at_least(in, DIAG_SIZE_NEGATIVE, repeats, 0, "repeat 0 times or more");
        return sym_mul(in->syms, size.size, repeats.size);
    }
    if (!require_rank(in, 1, 0, 1) || !rule_index_dtype(in, 1, DTYPE_SET(I64) | DTYPE_SET(I32)))
        return size.size;
    bool one = infer_rank(in, 1) == 0 || sym_is(infer_dim(in, 1, 0).size, 1);
    if (!one)
        require_equal(in, DIAG_REPEATS_SIZE, infer_dim(in, 1, 0), size,
                      "give one number of repeats for each element of the axis");
    return repeats_sum(in, size.size);
}

// A result's size that depends on the contents of repeats is unknown with that
// reason, unless they are constants of the program.
static void repeat_interleave_shape(struct infer *in)
{
    struct shape out = *infer_shape(in, 0);
    struct term size = infer_term(rule_count(in, 0), "elements");
    int axis = 0;
    if (infer_given(in, "dim")) {
        axis = axis_read_real(in, "dim", 0, out.rank);
        if (axis < 0) return;
        size = infer_dim(in, 0, axis);
    } else {
        out.rank = 1;
    }
    out.dim[axis] = repeated_size(in, size);
    if (refused(in)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// ---- meshgrid

// One axis of the grid for each tensor, so their number is limited by the rank.
static bool mesh_operands(struct infer *in)
{
    if (in->n_in == 0) return refuse(in, DIAG_EMPTY_LIST, "meshgrid needs at least one tensor");
    if (in->n_in > MAX_RANK)
        return refuse(in, DIAG_OPTION_RANGE, "meshgrid of %d tensors has a rank above %d", in->n_in,
                      MAX_RANK);
    for (int k = 0; k < in->n_in; k++)
        if (!require_rank(in, k, 0, 1) || !rule_same_dtype(in, 0, k)) return false;
    return true;
}

// Axis i has the elements of tensor i; with indexing "xy" the first two change places.
static void meshgrid_shape(struct infer *in)
{
    const char *indexing = rule_word(in, "indexing", "ij", "ij|xy");
    if (refused(in) || !mesh_operands(in)) return;
    bool swapped = indexing[0] == 'x' && in->n_in > 1;
    struct shape grid = {.rank = in->n_in};
    for (int k = 0; k < in->n_in; k++) {
        int axis = swapped && k < 2 ? 1 - k : k;
        grid.dim[axis] = infer_rank(in, k) ? infer_dim(in, k, 0).size : sym_const(in->syms, 1);
    }
    infer_results(in, in->n_in);
    for (int k = 0; k < in->n_in; k++) {
        const struct sym *strides[MAX_RANK], *own[MAX_RANK];
        for (int i = 0; i < grid.rank; i++) strides[i] = sym_const(in->syms, 0);
        layout_strides(in, &in->in[k].type, own);
        strides[swapped && k < 2 ? 1 - k : k] = infer_rank(in, k) ? own[0] : sym_const(in->syms, 1);
        layout_result(in, k, k, &grid, strides, NULL);
    }
}

static int mesh_axis(const struct kernel_call *call, int k)
{
    bool swapped = kernel_string(call, "indexing", "ij")[0] == 'x' && call->n_in > 1;
    return swapped && k < 2 ? 1 - k : k;
}

static void meshgrid_forward(struct kernel_call *call)
{
    int64_t dim[MAX_RANK];
    for (int k = 0; k < call->n_in; k++) {
        const struct tensor *x = &call->in[k];
        if (x->dtype != call->in[0].dtype) kernel_fail(call, "meshgrid takes one dtype");
        dim[mesh_axis(call, k)] = x->rank ? x->dim[0] : 1;
    }
    kernel_results(call, call->n_in);
    for (int k = 0; k < call->n_in; k++) {
        int64_t stride[MAX_RANK] = {0};
        stride[mesh_axis(call, k)] = call->in[k].rank ? call->in[k].stride[0] : 1;
        kernel_view(call, k, k, call->n_in, dim, stride, 0);
    }
}

// What is repeated along the other axes is added up.
static void meshgrid_backward(struct kernel_call *call)
{
    for (int k = 0; k < call->n_in; k++) {
        const struct tensor *g = &call->grad_out[k];
        if (!kernel_wants(call, k)) continue;
        double *sums = kernel_zeros(call, tensor_count(&call->in[k]));
        for (int64_t i = 0; tensor_is_there(g) && i < tensor_count(g); i++) {
            int64_t place[MAX_RANK];
            tensor_place(g, i, place);
            sums[place[mesh_axis(call, k)]] += tensor_get(g, i);
        }
        kernel_give_gradient(call, k, sums);
    }
}

// Elements only move, so there are no flops, and backward moves them back without
// reading them again; only how often each was repeated it must know.
const struct op op_flip = {
    .name = "flip",
    .aten = "aten::flip",
    .sig = "input[M,N] -> output[M,N] dims=[0,1]",
    .doc = "The elements in reverse along the axes.",
    .attrs = {{"dims", ATTR_INTS}},
    .shape = flip_shape,
    .forward = flip_forward,
    .backward = flip_backward,
};

const struct op op_roll = {
    .name = "roll",
    .aten = "aten::roll",
    .sig = "input[M,N] -> output[M,N] shifts=[1] dims=[0]",
    .doc = "The elements shifted along axes; those shifted out come in again.",
    .attrs = {{"shifts", ATTR_INTS}, {"dims", ATTR_INTS}},
    .shape = roll_shape,
    .forward = roll_forward,
    .backward = roll_backward,
};

const struct op op_rot90 = {
    .name = "rot90",
    .aten = "aten::rot90",
    .sig = "input[M,N] -> output[N,M] k=1 dims=[0,1]",
    .doc = "Turned k times by 90 degrees in the plane of two axes.",
    .attrs = {{"k", ATTR_INT}, {"dims", ATTR_INTS}},
    .shape = rot90_shape,
    .forward = rot90_forward,
    .backward = rot90_backward,
};

const struct op op_repeat_interleave = {
    .name = "repeat_interleave",
    .aten = "aten::repeat_interleave",
    .sig = "input[M,N] repeats:i64[1]=(2)? -> output[M,2*N] dim=1",
    .doc = "Each element repeated, along dim or of the flat tensor.",
    .attrs = {{"repeats", ATTR_INT}, {"dim", ATTR_INT}},
    .saved.any = SAVE_IN(1),
    .shape = repeat_interleave_shape,
    .forward = repeat_interleave_forward,
    .backward = repeat_interleave_backward,
};

const struct op op_meshgrid = {
    .name = "meshgrid",
    .aten = "aten::meshgrid",
    .sig = "tensors*[M] -> first[M,M] second[M,M]",
    .doc = "Each tensor along an axis of its own, repeated along the others.",
    .attrs = {{"indexing", ATTR_STRING}},
    .shape = meshgrid_shape,
    .n_asked = rule_one_an_operand,
    .forward = meshgrid_forward,
    .backward = meshgrid_backward,
};
