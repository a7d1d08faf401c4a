// Several tensors become one: cat, stack, hstack, vstack. They promote, and
// here a 0-dim tensor counts like any other.

#include "ir/ops/kernels.h"
#include "ir/ops/axes.h"
#include "ir/ops/rules.h"
#include "ir/ops/view_kernel.h"

// PyTorch has no dtype to give to a tensor that was joined from none.
static bool not_empty(struct infer *in)
{
    if (in->n_in > 0) return true;
    return refuse(in, DIAG_EMPTY_LIST, "%s needs at least one tensor", in->op->name);
}

// PyTorch keeps a rule from before there were empty tensors of rank 2: a tensor
// of shape [0] is left out whatever the rank of the others.
static bool is_legacy_empty(const struct shape *shape)
{
    return shape->rank == 1 && sym_is(shape->dim[0], 0);
}

// Do all tensors that take part have the same sizes in all axes but this one?
static bool agree_but(const struct shape *parts, int n, int first, int axis)
{
    for (int k = first + 1; k < n; k++) {
        if (is_legacy_empty(&parts[k])) continue;
        if (parts[k].rank != parts[first].rank) return false;
        for (int i = 0; i < parts[k].rank; i++)
            if (i != axis && parts[k].dim[i] != parts[first].dim[i]) return false;
    }
    return true;
}

// Another axis is named only where joining along it works: where several differ, none does.
static const char *cat_fix(const struct infer *in, const struct shape *parts, int first)
{
    const char *plain = "make both {a} or both {b}: crop the one or pad the other";
    if (op_attr_index(in->op, "dim") < 0) return plain;
    for (int axis = 0; axis < parts[first].rank; axis++)
        if (agree_but(parts, in->n_in, first, axis))
            return arena_printf(in->arena,
                                "%s; or join along dim %d, the only one in which they differ",
                                plain, axis);
    return plain;
}

// Checks that the tensors fit together along the axis. `parts` are their
// shapes, with the axes that hstack and vstack add.
static void cat_parts(struct infer *in, const struct shape *parts, int first, int axis)
{
    struct shape out = parts[first];
    const char *fix = agree_but(parts, in->n_in, first, axis) ? NULL : cat_fix(in, parts, first);
    for (int k = first + 1; k < in->n_in; k++) {
        if (is_legacy_empty(&parts[k])) continue;
        if (parts[k].rank != out.rank) {
            refuse(in, DIAG_CAT_RANK, "tensors %d and %d have different ranks: %s and %s", first, k,
                   rule_type_string(in, first), rule_type_string(in, k));
            return;
        }
        for (int i = 0; i < out.rank; i++) {
            if (i == axis)
                out.dim[i] = sym_add(in->syms, out.dim[i], parts[k].dim[i]);
            else
                out.dim[i] =
                    require_equal(in, DIAG_CAT_SIZES, (struct term){out.dim[i], first, i, NULL},
                                  (struct term){parts[k].dim[i], k, i, NULL}, fix);
        }
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_promote(in), &out);
}

// infer_promote sees list operands of rank 0 as weak, but joining makes all
// parts dimensioned, so promotion runs over plain dtypes.
static void join_dtype(struct infer *in)
{
    if (refused(in)) return;
    enum dtype dtype = infer_dtype_of(in, 0);
    for (int k = 1; k < in->n_in; k++) dtype = dtype_promote(dtype, infer_dtype_of(in, k));
    in->out[0].type.dtype = dtype;
}

// The rank that the axis is counted in is that of the first tensor that takes
// part; where none does, PyTorch does not look at the axis and gives [0].
static void cat_along(struct infer *in, const struct shape *parts, int64_t given)
{
    int first = 0;
    while (first < in->n_in && is_legacy_empty(&parts[first])) first++;
    if (first == in->n_in) first = 0;
    bool nothing = is_legacy_empty(&parts[first]);
    int axis = nothing ? 0 : require_axis(in, given, parts[first].rank);
    if (axis >= 0) cat_parts(in, parts, first, axis);
}

// No tensor without axes takes part in cat; hstack and vstack give them one.
static void cat_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    struct shape *parts = arena_array(in->arena, struct shape, in->n_in);
    for (int k = 0; k < in->n_in; k++) {
        parts[k] = *infer_shape(in, k);
        if (parts[k].rank > 0) continue;
        refuse(in, DIAG_CAT_RANK, "tensor %d of cat is one number without axes; use stack", k);
        return;
    }
    cat_along(in, parts, infer_const(in, "dim", 0));
    join_dtype(in);
}

// Unlike cat, stack does not leave out tensors of shape [0].
static bool stack_fits(struct infer *in, int k)
{
    const struct shape *x = infer_shape(in, 0);
    if (infer_rank(in, k) != x->rank)
        return refuse(in, DIAG_CAT_RANK, "tensors 0 and %d have different ranks: %s and %s", k,
                      rule_type_string(in, 0), rule_type_string(in, k));
    for (int i = 0; i < x->rank; i++)
        require_equal(
            in, DIAG_CAT_SIZES, infer_dim(in, 0, i), infer_dim(in, k, i),
            "stack needs tensors of equal shape; use cat to join along an axis they have");
    return !refused(in);
}

// The new axis may stand behind the last one, so it is counted in the rank of the result.
static void stack_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    const struct shape *x = infer_shape(in, 0);
    int axis = axis_read(in, "dim", 0, x->rank + 1);
    if (axis < 0) return;
    struct shape out = {.rank = x->rank + 1};
    if (out.rank > MAX_RANK) {
        refuse(in, DIAG_OPTION_RANGE, "stack makes a tensor of rank %d; at most %d is supported",
               out.rank, MAX_RANK);
        return;
    }
    for (int i = 0; i < axis; i++) out.dim[i] = x->dim[i];
    out.dim[axis] = sym_const(in->syms, in->n_in);
    for (int i = axis; i < x->rank; i++) out.dim[i + 1] = x->dim[i];
    for (int k = 1; k < in->n_in; k++)
        if (!stack_fits(in, k)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
    join_dtype(in);
}

// Ranks below `rank` are widened with sizes 1 in front.
static struct shape *widened(struct infer *in, int rank)
{
    struct shape *parts = arena_array(in->arena, struct shape, in->n_in);
    for (int k = 0; k < in->n_in; k++) {
        const struct shape *own = infer_shape(in, k);
        int lead = own->rank < rank ? rank - own->rank : 0;
        parts[k].rank = own->rank + lead;
        for (int i = 0; i < parts[k].rank; i++)
            parts[k].dim[i] = i < lead ? sym_const(in->syms, 1) : own->dim[i - lead];
    }
    return parts;
}

// Whether the first tensor is a vector decides the axis for all.
static void hstack_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    struct shape *parts = widened(in, 1);
    cat_along(in, parts, parts[0].rank == 1 ? 0 : 1);
    join_dtype(in);
}

// A vector of n elements becomes [1, n], a number [1, 1].
static void vstack_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    cat_along(in, widened(in, 2), 0);
    join_dtype(in);
}

// Below rank 3 an axis is added: behind a matrix, on both sides of a vector.
static void dstack_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    const struct sym *one = sym_const(in->syms, 1);
    struct shape *parts = widened(in, 2);
    for (int k = 0; k < in->n_in; k++) {
        bool matrix = parts[k].rank == 2;
        if (matrix) parts[k].dim[parts[k].rank++] = one;
    }
    cat_along(in, parts, 2);
    join_dtype(in);
}

// Vectors are columns.
static void column_stack_shape(struct infer *in)
{
    if (!not_empty(in)) return;
    struct shape *parts = widened(in, 1);
    for (int k = 0; k < in->n_in; k++) {
        bool vector = parts[k].rank == 1;
        if (vector) parts[k].dim[parts[k].rank++] = sym_const(in->syms, 1);
    }
    cat_along(in, parts, 1);
    join_dtype(in);
}

// ---- kernels

// One axis of the result is filled part by part; `wide` tells how an operand is seen.
struct joined {
    int axis, rank; // of the result
    int64_t dim[MAX_RANK];
    enum dtype dtype;
};

typedef struct tensor wide_function(const struct kernel_call *, int operand, int axis);

static bool takes_part(const struct tensor *t)
{
    return t->rank != 1 || t->dim[0] != 0;
}

static struct joined read_parts(const struct kernel_call *call, int axis, wide_function *wide)
{
    struct joined j = {.axis = axis, .dtype = call->in[0].dtype};
    for (int k = 0; k < call->n_in; k++) {
        struct tensor part = wide(call, k, axis);
        j.dtype = dtype_promote(j.dtype, part.dtype);
        if (!takes_part(&part)) continue;
        int64_t before = j.rank ? j.dim[axis] : 0;
        j.rank = part.rank;
        for (int i = 0; i < part.rank; i++) j.dim[i] = part.dim[i];
        j.dim[axis] += before;
    }
    if (!j.rank) { // nothing but empty lists
        j.rank = 1;
        j.dim[0] = 0;
        j.axis = 0;
    }
    return j;
}

static void join(struct kernel_call *call, int axis, wide_function *wide)
{
    struct joined j = read_parts(call, axis, wide);
    struct tensor *out = kernel_result(call, 0, j.dtype, j.rank, j.dim);
    int64_t start = 0;
    for (int k = 0; k < call->n_in; k++) {
        struct tensor part = wide(call, k, axis), place = *out;
        if (!takes_part(&part)) continue;
        view_slice(&place, j.axis, start, part.dim[j.axis], 1);
        tensor_copy(&part, &place);
        start += part.dim[j.axis];
    }
}

static void part_back(struct kernel_call *call, int axis, wide_function *wide)
{
    int64_t start = 0;
    for (int k = 0; k < call->n_in; k++) {
        struct tensor part = wide(call, k, axis), place = call->grad_out[0];
        if (!takes_part(&part)) continue;
        int64_t length = part.dim[axis];
        view_slice(&place, axis, start, length, 1);
        start += length;
        if (!kernel_wants(call, k)) continue;
        struct tensor *gradient = kernel_gradient(call, k);
        // The gradient seen as the part was: the same axes, with some of size 1 more or less.
        struct tensor seen = *gradient;
        seen.rank = part.rank;
        for (int i = 0; i < part.rank; i++) seen.dim[i] = part.dim[i];
        tensor_set_contiguous(&seen);
        tensor_copy(&place, &seen);
    }
}

static struct tensor as_it_is(const struct kernel_call *call, int operand, int axis)
{
    (void)axis;
    return call->in[operand];
}

// With the new axis, of size 1.
static struct tensor with_axis(const struct kernel_call *call, int operand, int axis)
{
    struct tensor t = call->in[operand];
    view_add_axis(&t, axis, 1, 1);
    return t;
}

static struct tensor widened_to(const struct tensor *t, int rank)
{
    struct tensor wide = *t;
    while (wide.rank < rank) view_add_axis(&wide, 0, 1, 0);
    return wide;
}

static struct tensor as_vector(const struct kernel_call *call, int operand, int axis)
{
    (void)axis;
    return widened_to(&call->in[operand], 1);
}

static struct tensor as_rows(const struct kernel_call *call, int operand, int axis)
{
    (void)axis;
    return widened_to(&call->in[operand], 2);
}

// Counted in the rank of the first tensor that takes part.
static int cat_axis(const struct kernel_call *call)
{
    int first = 0;
    while (first + 1 < call->n_in && !takes_part(&call->in[first])) first++;
    return kernel_axis(call, "dim", 0, call->in[first].rank);
}

static int stack_axis(const struct kernel_call *call)
{
    return kernel_axis(call, "dim", 0, call->in[0].rank + 1);
}

static int hstack_axis(const struct kernel_call *call)
{
    return call->in[0].rank <= 1 ? 0 : 1;
}

static int vstack_axis(const struct kernel_call *call)
{
    (void)call;
    return 0;
}

static int dstack_axis(const struct kernel_call *call)
{
    (void)call;
    return 2;
}

static int column_stack_axis(const struct kernel_call *call)
{
    (void)call;
    return 1;
}

// Rows first, and then an axis behind them.
static struct tensor as_layers(const struct kernel_call *call, int operand, int axis)
{
    struct tensor t = as_rows(call, operand, axis);
    if (t.rank < 3) view_add_axis(&t, 2, 1, 1);
    return t;
}

static struct tensor as_columns(const struct kernel_call *call, int operand, int axis)
{
    struct tensor t = as_vector(call, operand, axis);
    if (t.rank < 2) view_add_axis(&t, 1, 1, 1);
    return t;
}

#define JOIN(name, wide)                                                                           \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        join(call, name##_axis(call), wide);                                                       \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        part_back(call, name##_axis(call), wide);                                                  \
    }

JOIN(cat, as_it_is)
JOIN(stack, with_axis)
JOIN(hstack, as_vector)
JOIN(vstack, as_rows)
JOIN(dstack, as_layers)
JOIN(column_stack, as_columns)

const struct op op_cat = {
    .name = "cat",
    .aten = "aten::cat",
    .sig = "tensors*[N,C] -> output[N,2*C] dim=1",
    .doc = "Joins tensors along an axis that they have.",
    .attrs = {{"dim", ATTR_INT}},
    .shape = cat_shape,
    .forward = cat_forward,
    .backward = cat_backward,
};

const struct op op_stack = {
    .name = "stack",
    .aten = "aten::stack",
    .sig = "tensors*[N,C] -> output[N,2,C] dim=1",
    .doc = "Joins tensors of equal shape along a new axis.",
    .attrs = {{"dim", ATTR_INT}},
    .shape = stack_shape,
    .forward = stack_forward,
    .backward = stack_backward,
};

const struct op op_hstack = {
    .name = "hstack",
    .aten = "aten::hstack",
    .sig = "tensors*[N,C] -> output[N,2*C]",
    .doc = "Joins along axis 1, vectors along their only axis.",
    .shape = hstack_shape,
    .forward = hstack_forward,
    .backward = hstack_backward,
};

const struct op op_vstack = {
    .name = "vstack",
    .aten = "aten::vstack",
    .sig = "tensors*[N,C] -> output[2*N,C]",
    .doc = "Joins along axis 0; vectors become rows first.",
    .shape = vstack_shape,
    .forward = vstack_forward,
    .backward = vstack_backward,
};

const struct op op_dstack = {
    .name = "dstack",
    .aten = "aten::dstack",
    .sig = "tensors*[N,C] -> output[N,C,2]",
    .doc = "Joins along axis 2; matrices and vectors get one first.",
    .shape = dstack_shape,
    .forward = dstack_forward,
    .backward = dstack_backward,
};

const struct op op_column_stack = {
    .name = "column_stack",
    .aten = "aten::column_stack",
    .sig = "tensors*[N,C] -> output[N,2*C]",
    .doc = "Joins along axis 1; vectors become columns first.",
    .shape = column_stack_shape,
    .forward = column_stack_forward,
    .backward = column_stack_backward,
};
