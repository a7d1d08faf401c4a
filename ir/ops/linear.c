// Affine maps of the last axis: linear and bilinear.

#include "ir/kernel.h"
#include "ir/ops/rules.h"
#include "ir/rows.h"

// The dtype rules of linear, in the order in which the CPU meets them: an
// input of rank 2 or 3 with a bias goes through addmm, which wants one dtype;
// all else is a matmul, then an in-place addition of the bias, which converts
// a number of the same or a weaker category.
static bool linear_dtypes(struct infer *in)
{
    bool fused = infer_has(in, 2) && (infer_rank(in, 0) == 2 || infer_rank(in, 0) == 3);
    if (fused || !(rule_is_empty(in, 0) || rule_is_empty(in, 1))) {
        if (!rule_same_dtype(in, 0, 1) || !rule_dtype(in, 0, DTYPES_NUMBER)) return false;
    }
    if (!infer_has(in, 2)) return true;
    if (fused) return rule_same_dtype(in, 0, 2);
    if (dtype_category(infer_dtype_of(in, 2)) <= dtype_category(infer_dtype_of(in, 0))) return true;
    return rule_same_dtype(in, 0, 2);
}

static void linear_shape(struct infer *in)
{
    if (!require_rank(in, 0, 1, MAX_RANK)) return;
    if (!require_rank(in, 1, infer_has(in, 2) ? 2 : 1, 2)) return;
    if (!linear_dtypes(in)) return;
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1), infer_dim(in, 1, -1),
                  "make in_features {a}, or the last axis of the input {b}");
    struct shape out = *infer_shape(in, 0);
    if (infer_rank(in, 1) == 2) {
        out.dim[out.rank - 1] = infer_dim(in, 1, 0).size;
    } else {
        out.rank--;
    }
    if (infer_has(in, 2) && !rule_expands_to(in, 2, &out, DIAG_PARAMETER_SIZE, "out_features",
                                             "give the bias one element for each output feature"))
        return;
    in->unbatched = infer_rank(in, 0) == 1;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// A product and a sum for each pair of a result element and an inner index.
static const struct sym *linear_flops(const struct infer *in)
{
    const struct sym *results = rule_out_count(in);
    const struct sym *products = sym_mul(in->syms, results, infer_dim(in, 0, -1).size);
    const struct sym *flops = sym_mul_const(in->syms, products, 2);
    return infer_has(in, 2) ? sym_add(in->syms, flops, results) : flops;
}

// The input as a matrix of `m` rows of `k`.
struct affine {
    enum dtype dtype;
    int64_t m, k, n;
};

static struct affine linear_extents(const struct kernel_call *call)
{
    const struct tensor *x = &call->in[0], *weight = &call->in[1];
    struct affine a = {.dtype = kernel_product_dtype(x), .k = weight->dim[weight->rank - 1]};
    a.n = weight->rank == 2 ? weight->dim[0] : 1;
    a.m = 1;
    for (int axis = 0; axis < x->rank - 1; axis++) a.m *= x->dim[axis];
    return a;
}

static void linear_forward(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0], *weight = &call->in[1];
    struct affine a = linear_extents(call);
    int64_t dim[MAX_RANK];
    for (int axis = 0; axis < x->rank; axis++) dim[axis] = x->dim[axis];
    dim[x->rank - 1] = a.n;
    struct tensor *y =
        kernel_result(call, 0, x->dtype, weight->rank == 2 ? x->rank : x->rank - 1, dim);
    struct tensor sums = kernel_product_result(call, y, a.dtype);
    if (kernel_has(call, 2)) tensor_copy(&call->in[2], &sums);
    struct product product = {.dtype = a.dtype,
                              .b_form = PRODUCT_TRANSPOSED,
                              .m = a.m,
                              .n = a.n,
                              .k = a.k,
                              .a = kernel_numbers(call, x, a.dtype),
                              .lda = a.k,
                              .b = kernel_numbers(call, weight, a.dtype),
                              .ldb = a.k,
                              .c = sums.data,
                              .ldc = a.n,
                              .accumulate = kernel_has(call, 2)};
    kernel_multiply(call, &product);
    kernel_product_store(&sums, y);
}

// The gradient of one operand: g, as it is or transposed, times the other operand. The caller gives
// g's form and the product's m and k.
static void give_product(struct kernel_call *call, int operand, const struct affine *a,
                         struct product product)
{
    struct tensor *gradient = kernel_gradient_unset(call, operand);
    struct tensor sums = kernel_product_result(call, gradient, a->dtype);
    product.dtype = a->dtype;
    product.n = product.ldb = product.ldc = a->k;
    product.lda = a->n;
    product.b = kernel_numbers(call, &call->in[1 - operand], a->dtype);
    product.c = sums.data;
    kernel_multiply(call, &product);
    kernel_product_store(&sums, gradient);
}

// dx = g W, dW = g^T x, db = the sum of g over all rows.
static void linear_backward(struct kernel_call *call)
{
    struct affine a = linear_extents(call);
    const void *g = kernel_numbers(call, &call->grad_out[0], a.dtype);
    if (kernel_wants(call, 0))
        give_product(call, 0, &a, (struct product){.m = a.m, .k = a.n, .a = g});
    if (kernel_wants(call, 1))
        give_product(call, 1, &a,
                     (struct product){.a_form = PRODUCT_TRANSPOSED, .m = a.n, .k = a.m, .a = g});
    if (kernel_wants(call, 2)) kernel_sum_to(call, &call->grad_out[0], kernel_gradient(call, 2));
}

const struct op op_linear = {
    .name = "linear",
    .aten = "aten::linear",
    .sig = "input[N,K] weight[O,K] bias[O]? -> output[N,O]",
    .doc = "Applies x W^T + b to the last axis.",
    .axes = "NTC?",
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .product = true,
    .shape = linear_shape,
    .flops = linear_flops,
    .forward = linear_forward,
    .backward = linear_backward,
};

// Without elements no product looks at the dtypes.
static bool bilinear_dtypes(struct infer *in)
{
    if (rule_is_empty(in, 0) || rule_is_empty(in, 2)) return true;
    return rule_dtype(in, 0, DTYPES_NUMBER) && rule_same_dtype(in, 0, 1) &&
           rule_same_dtype(in, 0, 2);
}

static void bilinear_shape(struct infer *in)
{
    if (!require_rank(in, 0, 1, MAX_RANK) || !require_rank(in, 2, 3, 3)) return;
    int rank = infer_rank(in, 0);
    if (infer_rank(in, 1) != rank) {
        refuse(in, DIAG_MATMUL_INNER, "input1 is %s and input2 is %s: they need equal ranks",
               rule_type_string(in, 0), rule_type_string(in, 1));
        return;
    }
    if (!bilinear_dtypes(in)) return;
    struct shape out = *infer_shape(in, 0);
    for (int axis = 0; axis < rank - 1; axis++) {
        out.dim[axis] =
            require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, axis), infer_dim(in, 1, axis),
                          "both inputs need the same axes before the last");
    }
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 0, -1), infer_dim(in, 2, 1),
                  "the last axis of input1 must be in1_features");
    require_equal(in, DIAG_MATMUL_INNER, infer_dim(in, 1, -1), infer_dim(in, 2, 2),
                  "the last axis of input2 must be in2_features");
    out.dim[rank - 1] = infer_dim(in, 2, 0).size;
    if (infer_has(in, 3)) {
        if (!require_rank(in, 3, 1, MAX_RANK)) return;
        require_equal(in, DIAG_PARAMETER_SIZE, infer_dim(in, 3, 0), infer_dim(in, 2, 0),
                      "give the bias one element for each output feature");
    }
    in->unbatched = rank == 1;
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), &out);
}

// x1 W for each output feature, then its product with x2.
static const struct sym *bilinear_flops(const struct infer *in)
{
    const struct sym *inner = sym_mul(in->syms, infer_dim(in, 2, 1).size, infer_dim(in, 2, 2).size);
    const struct sym *products =
        sym_mul(in->syms, rule_out_count(in), sym_add(in->syms, inner, infer_dim(in, 2, 2).size));
    const struct sym *flops = sym_mul_const(in->syms, products, 2);
    return infer_has(in, 3) ? sym_add(in->syms, flops, rule_out_count(in)) : flops;
}

// y[n, o] = sum over i, j of x1[n, i] W[o, i, j] x2[n, j].
struct bilinear {
    int64_t rows, n1, n2, n_out;
    const double *x1, *x2, *weight;
};

static struct bilinear read_bilinear(struct kernel_call *call)
{
    const struct tensor *weight = &call->in[2];
    struct bilinear b = {.n_out = weight->dim[0], .n1 = weight->dim[1], .n2 = weight->dim[2]};
    b.rows = 1;
    for (int axis = 0; axis < call->in[0].rank - 1; axis++) b.rows *= call->in[0].dim[axis];
    b.x1 = kernel_numbers(call, &call->in[0], DTYPE_F64);
    b.x2 = kernel_numbers(call, &call->in[1], DTYPE_F64);
    b.weight = kernel_numbers(call, weight, DTYPE_F64);
    return b;
}

static void bilinear_forward(struct kernel_call *call)
{
    struct bilinear b = read_bilinear(call);
    const struct tensor *x = &call->in[0];
    int64_t dim[MAX_RANK];
    for (int axis = 0; axis < x->rank; axis++) dim[axis] = x->dim[axis];
    dim[x->rank - 1] = b.n_out;
    struct tensor *y = kernel_result(call, 0, x->dtype, x->rank, dim);
    double *row = kernel_doubles(call, b.n_out);
    for (int64_t r = 0; r < b.rows; r++) {
        for (int64_t o = 0; o < b.n_out; o++) {
            row[o] = kernel_has(call, 3) ? tensor_get(&call->in[3], o) : 0.0;
            for (int64_t i = 0; i < b.n1; i++)
                for (int64_t j = 0; j < b.n2; j++)
                    row[o] += b.x1[r * b.n1 + i] * b.weight[(o * b.n1 + i) * b.n2 + j] *
                              b.x2[r * b.n2 + j];
        }
        row_store(y, r * b.n_out, 1, b.n_out, row);
    }
}

// Each gradient is the product of the other two with that of the result.
static void bilinear_backward(struct kernel_call *call)
{
    struct bilinear b = read_bilinear(call);
    const double *g = kernel_numbers(call, &call->grad_out[0], DTYPE_F64);
    double *sums[3];
    for (int k = 0; k < 3; k++) sums[k] = kernel_zeros(call, tensor_count(&call->in[k]));
    for (int64_t r = 0; r < b.rows; r++) {
        for (int64_t o = 0; o < b.n_out; o++) {
            for (int64_t i = 0; i < b.n1; i++) {
                for (int64_t j = 0; j < b.n2; j++) {
                    double x1 = b.x1[r * b.n1 + i], x2 = b.x2[r * b.n2 + j];
                    int64_t w = (o * b.n1 + i) * b.n2 + j;
                    double given = g[r * b.n_out + o];
                    sums[0][r * b.n1 + i] += given * b.weight[w] * x2;
                    sums[1][r * b.n2 + j] += given * b.weight[w] * x1;
                    sums[2][w] += given * x1 * x2;
                }
            }
        }
    }
    for (int k = 0; k < 3; k++) kernel_give_gradient(call, k, sums[k]);
    if (kernel_wants(call, 3)) kernel_sum_to(call, &call->grad_out[0], kernel_gradient(call, 3));
}

const struct op op_bilinear = {
    .name = "bilinear",
    .aten = "aten::bilinear",
    .sig = "input1[N,K] input2[N,L] weight[O,K,L] bias[O]? -> output[N,O]",
    .doc = "Applies x1^T W x2 + b to the last axes of two inputs.",
    .saved.of = {SAVE_IN(1) | SAVE_IN(2), SAVE_IN(0) | SAVE_IN(2), SAVE_IN(0) | SAVE_IN(1)},
    .shape = bilinear_shape,
    .flops = bilinear_flops,
    .forward = bilinear_forward,
    .backward = bilinear_backward,
};
