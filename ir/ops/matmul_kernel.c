// Products of matrices. All forms are one: for each matrix of the result's batch, rows of `a` by
// columns of `b`, whichever axes those are; vectors have one row or one column. Operands that are
// broadcast over the batch are walked by strides.

#include "ir/ops/kernels.h"
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

// ---- one matrix of a stack

// Bytes from the first matrix to number `index`.
static int64_t matrix_offset(const struct tensor *stack, int64_t index)
{
    int64_t offset = 0;
    for (int axis = stack->rank - 3; axis >= 0; axis--) {
        offset += index % stack->dim[axis] * stack->stride[axis];
        index /= stack->dim[axis];
    }
    return offset * dtype_block_bytes(stack->dtype);
}

// A matrix that a product can read: where, how it lies, and its leading dimension. One that lies
// neither row by row nor column by column, or has another dtype, is copied.
struct readable {
    const void *at;
    enum product_form form;
    int64_t leading;
};

static struct readable read_matrix(struct kernel_call *call, const struct tensor *stack,
                                   enum dtype dtype, int64_t index)
{
    struct tensor matrix = *stack;
    matrix.rank = 2;
    for (int i = 0; i < 2; i++) {
        matrix.dim[i] = stack->dim[stack->rank - 2 + i];
        matrix.stride[i] = stack->stride[stack->rank - 2 + i];
    }
    matrix.data += matrix_offset(stack, index);
    if (matrix.dtype == dtype && matrix.stride[1] == 1 && matrix.stride[0] >= matrix.dim[1])
        return (struct readable){matrix.data, PRODUCT_PLAIN, matrix.stride[0]};
    if (matrix.dtype == dtype && matrix.stride[0] == 1 && matrix.stride[1] >= matrix.dim[0])
        return (struct readable){matrix.data, PRODUCT_TRANSPOSED, matrix.stride[1]};
    return (struct readable){kernel_numbers(call, &matrix, dtype), PRODUCT_PLAIN, matrix.dim[1]};
}

static struct tensor transposed(const struct tensor *stack)
{
    struct tensor t = *stack;
    int r = t.rank - 2, c = t.rank - 1;
    t.dim[r] = stack->dim[c];
    t.dim[c] = stack->dim[r];
    t.stride[r] = stack->stride[c];
    t.stride[c] = stack->stride[r];
    return t;
}

enum sum { SUM_NEW, SUM_ADDED };

// `c`, a stack whose matrices lie in order, gets a b, or it is added to what is there.
static void multiply(struct kernel_call *call, const struct tensor *a, const struct tensor *b,
                     const struct tensor *c, enum sum sum)
{
    int64_t n_products = 1, m = a->dim[a->rank - 2], k = a->dim[a->rank - 1];
    int64_t n = b->dim[b->rank - 1];
    for (int i = 0; i < a->rank - 2; i++) n_products *= a->dim[i];
    for (int64_t i = 0; i < n_products; i++) {
        struct readable ra = read_matrix(call, a, c->dtype, i);
        struct readable rb = read_matrix(call, b, c->dtype, i);
        struct product product = {.dtype = c->dtype,
                                  .a_form = ra.form,
                                  .b_form = rb.form,
                                  .m = m,
                                  .n = n,
                                  .k = k,
                                  .a = ra.at,
                                  .lda = ra.leading,
                                  .b = rb.at,
                                  .ldb = rb.leading,
                                  .c = c->data + matrix_offset(c, i),
                                  .ldc = n,
                                  .accumulate = sum == SUM_ADDED};
        kernel_multiply(call, &product);
    }
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
    multiply(call, &p.a, &p.b, &stack, SUM_NEW);
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
    multiply(call, &p.a, &p.b, &stack, plain ? SUM_ADDED : SUM_NEW);
    if (!plain) {
        tensor_scale(&computed, alpha);
        struct tensor summand = kernel_copy(call, &call->in[0]);
        tensor_scale(&summand, beta);
        tensor_add(&summand, &computed);
    }
    kernel_product_store(&computed, y);
}

// ---- backward

// The gradient of an operand that may have been broadcast: computed for all of the batch, then
// summed.
static void give_gradient(struct kernel_call *call, int operand, const struct matrices *p,
                          const struct tensor *a, const struct tensor *b, double scale)
{
    struct tensor *gradient = kernel_gradient(call, operand);
    struct tensor full = {.dtype = p->dtype, .rank = p->n_batch + 2};
    memcpy(full.dim, p->batch, sizeof full.dim);
    full.dim[p->n_batch] = a->dim[a->rank - 2];
    full.dim[p->n_batch + 1] = b->dim[b->rank - 1];
    tensor_set_contiguous(&full);
    full.data = call->host->workspace(call, tensor_owned_bytes(&full));
    multiply(call, a, b, &full, SUM_NEW);
    if (scale != 1.0) tensor_scale(&full, scale);
    struct tensor shown = *gradient;
    enum vector_side side = a == &p->y ? VECTOR_ROW : VECTOR_COLUMN;
    if (shown.rank == 1) view_add_axis(&shown, side == VECTOR_ROW ? 0 : 1, 1, 0);
    kernel_sum_to(call, &full, &shown);
}

static void matrices_backward(struct kernel_call *call, int first, double scale)
{
    struct matrices p = read_matrices(&call->in[first], &call->in[first + 1]);
    struct tensor g = call->grad_out[0];
    g.data = (char *)kernel_numbers(call, &call->grad_out[0], p.dtype);
    g.dtype = p.dtype;
    p.y = result_stack(&p, &g);
    struct tensor at = transposed(&p.a), bt = transposed(&p.b);
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
