// Axes in another order: always views.
//
// The elements stay where they are and the strides move with their axes, so the
// result is seldom contiguous. What that means for a later view is found out
// there, from the strides.

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

const struct op op_permute = {
    .name = "permute",
    .aten = "aten::permute",
    .sig = "input[A,B,C] -> output[C,A,B] dims=[2,0,1]",
    .doc = "Result axis i is axis dims[i].",
    .attrs = {{"dims", ATTR_INTS}},
    .shape = permute_shape,
};

const struct op op_transpose = {
    .name = "transpose",
    .aten = "aten::transpose",
    .sig = "input[A,B,C] -> output[A,C,B] dim0=1 dim1=2",
    .doc = "Two axes change places.",
    .attrs = {{"dim0", ATTR_INT}, {"dim1", ATTR_INT}},
    .shape = transpose_shape,
};

const struct op op_movedim = {
    .name = "movedim",
    .aten = "aten::movedim",
    .sig = "input[A,B,C] -> output[B,C,A] source=0 destination=-1",
    .doc = "Moves axes to other places and keeps the order of the rest.",
    .attrs = {{"source", ATTR_INTS}, {"destination", ATTR_INTS}},
    .shape = movedim_shape,
};
