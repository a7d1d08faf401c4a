// Distances and angles between vectors.

#include "ir/ops/axes.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"
#include "ir/saving.h"

static void without_axis(struct shape *shape, int axis)
{
    if (shape->rank == 0) return;
    for (int i = axis; i + 1 < shape->rank; i++) shape->dim[i] = shape->dim[i + 1];
    shape->rank--;
}

static void cosine_similarity_shape(struct infer *in)
{
    struct shape out;
    enum dtype dtype = infer_promote(in);
    if (!dtype_is_float(dtype)) {
        refuse(in, DIAG_KERNEL_DTYPE, "cosine_similarity needs floating point numbers: x1 is %s",
               rule_type_string(in, 0));
        return;
    }
    infer_broadcast(in, 0, 2, &out);
    int axis = require_axis(in, infer_const(in, "dim", 1), out.rank);
    if (axis < 0) return;
    without_axis(&out, axis);
    infer_results(in, 1);
    infer_result(in, 0, dtype, &out);
}

// A norm of x1 - x2 + eps along the last axis: integers become f32 by eps, bool has no difference.
static void pairwise_distance_shape(struct infer *in)
{
    struct shape out;
    if (!rule_dtype(in, 0, DTYPES_NUMBER) || !rule_dtype(in, 1, DTYPES_NUMBER)) return;
    infer_broadcast(in, 0, 2, &out);
    if (out.rank > 0 && infer_bool(in, "keepdim", false)) {
        out.dim[out.rank - 1] = sym_const(in->syms, 1);
    } else {
        without_axis(&out, out.rank - 1);
    }
    enum dtype dtype = infer_promote(in);
    infer_results(in, 1);
    infer_result(in, 0, dtype_is_float(dtype) ? dtype : DTYPE_F32, &out);
}

// Batches, the axes before the last two, broadcast.
static void cdist_batches(struct infer *in, struct shape *out)
{
    int rank = infer_rank(in, 0) > infer_rank(in, 1) ? infer_rank(in, 0) : infer_rank(in, 1);
    out->rank = rank;
    for (int axis = 0; axis < rank - 2; axis++) {
        int from_end = axis - rank;
        bool first = -from_end <= infer_rank(in, 0), second = -from_end <= infer_rank(in, 1);
        struct term a = first ? infer_dim(in, 0, from_end) : infer_dim(in, 1, from_end);
        struct term b = second ? infer_dim(in, 1, from_end) : a;
        bool stretched = sym_is(a.size, 1) || sym_is(b.size, 1);
        out->dim[axis] = sym_is(a.size, 1) ? b.size : a.size;
        if (!stretched)
            out->dim[axis] = require_equal(in, DIAG_BROADCAST, a, b,
                                           "make the two batches {a} or {b}, or one of them 1");
    }
}

static void cdist_shape(struct infer *in)
{
    struct shape out;
    for (int i = 0; i < 2; i++) {
        if (!require_rank(in, i, 2, MAX_RANK) || !rule_dtype(in, i, DTYPES_FLOAT)) return;
    }
    if (!rule_same_dtype(in, 0, 1)) return;
    if (infer_float(in, "p", 2.0) < 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "p of cdist must not be negative");
        return;
    }
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1), infer_dim(in, 1, -1),
                  "both sets of points need the same number of coordinates");
    cdist_batches(in, &out);
    out.dim[out.rank - 2] = infer_dim(in, 0, -2).size;
    out.dim[out.rank - 1] = infer_dim(in, 1, -2).size;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// Each row with each later one.
static void pdist_shape(struct infer *in)
{
    if (!require_rank(in, 0, 2, 2) || !rule_dtype(in, 0, DTYPES_FLOAT)) return;
    if (infer_float(in, "p", 2.0) < 0.0) {
        refuse(in, DIAG_OPTION_RANGE, "p of pdist must not be negative");
        return;
    }
    const struct sym *n = infer_dim(in, 0, 0).size;
    const struct sym *twice = sym_mul(in->syms, n, sym_add_const(in->syms, n, -1));
    struct shape out = {1, {sym_floordiv_const(in->syms, twice, 2)}};
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// input / max(norm, eps), the norm along dim.
static void normalize_shape(struct infer *in)
{
    if (!rule_dtype(in, 0, DTYPES_FLOAT)) return;
    if (axis_read(in, "dim", 1, infer_rank(in, 0)) < 0) return;
    rule_like_input(in);
}

// The norms, before and after eps.
static void normalize_saved(struct saving *s)
{
    struct shape norms = *infer_shape(&s->in, 0);
    int axis = axis_read(&s->in, "dim", 1, norms.rank);
    if (axis >= 0 && norms.rank) norms.dim[axis] = sym_const(s->in.syms, 1);
    for (int i = 0; i < 2; i++) saving_add(s, "norms", saving_dtype(s), &norms);
}

// Power, sum and quotient of each element.
static const struct sym *normalize_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 3);
}

// Difference, power and sum of each coordinate.
static const struct sym *cdist_flops(const struct infer *in)
{
    const struct sym *coordinates =
        sym_mul(in->syms, rule_out_count(in), infer_dim(in, 0, -1).size);
    return sym_mul_const(in->syms, coordinates, 3);
}

static const struct sym *cdist_flops_of_rows(const struct infer *in)
{
    const struct sym *coordinates = sym_mul(in->syms, rule_out_count(in), infer_dim(in, 0, 1).size);
    return sym_mul_const(in->syms, coordinates, 3);
}

// Three products and sums for each pair of elements.
static const struct sym *cosine_similarity_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 6);
}

static const struct sym *pairwise_distance_flops(const struct infer *in)
{
    return sym_mul_const(in->syms, rule_count(in, 0), 3);
}

const struct op op_cosine_similarity = {
    .name = "cosine_similarity",
    .aten = "aten::cosine_similarity",
    .sig = "x1[N,C] x2[N,C] -> output[N]",
    .doc = "Cosine of the angle between vectors along dim.",
    .attrs = {{"dim", ATTR_INT}, {"eps", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1),
    .shape = cosine_similarity_shape,
    .flops = cosine_similarity_flops,
    .forward = cosine_similarity_forward,
    .backward = cosine_similarity_backward,
};

const struct op op_pairwise_distance = {
    .name = "pairwise_distance",
    .aten = "aten::pairwise_distance",
    .sig = "x1[N,C] x2[N,C] -> output[N]",
    .doc = "p-norm of the difference along the last axis.",
    .attrs = {{"p", ATTR_FLOAT}, {"eps", ATTR_FLOAT}, {"keepdim", ATTR_BOOL}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_OUT(0),
    .shape = pairwise_distance_shape,
    .flops = pairwise_distance_flops,
    .forward = pairwise_distance_forward,
    .backward = pairwise_distance_backward,
};

const struct op op_cdist = {
    .name = "cdist",
    .aten = "aten::cdist",
    .sig = "x1[B,P,M] x2[B,R,M] -> output[B,P,R]",
    .doc = "p-norm distances of every point of one set to every point of the other.",
    .attrs = {{"p", ATTR_FLOAT}, {"compute_mode", ATTR_STRING}},
    .saved.any = SAVE_IN(0) | SAVE_IN(1) | SAVE_OUT(0),
    .shape = cdist_shape,
    .flops = cdist_flops,
    .forward = cdist_forward,
    .backward = cdist_backward,
};

const struct op op_pdist = {
    .name = "pdist",
    .aten = "aten::pdist",
    .sig = "input[N,M] -> output[N*(N-1)/2]",
    .doc = "p-norm distances of every pair of rows.",
    .attrs = {{"p", ATTR_FLOAT}},
    .saved.any = SAVE_IN(0) | SAVE_OUT(0),
    .shape = pdist_shape,
    .flops = cdist_flops_of_rows,
    .forward = pdist_forward,
    .backward = pdist_backward,
};

const struct op op_normalize = {
    .name = "normalize",
    .aten = "aten::linalg_vector_norm",
    .sig = "input[N,C] -> output[N,C]",
    .doc = "The input divided by its p-norm along dim.",
    .attrs = {{"p", ATTR_FLOAT}, {"dim", ATTR_INT}, {"eps", ATTR_FLOAT}},
    .saved = {.any = SAVE_IN(0), .more = normalize_saved},
    .shape = normalize_shape,
    .flops = normalize_flops,
    .forward = normalize_forward,
    .backward = normalize_backward,
};
