// Diagonals and triangles of matrices.

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"
#include "ir/ops/view_kernel.h"
#include "ir/rows.h"

#include <string.h>

// How far a diagonal begins to the right of the first element, and how far below it: one of them
// is 0.
struct diagonal {
    const struct sym *right, *below;
};

static struct diagonal diagonal_read(struct infer *in, const char *attr)
{
    const struct sym *offset = infer_int(in, attr, 0), *zero = sym_const(in->syms, 0);
    if (sym_lower(in->syms, offset) >= 0) return (struct diagonal){offset, zero};
    const struct sym *back = sym_neg(in->syms, offset);
    if (sym_upper(in->syms, offset) <= 0) return (struct diagonal){zero, back};
    return (struct diagonal){sym_max(in->syms, offset, zero), sym_max(in->syms, back, zero)};
}

// Elements of a diagonal of an n x m matrix; negative where it misses the matrix.
static const struct sym *diagonal_length(struct infer *in, const struct sym *n, const struct sym *m,
                                         struct diagonal d)
{
    return sym_min(in->syms, sym_sub(in->syms, n, d.below), sym_sub(in->syms, m, d.right));
}

// The diagonal walks both axes at once, so its stride is the sum of theirs; it
// begins offset columns to the right, or rows below for a negative offset. One
// that misses the matrix is empty here, and refused by diag.
static void diagonal_shape(struct infer *in)
{
    const struct sym *own[MAX_RANK], *strides[MAX_RANK], *zero = sym_const(in->syms, 0);
    const struct shape *x = infer_shape(in, 0);
    int a = axis_read(in, "dim1", 0, x->rank), b = a < 0 ? -1 : axis_read(in, "dim2", 1, x->rank);
    if (b < 0) return;
    struct diagonal d = diagonal_read(in, "offset");
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
    const struct sym *length = diagonal_length(in, x->dim[a], x->dim[b], d);
    if (sym_prove_at_most(in->syms, zero, length).verdict != VERDICT_PROVED)
        length = sym_max(in->syms, length, zero);
    strides[to.rank] = sym_add(in->syms, own[a], own[b]);
    to.dim[to.rank++] = length;
    const struct sym *start =
        sym_add(in->syms, sym_mul(in->syms, own[b], d.right), sym_mul(in->syms, own[a], d.below));
    infer_results(in, 1);
    layout_result(in, 0, 0, &to, strides, sym_is(length, 0) ? zero : start);
}

// A vector becomes a matrix with it on a diagonal; of a matrix the diagonal is copied.
static void diag_shape(struct infer *in)
{
    const struct shape *x = infer_shape(in, 0);
    if (!require_rank(in, 0, 1, 2)) return;
    struct diagonal d = diagonal_read(in, "diagonal");
    struct shape out = {.rank = 3 - x->rank};
    if (x->rank == 1) {
        const struct sym *away = sym_add(in->syms, d.right, d.below);
        out.dim[0] = out.dim[1] = sym_add(in->syms, x->dim[0], away);
    } else {
        out.dim[0] = diagonal_length(in, x->dim[0], x->dim[1], d);
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

// ---- kernels

static void show_diagonal(struct tensor *view, int a, int b, int64_t offset)
{
    int64_t n = view->dim[a] + (offset < 0 ? offset : 0);
    int64_t m = view->dim[b] - (offset > 0 ? offset : 0);
    int64_t length = n < m ? n : m, stride = view->stride[a] + view->stride[b];
    if (length > 0)
        view_move(view, offset >= 0 ? offset * view->stride[b] : -offset * view->stride[a]);
    view_drop_axis(view, a > b ? a : b);
    view_drop_axis(view, a > b ? b : a);
    view_add_axis(view, view->rank, length > 0 ? length : 0, stride);
}

static void diagonal_view(const struct kernel_call *call, int index, struct tensor *view)
{
    (void)index;
    show_diagonal(view, kernel_axis(call, "dim1", 0, view->rank),
                  kernel_axis(call, "dim2", 1, view->rank), kernel_int(call, "offset", 0));
}

VIEW_KERNELS(diagonal)

// `from` and `to` are a vector and a matrix, or the other way round; the vector lies on the
// matrix's diagonal.
static void copy_diagonal(const struct tensor *from, const struct tensor *to, int64_t offset)
{
    struct tensor vector = from->rank == 1 ? *from : *to, matrix = from->rank == 1 ? *to : *from;
    show_diagonal(&matrix, 0, 1, offset);
    if (from->rank == 1)
        tensor_copy(&vector, &matrix);
    else
        tensor_copy(&matrix, &vector);
}

static void diag_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    int64_t offset = kernel_int(call, "diagonal", 0), dim[2];
    if (x->rank == 1) {
        dim[0] = dim[1] = x->dim[0] + (offset < 0 ? -offset : offset);
    } else {
        struct tensor shown = *x;
        show_diagonal(&shown, 0, 1, offset);
        dim[0] = shown.dim[0];
    }
    struct tensor *out = kernel_result(call, 0, x->dtype, 3 - x->rank, dim);
    tensor_fill(out, 0.0);
    copy_diagonal(x, out, offset);
}

static void diag_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    copy_diagonal(&call->grad_out[0], kernel_gradient(call, 0), kernel_int(call, "diagonal", 0));
}

static void trace_forward(struct kernel_call *call)
{
    struct tensor shown = call->in[0];
    double sum = 0.0;
    show_diagonal(&shown, 0, 1, 0);
    if (dtype_is_float(shown.dtype)) {
        for (int64_t i = 0; i < shown.dim[0]; i++) sum += tensor_get(&shown, i);
        tensor_set(kernel_result(call, 0, shown.dtype, 0, NULL), 0, sum);
        return;
    }
    uint64_t whole = 0; // modulo 2^64
    for (int64_t i = 0; i < shown.dim[0]; i++) whole += (uint64_t)tensor_get_integer(&shown, i);
    tensor_set_integer(kernel_result(call, 0, DTYPE_I64, 0, NULL), 0, (int64_t)whole);
}

static void trace_backward(struct kernel_call *call)
{
    if (!kernel_wants(call, 0)) return;
    struct tensor shown = *kernel_gradient(call, 0);
    show_diagonal(&shown, 0, 1, 0);
    tensor_fill(&shown, tensor_get(&call->grad_out[0], 0));
}

enum triangle { LOWER, UPPER };

// Where an element number lies in its matrix.
static bool stays(enum triangle triangle, int64_t diagonal, const struct tensor *t, int64_t at)
{
    int64_t columns = t->dim[t->rank - 1], row = at / columns % t->dim[t->rank - 2];
    int64_t above = at % columns - row;
    return triangle == LOWER ? above <= diagonal : above >= diagonal;
}

// The part of each matrix that stays, copied from one tensor to another of its dtype.
static void copy_triangle(const struct kernel_call *call, enum triangle triangle,
                          const struct tensor *from, const struct tensor *to)
{
    int64_t diagonal = kernel_int(call, "diagonal", 0), size = dtype_block_bytes(to->dtype);
    struct rows rows;
    rows_begin(&rows, to->rank, to->dim);
    rows_add(&rows, from);
    rows_add(&rows, to);
    while (rows_next(&rows)) {
        rows_copy(&rows, 0, 1);
        for (int64_t i = 0; i < rows.length; i++)
            if (!stays(triangle, diagonal, to, rows.place + i))
                memset(to->data + (rows.offset[1] + i * rows.step[1]) * size, 0, (size_t)size);
    }
}

static void run_triangle(struct kernel_call *call, enum triangle triangle)
{
    copy_triangle(call, triangle, &call->in[0], kernel_result_like(call, 0, 0));
}

static void give_triangle(struct kernel_call *call, enum triangle triangle)
{
    if (!kernel_wants(call, 0)) return;
    copy_triangle(call, triangle, &call->grad_out[0], kernel_gradient(call, 0));
}

const struct op op_diagonal = {
    .name = "diagonal",
    .aten = "aten::diagonal",
    .sig = "input[B,3,4] -> output[B,3] dim1=1 dim2=2 offset=1",
    .doc = "The diagonals of two axes as a view, in a new last axis.",
    .attrs = {{"offset", ATTR_INT}, {"dim1", ATTR_INT}, {"dim2", ATTR_INT}},
    .shape = diagonal_shape,
    .forward = diagonal_forward,
    .backward = diagonal_backward,
};

const struct op op_diag = {
    .name = "diag",
    .aten = "aten::diag",
    .sig = "input[4] -> output[5,5] diagonal=1",
    .doc = "A matrix from its diagonal, or the diagonal of a matrix.",
    .attrs = {{"diagonal", ATTR_INT}},
    .shape = diag_shape,
    .forward = diag_forward,
    .backward = diag_backward,
};

const struct op op_trace = {
    .name = "trace",
    .aten = "aten::trace",
    .sig = "input[M,N] -> output[]",
    .doc = "The sum of the main diagonal of a matrix.",
    .shape = trace_shape,
    .flops = trace_flops,
    .forward = trace_forward,
    .backward = trace_backward,
};

#define TRIANGLE(symbol, part, text)                                                               \
    static void symbol##_forward(struct kernel_call *call)                                         \
    {                                                                                              \
        run_triangle(call, part);                                                                  \
    }                                                                                              \
    static void symbol##_backward(struct kernel_call *call)                                        \
    {                                                                                              \
        give_triangle(call, part);                                                                 \
    }                                                                                              \
    const struct op op_##symbol = {                                                                \
        .name = #symbol,                                                                           \
        .aten = "aten::" #symbol,                                                                  \
        .sig = "input[B,M,N] -> output[B,M,N] diagonal=1",                                         \
        .doc = text,                                                                               \
        .attrs = {{"diagonal", ATTR_INT}, {"inplace", ATTR_BOOL}},                                 \
        .shape = triangle_shape,                                                                   \
        .forward = symbol##_forward,                                                               \
        .backward = symbol##_backward,                                                             \
    }

TRIANGLE(tril, LOWER, "The part of each matrix on and below a diagonal, zero above it.");
TRIANGLE(triu, UPPER, "The part of each matrix on and above a diagonal, zero below it.");
