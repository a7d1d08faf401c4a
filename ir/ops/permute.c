// Axes in another order: always views.
//
// The elements stay where they are and the strides move with their axes, so the
// result is seldom contiguous. What that means for a later view is found out
// there, from the strides.

#include "ir/kernel.h"
#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

// Result axis i is operand axis order[i].
static void reorder(struct infer *in, const int *order)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK];
    const struct shape *x = infer_shape(in, 0);
    struct shape to = {.rank = x->rank};
    layout_strides(in, &in->in[0].type, own);
    for (int i = 0; i < x->rank; i++) {
        to.dim[i] = x->dim[order[i]];
        strides[i] = own[order[i]];
    }
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, NULL);
}

// dims names every axis once; as many as there are, and none twice, is the same thing.
static void permute_shape(struct infer *in)
{
    struct axes axes;
    int n, rank = infer_rank(in, 0);
    ints_read(in, "dims", &n);
    if (n != rank) {
        refuse(in, DIAG_LIST_LENGTH, "permute needs %d axes for %s, but dims has %d", rank,
               rule_type_string(in, 0), n);
        in->fix = "name each axis once";
        return;
    }
    if (axes_read(in, "dims", rank, &axes)) reorder(in, axes.at);
}

// The axes may be the same one, and then nothing moves. Of a tensor of rank 0 the
// only valid axes are 0 and -1, and nothing moves either.
static void transpose_shape(struct infer *in)
{
    int order[MAX_RANK], rank = infer_rank(in, 0);
    int a = axis_read(in, "dim0", 0, rank), b = a < 0 ? -1 : axis_read(in, "dim1", 1, rank);
    if (b < 0) return;
    for (int i = 0; i < rank; i++) order[i] = i;
    if (rank > 0) {
        order[a] = b;
        order[b] = a;
    }
    reorder(in, order);
}

// Of a matrix; a vector or a number stays as it is.
static void t_shape(struct infer *in)
{
    static const int as_it_is[] = {0, 0}, exchanged[] = {1, 0};
    if (require_rank(in, 0, 0, 2)) reorder(in, infer_rank(in, 0) == 2 ? exchanged : as_it_is);
}

// The named axes go to their places, the others fill the rest in order.
static void movedim_shape(struct infer *in)
{
    struct axes from, to;
    int n_from, n_to, rank = infer_rank(in, 0), order[MAX_RANK];
    ints_read(in, "source", &n_from);
    ints_read(in, "destination", &n_to);
    if (n_from != n_to) {
        refuse(in, DIAG_LIST_LENGTH, "movedim needs a destination for each source: %d against %d",
               n_from, n_to);
        return;
    }
    if (!axes_read(in, "source", rank, &from) || !axes_read(in, "destination", rank, &to)) return;
    for (int i = 0; i < from.n && rank > 0; i++) order[to.at[i]] = from.at[i];
    for (int i = 0, next = 0; i < rank; i++) {
        if (to.has[i]) continue;
        while (from.has[next]) next++;
        order[i] = next++;
    }
    reorder(in, order);
}

// ---- kernels

// Which operand axis each result axis is.
typedef void order_function(const struct kernel_call *, int rank, int *order);

static void permute_order(const struct kernel_call *call, int rank, int *order)
{
    int64_t dims[MAX_RANK];
    kernel_ints(call, "dims", rank, 0, dims);
    for (int i = 0; i < rank; i++) order[i] = (int)(dims[i] < 0 ? dims[i] + rank : dims[i]);
}

static void transpose_order(const struct kernel_call *call, int rank, int *order)
{
    int a = kernel_axis(call, "dim0", 0, rank), b = kernel_axis(call, "dim1", 1, rank);
    for (int i = 0; i < rank; i++) order[i] = i;
    if (!rank) return;
    order[a] = b;
    order[b] = a;
}

static void t_order(const struct kernel_call *call, int rank, int *order)
{
    (void)call;
    for (int i = 0; i < rank; i++) order[i] = rank - 1 - i;
}

static void movedim_order(const struct kernel_call *call, int rank, int *order)
{
    int n = kernel_n_ints(call, "source");
    int64_t from[MAX_RANK], to[MAX_RANK];
    bool placed[MAX_RANK] = {false}, moved[MAX_RANK] = {false};
    kernel_ints(call, "source", n, 0, from);
    kernel_ints(call, "destination", n, 0, to);
    for (int i = 0; i < n && rank; i++) {
        int source = (int)(from[i] < 0 ? from[i] + rank : from[i]);
        int destination = (int)(to[i] < 0 ? to[i] + rank : to[i]);
        order[destination] = source;
        placed[destination] = moved[source] = true;
    }
    for (int i = 0, next = 0; i < rank; i++) {
        if (placed[i]) continue;
        while (moved[next]) next++;
        order[i] = next++;
    }
}

static void reorder_forward(struct kernel_call *call, order_function *read)
{
    const struct tensor *x = &call->in[0];
    int order[MAX_RANK];
    int64_t dim[MAX_RANK], stride[MAX_RANK];
    read(call, x->rank, order);
    for (int i = 0; i < x->rank; i++) {
        dim[i] = x->dim[order[i]];
        stride[i] = x->stride[order[i]];
    }
    kernel_view(call, 0, 0, x->rank, dim, stride, 0);
}

// The gradient, seen in the result's order of axes.
static void reorder_backward(struct kernel_call *call, order_function *read)
{
    int order[MAX_RANK];
    if (!kernel_wants(call, 0)) return;
    const struct tensor *dx = kernel_gradient(call, 0);
    struct tensor seen = *dx;
    read(call, dx->rank, order);
    for (int i = 0; i < dx->rank; i++) {
        seen.dim[i] = dx->dim[order[i]];
        seen.stride[i] = dx->stride[order[i]];
    }
    tensor_copy(&call->grad_out[0], &seen);
}

#define REORDER(name)                                                                              \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        reorder_forward(call, name##_order);                                                       \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        reorder_backward(call, name##_order);                                                      \
    }

REORDER(permute)
REORDER(transpose)
REORDER(t)
REORDER(movedim)

// ---- ops

const struct op op_permute = {
    .name = "permute",
    .aten = "aten::permute",
    .sig = "input[A,B,C] -> output[C,A,B] dims=[2,0,1]",
    .doc = "Result axis i is axis dims[i].",
    .attrs = {{"dims", ATTR_INTS}},
    .shape = permute_shape,
    .forward = permute_forward,
    .backward = permute_backward,
};

const struct op op_t = {
    .name = "t",
    .aten = "aten::t",
    .sig = "input[A,B] -> output[B,A]",
    .doc = "The transposed matrix; a vector or a number stays as it is.",
    .shape = t_shape,
    .forward = t_forward,
    .backward = t_backward,
};

const struct op op_transpose = {
    .name = "transpose",
    .aten = "aten::transpose",
    .sig = "input[A,B,C] -> output[A,C,B] dim0=1 dim1=2",
    .doc = "Two axes change places.",
    .attrs = {{"dim0", ATTR_INT}, {"dim1", ATTR_INT}},
    .shape = transpose_shape,
    .forward = transpose_forward,
    .backward = transpose_backward,
};

const struct op op_movedim = {
    .name = "movedim",
    .aten = "aten::movedim",
    .sig = "input[A,B,C] -> output[B,C,A] source=0 destination=-1",
    .doc = "Moves axes to other places and keeps the order of the rest.",
    .attrs = {{"source", ATTR_INTS}, {"destination", ATTR_INTS}},
    .shape = movedim_shape,
    .forward = movedim_forward,
    .backward = movedim_backward,
};
