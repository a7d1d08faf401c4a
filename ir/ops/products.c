// Products of stacks of matrices: what CBLAS can read of them as it lies, and how many there are.

#include "ir/ops/products.h"

#include "ir/ops/view_kernel.h"

// Elements from the first matrix to number `index`.
static int64_t matrix_offset(const struct tensor *stack, int64_t index)
{
    int64_t offset = 0;
    for (int axis = stack->rank - 3; axis >= 0; axis--) {
        offset += index % stack->dim[axis] * stack->stride[axis];
        index /= stack->dim[axis];
    }
    return offset;
}

static struct tensor matrix_at(const struct tensor *stack, int64_t index)
{
    struct tensor matrix = *stack;
    matrix.rank = 2;
    for (int i = 0; i < 2; i++) {
        matrix.dim[i] = stack->dim[stack->rank - 2 + i];
        matrix.stride[i] = stack->stride[stack->rank - 2 + i];
    }
    view_move(&matrix, matrix_offset(stack, index));
    return matrix;
}

// A matrix that a product can read: where, how it lies, and its leading dimension. One that lies
// neither row by row nor column by column, or has another dtype, is copied.
struct readable {
    const void *at;
    enum product_form form;
    int64_t leading;
};

// Does a matrix lie in lines of `length` numbers, of which the next one begins `step` behind?
static bool lies_in_lines(int64_t n, int64_t length, int64_t step, int64_t within)
{
    return (within == 1 || length == 1) && (step >= length || n == 1);
}

static int64_t leading(int64_t n, int64_t length, int64_t step)
{
    return n == 1 || step < length ? length : step;
}

static struct readable read_matrix(struct kernel_call *call, const struct tensor *m,
                                   enum dtype dtype)
{
    int64_t rows = m->dim[0], columns = m->dim[1];
    if (m->dtype == dtype && lies_in_lines(rows, columns, m->stride[0], m->stride[1]))
        return (struct readable){m->data, PRODUCT_PLAIN, leading(rows, columns, m->stride[0])};
    if (m->dtype == dtype && lies_in_lines(columns, rows, m->stride[1], m->stride[0]))
        return (struct readable){m->data, PRODUCT_TRANSPOSED, leading(columns, rows, m->stride[1])};
    return (struct readable){kernel_numbers(call, m, dtype), PRODUCT_PLAIN, columns};
}

struct tensor products_transposed(const struct tensor *stack)
{
    struct tensor t = *stack;
    int r = t.rank - 2, c = t.rank - 1;
    t.dim[r] = stack->dim[c];
    t.dim[c] = stack->dim[r];
    t.stride[r] = stack->stride[c];
    t.stride[c] = stack->stride[r];
    return t;
}

// ---- fewer and larger matrices

// Do the rows of a matrix go on in the next one along the last axis of the batch?
static bool goes_on(const struct tensor *stack, int axis)
{
    int r = stack->rank - 2;
    return stack->stride[axis] == stack->stride[r] * stack->dim[r];
}

static void join_rows(struct tensor *stack, int axis)
{
    stack->dim[stack->rank - 2] *= stack->dim[axis];
    view_drop_axis(stack, axis);
}

struct triple {
    struct tensor a, b, c;
};

// The last axis of the batch away, where one product does for all of it.
static bool join_batch(struct triple *t)
{
    int axis = t->a.rank - 3;
    if (axis < 0) return false;
    if (t->a.dim[axis] == 1) {
        view_drop_axis(&t->a, axis);
        view_drop_axis(&t->b, axis);
        view_drop_axis(&t->c, axis);
        return true;
    }
    if (t->b.stride[axis] != 0 || !goes_on(&t->a, axis) || !goes_on(&t->c, axis)) return false;
    join_rows(&t->a, axis);
    view_drop_axis(&t->b, axis);
    join_rows(&t->c, axis);
    return true;
}

// The same of a sum over the batch: a's columns and b's rows go on.
static bool join_summed(struct triple *t)
{
    int axis = t->a.rank - 3;
    struct tensor flipped = products_transposed(&t->a);
    if (axis < 0 || t->c.stride[axis] != 0 || !goes_on(&flipped, axis) || !goes_on(&t->b, axis))
        return false;
    join_rows(&flipped, axis);
    t->a = products_transposed(&flipped);
    join_rows(&t->b, axis);
    view_drop_axis(&t->c, axis);
    return true;
}

static int64_t batch_count(const struct tensor *stack)
{
    int64_t n = 1;
    for (int i = 0; i < stack->rank - 2; i++) n *= stack->dim[i];
    return n;
}

// The matrices of a result of which some stand for several of the batch, or for none, each once.
static bool each_once(const struct tensor *c, struct tensor *once)
{
    bool repeats = false;
    *once = *c;
    for (int axis = 0; axis < c->rank - 2; axis++) {
        if (c->dim[axis] == 1 || c->stride[axis] != 0) continue;
        once->dim[axis] = 1;
        repeats = true;
    }
    return repeats;
}

void products_multiply(struct kernel_call *call, const struct tensor *a, const struct tensor *b,
                       const struct tensor *c, enum products_sum sum)
{
    struct triple t = {*a, *b, *c};
    while (join_batch(&t) || join_summed(&t)) continue;
    struct tensor once;
    bool summed = each_once(&t.c, &once);
    if (summed && sum == PRODUCTS_NEW) tensor_fill(&once, 0.0);
    int64_t n_products = batch_count(&t.a), m = t.c.dim[t.c.rank - 2], n = t.c.dim[t.c.rank - 1];
    for (int64_t i = 0; i < n_products; i++) {
        struct tensor ma = matrix_at(&t.a, i), mb = matrix_at(&t.b, i), mc = matrix_at(&t.c, i);
        struct readable ra = read_matrix(call, &ma, c->dtype);
        struct readable rb = read_matrix(call, &mb, c->dtype);
        struct product product = {.dtype = c->dtype,
                                  .a_form = ra.form,
                                  .b_form = rb.form,
                                  .m = m,
                                  .n = n,
                                  .k = ma.dim[1],
                                  .a = ra.at,
                                  .lda = ra.leading,
                                  .b = rb.at,
                                  .ldb = rb.leading,
                                  .c = mc.data,
                                  .ldc = leading(m, n, mc.stride[0]),
                                  .accumulate = summed || sum == PRODUCTS_ADDED};
        kernel_multiply(call, &product);
    }
}

// ---- room

struct tensor products_room(struct kernel_call *call, enum dtype dtype, int rank,
                            const int64_t *dim)
{
    struct tensor t = {.dtype = dtype, .rank = rank};
    for (int axis = 0; axis < rank; axis++) t.dim[axis] = dim[axis];
    tensor_set_contiguous(&t);
    t.data = call->host->workspace(call, tensor_owned_bytes(&t));
    return t;
}

struct tensor products_operand(struct kernel_call *call, const struct tensor *t, enum dtype dtype)
{
    struct tensor operand = *t;
    if (!tensor_is_there(t)) return operand;
    operand.data = (char *)kernel_numbers(call, t, dtype);
    operand.dtype = dtype;
    tensor_set_contiguous(&operand);
    return operand;
}
