// Products of matrices. All forms are one: for each matrix of the result's batch, rows of `a` by
// columns of `b`, whichever axes those are; vectors have one row or one column. Operands that are
// broadcast over the batch are walked by strides.

#include "ir/ops/kernels.h"
#include "ir/ops/products.h"
#include "ir/ops/view_kernel.h"

#include <string.h>

// Operands as stacks of matrices: batch axes, then rows, then columns.
struct matrices {
    enum dtype dtype;
    int n_batch;
    int64_t batch[MAX_RANK], n_products;
    int64_t m, n, k;
    struct tensor a, b, y; // of rank n_batch + 2; y in backward only
};

// What a vector is where a matrix is needed.
enum vector_side { VECTOR_ROW, VECTOR_COLUMN };

// Vectors become matrices, and batch axes that it has not repeat it.
static struct tensor as_stack(const struct tensor *t, enum vector_side side, int n_batch,
                              const int64_t *batch)
{
    struct tensor stack = *t;
    if (stack.rank == 1) view_add_axis(&stack, side == VECTOR_ROW ? 0 : 1, 1, 0);
    while (stack.rank < n_batch + 2) view_add_axis(&stack, 0, 1, 0);
    for (int i = 0; i < n_batch; i++) {
        if (stack.dim[i] == batch[i]) continue;
        stack.dim[i] = batch[i];
        stack.stride[i] = 0;
    }
    return stack;
}

static void batch_sizes(const struct tensor *a, const struct tensor *b, struct matrices *p)
{
    int na = a->rank > 2 ? a->rank - 2 : 0, nb = b->rank > 2 ? b->rank - 2 : 0;
    p->n_batch = na > nb ? na : nb;
    p->n_products = 1;
    for (int i = 0; i < p->n_batch; i++) {
        int ia = i - (p->n_batch - na), ib = i - (p->n_batch - nb);
        int64_t sa = ia < 0 ? 1 : a->dim[ia], sb = ib < 0 ? 1 : b->dim[ib];
        p->batch[i] = sa == 1 ? sb : sa;
        p->n_products *= p->batch[i];
    }
}

static struct matrices read_matrices(const struct tensor *a, const struct tensor *b)
{
    struct matrices p = {.dtype = kernel_product_dtype(a)};
    batch_sizes(a, b, &p);
    p.a = as_stack(a, VECTOR_ROW, p.n_batch, p.batch);
    p.b = as_stack(b, VECTOR_COLUMN, p.n_batch, p.batch);
    p.m = p.a.dim[p.n_batch];
    p.k = p.a.dim[p.n_batch + 1];
    p.n = p.b.dim[p.n_batch + 1];
    return p;
}

// ---- forward

// The result has the batch, rows unless `a` is a vector, and columns unless `b` is one.
static struct tensor *matmul_result(struct kernel_call *call, const struct matrices *p,
                                    const struct tensor *a, const struct tensor *b)
{
    int64_t dim[MAX_RANK];
    int rank = p->n_batch;
    memcpy(dim, p->batch, sizeof dim);
    if (a->rank > 1) dim[rank++] = p->m;
    if (b->rank > 1) dim[rank++] = p->n;
    return kernel_result(call, 0, a->dtype, rank, dim);
}

// The result as a stack of matrices, also where it has lost an axis.
static struct tensor result_stack(const struct matrices *p, const struct tensor *y)
{
    struct tensor stack = *y;
    stack.rank = p->n_batch + 2;
    memcpy(stack.dim, p->batch, (size_t)p->n_batch * sizeof *stack.dim);
    stack.dim[p->n_batch] = p->m;
    stack.dim[p->n_batch + 1] = p->n;
    tensor_set_contiguous(&stack);
    return stack;
}

void matmul_forward(struct kernel_call *call)
{
    struct matrices p = read_matrices(&call->in[0], &call->in[1]);
    struct tensor *y = matmul_result(call, &p, &call->in[0], &call->in[1]);
    struct tensor computed = kernel_product_result(call, y, p.dtype);
    struct tensor stack = result_stack(&p, &computed);
    products_multiply(call, &p.a, &p.b, &stack, PRODUCTS_NEW);
    kernel_product_store(&computed, y);
}

// beta * summand + alpha * product: the product is computed apart, since both factors are rare.
void addmm_forward(struct kernel_call *call)
{
    double beta = kernel_float(call, "beta", 1.0), alpha = kernel_float(call, "alpha", 1.0);
    struct matrices p = read_matrices(&call->in[1], &call->in[2]);
    struct tensor *y = matmul_result(call, &p, &call->in[1], &call->in[2]);
    struct tensor computed = kernel_product_result(call, y, p.dtype);
    struct tensor stack = result_stack(&p, &computed);
    bool plain = alpha == 1.0 && beta == 1.0;
    if (plain) tensor_copy(&call->in[0], &computed);
    products_multiply(call, &p.a, &p.b, &stack, plain ? PRODUCTS_ADDED : PRODUCTS_NEW);
    if (!plain) {
        tensor_scale(&computed, alpha);
        struct tensor summand = kernel_copy(call, &call->in[0]);
        tensor_scale(&summand, beta);
        tensor_add(&summand, &computed);
    }
    kernel_product_store(&computed, y);
}

// ---- backward

// The gradient of an operand, of which the batch may repeat a matrix: the sum of what each of the
// products gives. `side` is how the operand would be a matrix if it is a vector.
static void give_gradient(struct kernel_call *call, int operand, const struct matrices *p,
                          const struct tensor *a, const struct tensor *b, double scale)
{
    enum vector_side side = a == &p->y ? VECTOR_ROW : VECTOR_COLUMN;
    struct tensor *gradient = kernel_gradient_unset(call, operand);
    struct tensor sums = kernel_product_result(call, gradient, p->dtype);
    struct tensor stack = as_stack(&sums, side, p->n_batch, p->batch);
    products_multiply(call, a, b, &stack, PRODUCTS_NEW);
    if (scale != 1.0) tensor_scale(&sums, scale);
    kernel_product_store(&sums, gradient);
}

static void matrices_backward(struct kernel_call *call, int first, double scale)
{
    struct matrices p = read_matrices(&call->in[first], &call->in[first + 1]);
    struct tensor g = call->grad_out[0];
    g.data = (char *)kernel_numbers(call, &call->grad_out[0], p.dtype);
    g.dtype = p.dtype;
    p.y = result_stack(&p, &g);
    struct tensor at = products_transposed(&p.a), bt = products_transposed(&p.b);
    if (kernel_wants(call, first)) give_gradient(call, first, &p, &p.y, &bt, scale);
    if (kernel_wants(call, first + 1)) give_gradient(call, first + 1, &p, &at, &p.y, scale);
}

void matmul_backward(struct kernel_call *call)
{
    matrices_backward(call, 0, 1.0);
}

void addmm_backward(struct kernel_call *call)
{
    matrices_backward(call, 1, kernel_float(call, "alpha", 1.0));
    if (!kernel_wants(call, 0)) return;
    struct tensor *summand = kernel_gradient(call, 0);
    kernel_sum_to(call, &call->grad_out[0], summand);
    tensor_scale(summand, kernel_float(call, "beta", 1.0));
}
