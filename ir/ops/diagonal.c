// Diagonals and triangles of matrices.

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

// Elements of the diagonal `offset` above the main one of an n x m matrix.
static const struct sym *diagonal_length(struct infer *in, const struct sym *n, const struct sym *m,
                                         int64_t offset)
{
    if (offset >= 0)
        m = sym_add_const(in->syms, m, -offset);
    else
        n = sym_add_const(in->syms, n, offset);
    return sym_min(in->syms, n, m);
}

// The diagonal walks both axes at once, so its stride is the sum of theirs; it
// begins offset columns to the right, or rows below for a negative offset. One
// that misses the matrix is empty here, and refused by diag.
static void diagonal_shape(struct infer *in)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK], *zero = sym_const(in->syms, 0);
    const struct shape *x = infer_shape(in, 0);
    int a = axis_read(in, "dim1", 0, x->rank), b = a < 0 ? -1 : axis_read(in, "dim2", 1, x->rank);
    int64_t offset = b < 0 ? 0 : infer_const(in, "offset", 0);
    if (b < 0 || refused(in)) return;
    if (a == b) {
        refuse(in, DIAG_AXIS_REPEATED,
               "diagonal needs two axes, but dim1 and dim2 are both axis %d", a);
        return;
    }
    layout_strides(in, &in->in[0].type, own);
    struct shape to = {0};
    for (int i = 0; i < x->rank; i++) {
        if (i == a || i == b) continue;
        strides[to.rank] = own[i];
        to.dim[to.rank++] = x->dim[i];
    }
    const struct sym *length = diagonal_length(in, x->dim[a], x->dim[b], offset);
    if (sym_prove_at_most(in->syms, zero, length).verdict != VERDICT_PROVED)
        length = sym_max(in->syms, length, zero);
    strides[to.rank] = sym_add(in->syms, own[a], own[b]);
    to.dim[to.rank++] = length;
    const struct sym *start = offset >= 0 ? sym_mul_const(in->syms, own[b], offset)
                                          : sym_mul_const(in->syms, own[a], -offset);
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, sym_is(length, 0) ? zero : start);
}

// A vector becomes a matrix with it on a diagonal; of a matrix the diagonal is copied.
static void diag_shape(struct infer *in)
{
    const struct shape *x = infer_shape(in, 0);
    int64_t offset = infer_const(in, "diagonal", 0);
    if (refused(in) || !require_rank(in, 0, 1, 2)) return;
    struct shape out = {.rank = 3 - x->rank};
    if (x->rank == 1) {
        out.dim[0] = out.dim[1] = sym_add_const(in->syms, x->dim[0], offset < 0 ? -offset : offset);
    } else {
        out.dim[0] = diagonal_length(in, x->dim[0], x->dim[1], offset);
        require_at_least(in, DIAG_SLICE_RANGE, infer_term(out.dim[0], "length of the diagonal"), 0,
                         "choose a diagonal that crosses the matrix");
    }
    if (refused(in)) return;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// A sum, so integers give i64.
static void trace_shape(struct infer *in)
{
    const struct shape out = {0};
    if (!require_rank(in, 0, 2, 2) || !rule_dtype(in, 0, DTYPES_NUMBER)) return;
    infer_results(in, 1);
    infer_result(in, 0, rule_float_dtype(in, 0, DTYPE_I64), &out);
}

// Of an empty tensor PyTorch does not look at the rank. Which diagonal bounds the
// triangle makes no difference to the shape. In place it writes zeros, also over each other.
static void triangle_shape(struct infer *in)
{
    if (!rule_is_empty(in, 0) && !require_rank(in, 0, 2, MAX_RANK)) return;
    if (infer_bool(in, "inplace", false)) {
        rule_write_input(in);
        return;
    }
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), infer_shape(in, 0));
}

// One addition for each element of the diagonal.
static const struct sym *trace_flops(const struct infer *in)
{
    return sym_min(in->syms, infer_dim(in, 0, 0).size, infer_dim(in, 0, 1).size);
}

const struct op op_diagonal = {
    .name = "diagonal",
    .aten = "aten::diagonal",
    .sig = "input[B,3,4] -> output[B,3] dim1=1 dim2=2 offset=1",
    .doc = "The diagonals of two axes as a view, in a new last axis.",
    .attrs = {{"offset", ATTR_INT}, {"dim1", ATTR_INT}, {"dim2", ATTR_INT}},
    .shape = diagonal_shape,
};

const struct op op_diag = {
    .name = "diag",
    .aten = "aten::diag",
    .sig = "input[4] -> output[5,5] diagonal=1",
    .doc = "A matrix from its diagonal, or the diagonal of a matrix.",
    .attrs = {{"diagonal", ATTR_INT}},
    .shape = diag_shape,
};

const struct op op_trace = {
    .name = "trace",
    .aten = "aten::trace",
    .sig = "input[M,N] -> output[]",
    .doc = "The sum of the main diagonal of a matrix.",
    .shape = trace_shape,
    .flops = trace_flops,
};

#define TRIANGLE(symbol, text)                                                                     \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[B,M,N] -> output[B,M,N] diagonal=1",                                         \
        .doc = text,                                                                               \
        .attrs = {{"diagonal", ATTR_INT}, {"inplace", ATTR_BOOL}},                                 \
        .shape = triangle_shape,                                                                   \
    }

TRIANGLE(tril, "The part of each matrix on and below a diagonal, zero above it.");
TRIANGLE(triu, "The part of each matrix on and above a diagonal, zero below it.");
