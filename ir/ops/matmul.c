// Products of matrices and vectors. None of them promotes: operands share one
// dtype. bool has no kernel. How early PyTorch looks at the dtype differs:
// products without a single term are not refused.

#include "ir/map.h"
#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"

// ---- dtypes

// Refuses mixed dtypes and bool. Not where nothing is to be computed: the kernels
// return before they look at the dtypes when the result or the left operand is
// empty.
static bool product_dtypes(struct infer *in, int a, int b, const struct shape *out)
{
    bool nothing = sym_is(shape_count(in->syms, out), 0) || rule_is_empty(in, a);
    if (nothing) return true;
    return rule_same_dtype(in, a, b) && rule_dtype(in, a, DTYPES_NUMBER);
}

static void inner_equal(struct infer *in, struct term a, struct term b)
{
    require_equal(in, DIAG_MATMUL_INNER, a, b,
                  "make both inner sizes equal, or transpose an operand");
}

// Ranks of operands `first` and `first` + 1.
static bool ranks(struct infer *in, int first, int a_rank, int b_rank)
{
    return require_rank(in, first, a_rank, a_rank) && require_rank(in, first + 1, b_rank, b_rank);
}

// Where operands without a term differ in dtype, the result has that of the
// matrix for mm, of the vector for mv, of the second batch for bmm; matmul is one of these.
static void product_result(struct infer *in, int first, const struct shape *out)
{
    int a_rank = infer_rank(in, first), b_rank = infer_rank(in, first + 1);
    if (!product_dtypes(in, first, first + 1, out)) return;
    bool as_second = b_rank == 1 || (b_rank >= 3 && a_rank >= 2);
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, as_second ? first + 1 : first), out);
}

// ---- matmul: vectors, matrices and batches of them

// Axes in front of the matrices broadcast. A vector has none.
static void batch_axes(struct infer *in, struct shape *out)
{
    const struct operand *whole = in->in;
    struct operand cut[2] = {whole[0], whole[1]};
    for (int k = 0; k < 2; k++) {
        int rank = cut[k].type.shape.rank;
        cut[k].type.shape.rank = rank > 2 ? rank - 2 : 0;
    }
    in->in = cut;
    infer_broadcast(in, 0, 2, out);
    in->in = whole;
}

// A vector counts as a row on the left and as a column on the right, and the axis
// that it lends disappears from the result.
static void matmul_shape(struct infer *in)
{
    struct shape out;
    if (!require_rank(in, 0, 1, MAX_RANK) || !require_rank(in, 1, 1, MAX_RANK)) return;
    int a_rank = infer_rank(in, 0), b_rank = infer_rank(in, 1);
    inner_equal(in, infer_dim(in, 0, -1), infer_dim(in, 1, b_rank > 1 ? -2 : -1));
    batch_axes(in, &out);
    bool dot = a_rank == 1 && b_rank == 1;
    if (dot && (!rule_same_dtype(in, 0, 1) || !rule_dtype(in, 0, DTYPES_NUMBER))) return;
    if (a_rank > 1) out.dim[out.rank++] = infer_dim(in, 0, -2).size;
    if (b_rank > 1) out.dim[out.rank++] = infer_dim(in, 1, -1).size;
    product_result(in, 0, &out);
}

// A product and a sum for each pair of a result element and an inner index.
static const struct sym *matmul_flops(const struct infer *in)
{
    const struct sym *inner = infer_dim(in, 0, -1).size;
    return sym_mul_const(in->syms, sym_mul(in->syms, rule_out_count(in), inner), 2);
}

const struct op op_matmul = {
    .name = "matmul",
    .aten = "aten::matmul",
    .sig = "input[B,M,K] other[K,N] -> output[B,M,N]",
    .doc = "Products of the matrices in the last two axes; the others broadcast.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .product = true,
    .shape = matmul_shape,
    .flops = matmul_flops,
    .forward = matmul_forward,
    .backward = matmul_backward,
};

// ---- the forms with fixed ranks

// Unlike matmul these take exactly one rank each.
static void mm_shape(struct infer *in)
{
    if (!ranks(in, 0, 2, 2)) return;
    inner_equal(in, infer_dim(in, 0, 1), infer_dim(in, 1, 0));
    struct shape out = {2, {infer_dim(in, 0, 0).size, infer_dim(in, 1, 1).size}};
    product_result(in, 0, &out);
}

static void mv_shape(struct infer *in)
{
    if (!ranks(in, 0, 2, 1)) return;
    inner_equal(in, infer_dim(in, 0, 1), infer_dim(in, 1, 0));
    struct shape out = {1, {infer_dim(in, 0, 0).size}};
    product_result(in, 0, &out);
}

// The one product that looks at dtypes before it looks whether there is anything to do.
static void dot_shape(struct infer *in)
{
    struct shape out = {0, {NULL}};
    if (!ranks(in, 0, 1, 1) || !rule_same_dtype(in, 0, 1)) return;
    if (!rule_dtype(in, 0, DTYPES_NUMBER)) return;
    inner_equal(in, infer_dim(in, 0, 0), infer_dim(in, 1, 0));
    product_result(in, 0, &out);
}

// [B, M, K] and [B, K, N]; the batches do not broadcast.
static struct shape batched(struct infer *in, int first)
{
    const struct sym *batch =
        require_equal(in, DIAG_BATCH_SIZES, infer_dim(in, first, 0), infer_dim(in, first + 1, 0),
                      "use matmul, which broadcasts batches");
    inner_equal(in, infer_dim(in, first, 2), infer_dim(in, first + 1, 1));
    return (struct shape){3,
                          {batch, infer_dim(in, first, 1).size, infer_dim(in, first + 1, 2).size}};
}

static void bmm_shape(struct infer *in)
{
    if (!ranks(in, 0, 3, 3)) return;
    struct shape out = batched(in, 0);
    product_result(in, 0, &out);
}

// A broadcast multiplication under another name, so this one does promote.
static void outer_shape(struct infer *in)
{
    if (!ranks(in, 0, 1, 1)) return;
    struct shape out = {2, {infer_dim(in, 0, 0).size, infer_dim(in, 1, 0).size}};
    infer_results(in, 1);
    infer_result(in, 0, infer_promote(in), &out);
}

// a, as a column, times b, broadcast.
MAP_BINARY_EXACT(product, (void)m, a *b, g *b, g *a, (int64_t)((uint64_t)a *(uint64_t)b))

static struct tensor column_of(const struct tensor *vector)
{
    struct tensor column = *vector;
    column.rank = 2;
    column.dim[1] = 1;
    column.stride[1] = 1;
    return column;
}

// The two vectors, the first as a column, for the elementwise kernels.
static void as_columns(struct kernel_call *call)
{
    struct tensor *in = arena_copy(call->arena, call->in, 2 * sizeof *in);
    in[0] = column_of(&call->in[0]);
    call->in = in;
}

static void outer_forward(struct kernel_call *call)
{
    as_columns(call);
    product_forward(call);
}

static void outer_backward(struct kernel_call *call)
{
    as_columns(call);
    product_backward(call);
    if (kernel_wants(call, 0)) call->grad_in[0].rank = 1;
}

const struct op op_mm = {
    .name = "mm",
    .aten = "aten::mm",
    .sig = "input[M,K] mat2[K,N] -> output[M,N]",
    .doc = "The product of two matrices.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .product = true,
    .shape = mm_shape,
    .flops = matmul_flops,
    .forward = matmul_forward,
    .backward = matmul_backward,
};

const struct op op_mv = {
    .name = "mv",
    .aten = "aten::mv",
    .sig = "input[M,K] vec[K] -> output[M]",
    .doc = "The product of a matrix and a vector.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .product = true,
    .shape = mv_shape,
    .flops = matmul_flops,
    .forward = matmul_forward,
    .backward = matmul_backward,
};

const struct op op_dot = {
    .name = "dot",
    .aten = "aten::dot",
    .sig = "input[K] tensor[K] -> output[]",
    .doc = "The sum of the products of the elements of two vectors.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .shape = dot_shape,
    .flops = matmul_flops,
    .forward = matmul_forward,
    .backward = matmul_backward,
};

const struct op op_bmm = {
    .name = "bmm",
    .aten = "aten::bmm",
    .sig = "input[B,M,K] mat2[B,K,N] -> output[B,M,N]",
    .doc = "Products of as many pairs of matrices as the batch has.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .product = true,
    .shape = bmm_shape,
    .flops = matmul_flops,
    .forward = matmul_forward,
    .backward = matmul_backward,
};

const struct op op_outer = {
    .name = "outer",
    .aten = "aten::outer",
    .sig = "input[M] vec2[N] -> output[M,N]",
    .doc = "All products of an element of one vector and one of the other.",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .shape = outer_shape,
    .flops = rule_flops_elementwise,
    .forward = outer_forward,
    .backward = outer_backward,
};

// ---- with a summand

// Operand 0 is expanded to the product's shape.
static bool summand_fits(struct infer *in, const struct shape *out)
{
    const struct shape *summand = infer_shape(in, 0);
    if (!require_rank(in, 0, 0, out->rank)) return false;
    for (int i = 0; i < summand->rank; i++) {
        if (sym_is(summand->dim[i], 1)) continue;
        require_equal(in, DIAG_EXPAND_SIZE, infer_dim(in, 0, i),
                      infer_term(out->dim[out->rank - summand->rank + i], "size of the product"),
                      "give the summand the shape of the product, or size 1 in this axis");
    }
    return true;
}

// All three dtypes must agree, even where there is nothing to compute.
static void addmm_shape(struct infer *in)
{
    if (!ranks(in, 1, 2, 2)) return;
    inner_equal(in, infer_dim(in, 1, 1), infer_dim(in, 2, 0));
    struct shape out = {2, {infer_dim(in, 1, 0).size, infer_dim(in, 2, 1).size}};
    if (!summand_fits(in, &out)) return;
    if (!rule_same_dtype(in, 1, 2) || !rule_same_dtype(in, 0, 2)) return;
    if (!sym_is(shape_count(in->syms, &out), 0) && !rule_dtype(in, 1, DTYPES_NUMBER)) return;
    product_result(in, 1, &out);
}

// The summand is converted to the dtype of the matrices.
static void baddbmm_shape(struct infer *in)
{
    if (!ranks(in, 1, 3, 3)) return;
    struct shape out = batched(in, 1);
    if (!summand_fits(in, &out)) return;
    if (!sym_is(shape_count(in->syms, &out), 0) && !rule_dtype(in, 1, DTYPES_NUMBER)) return;
    product_result(in, 1, &out);
}

// The product, and one addition for each element of the result.
static const struct sym *summand_flops(const struct infer *in)
{
    const struct sym *results = rule_out_count(in), *inner = infer_dim(in, 1, -1).size;
    return sym_add(in->syms, sym_mul_const(in->syms, sym_mul(in->syms, results, inner), 2),
                   results);
}

const struct op op_addmm = {
    .name = "addmm",
    .aten = "aten::addmm",
    .sig = "input[N] mat1[M,K] mat2[K,N] -> output[M,N]",
    .doc = "beta * input + alpha * (mat1 times mat2).",
    .attrs = {{"beta", ATTR_FLOAT}, {"alpha", ATTR_FLOAT}},
    .saved.of = {0, SAVE_IN(2), SAVE_IN(1)},
    .product = true,
    .shape = addmm_shape,
    .flops = summand_flops,
    .forward = addmm_forward,
    .backward = addmm_backward,
};

const struct op op_baddbmm = {
    .name = "baddbmm",
    .aten = "aten::baddbmm",
    .sig = "input[B,M,N] batch1[B,M,K] batch2[B,K,N] -> output[B,M,N]",
    .doc = "beta * input + alpha * (batch1 times batch2), matrix by matrix.",
    .attrs = {{"beta", ATTR_FLOAT}, {"alpha", ATTR_FLOAT}},
    .saved.of = {0, SAVE_IN(2), SAVE_IN(1)},
    .product = true,
    .shape = baddbmm_shape,
    .flops = summand_flops,
    .forward = addmm_forward,
    .backward = addmm_backward,
};
