// What kernels ask for: arguments, results, gradients, workspace, products.

#include "ir/kernel.h"

#include "ir/rows.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

// ---- arguments

// NULL: the op has no such argument, or it was not given.
static const struct attr *find_attr(const struct kernel_call *call, const char *name)
{
    int index = op_attr_index(call->op, name);
    if (index < 0 || !call->attrs || call->attrs[index].kind == ATTR_NONE) return NULL;
    return &call->attrs[index];
}

// Whoever runs kernels has refused calls with arguments that are no numbers.
static int64_t constant(const struct sym *size)
{
    int64_t value = 0;
    bool known = sym_is_const(size, &value);
    assert(known);
    (void)known;
    return value;
}

bool kernel_given(const struct kernel_call *call, const char *name)
{
    return find_attr(call, name) != NULL;
}

// Of a list the first number.
int64_t kernel_int(const struct kernel_call *call, const char *name, int64_t otherwise)
{
    const struct attr *attr = find_attr(call, name);
    if (!attr) return otherwise;
    if (attr->kind == ATTR_INTS) return attr->n ? constant(attr->ints[0]) : otherwise;
    return attr->kind == ATTR_INT ? constant(attr->i) : otherwise;
}

double kernel_float(const struct kernel_call *call, const char *name, double otherwise)
{
    const struct attr *attr = find_attr(call, name);
    if (!attr) return otherwise;
    return attr->kind == ATTR_INT ? (double)constant(attr->i) : attr->f;
}

bool kernel_bool(const struct kernel_call *call, const char *name, bool otherwise)
{
    const struct attr *attr = find_attr(call, name);
    return attr ? attr->b : otherwise;
}

const char *kernel_string(const struct kernel_call *call, const char *name, const char *otherwise)
{
    const struct attr *attr = find_attr(call, name);
    return attr ? attr->s : otherwise;
}

int kernel_n_ints(const struct kernel_call *call, const char *name)
{
    const struct attr *attr = find_attr(call, name);
    if (!attr) return 0;
    return attr->kind == ATTR_INTS ? attr->n : 1;
}

// As infer_ints: one for each of `n`, one for all, or the default.
void kernel_ints(const struct kernel_call *call, const char *name, int n, int64_t otherwise,
                 int64_t *out)
{
    const struct attr *attr = find_attr(call, name);
    for (int i = 0; i < n; i++) {
        if (!attr || (attr->kind == ATTR_INTS && attr->n == 0))
            out[i] = otherwise;
        else if (attr->kind == ATTR_INTS)
            out[i] = constant(attr->ints[attr->n == 1 ? 0 : i]);
        else
            out[i] = constant(attr->i);
    }
}

// Negative axes count from the end; a tensor without axes counts as one with a single axis.
int kernel_axis(const struct kernel_call *call, const char *name, int otherwise, int rank)
{
    int64_t axis = kernel_int(call, name, otherwise);
    return (int)(axis < 0 ? axis + (rank ? rank : 1) : axis);
}

// ---- results

bool kernel_has(const struct kernel_call *call, int operand)
{
    return operand < call->n_in && tensor_is_there(&call->in[operand]);
}

void kernel_results(struct kernel_call *call, int n)
{
    call->n_out = n;
    call->out = arena_alloc_array(call->arena, (size_t)(n ? n : 1), sizeof *call->out);
}

// All but memory and strides.
static void set_extents(struct tensor *t, enum dtype dtype, int rank, const int64_t *dim)
{
    *t = (struct tensor){.dtype = dtype, .rank = rank};
    for (int axis = 0; axis < rank; axis++) t->dim[axis] = dim[axis];
}

struct tensor *kernel_result(struct kernel_call *call, int index, enum dtype dtype, int rank,
                             const int64_t *dim)
{
    if (!call->out) kernel_results(call, 1);
    assert(index < call->n_out);
    set_extents(&call->out[index], dtype, rank, dim);
    call->host->allocate(call, &call->out[index]);
    return &call->out[index];
}

// Shares the operand's memory: it adds no bytes, and what is written to one is seen in the other.
struct tensor *kernel_view(struct kernel_call *call, int index, int of, int rank,
                           const int64_t *dim, const int64_t *stride, int64_t offset)
{
    if (!call->out) kernel_results(call, 1);
    assert(index < call->n_out);
    const struct tensor *base = &call->in[of];
    struct tensor *view = &call->out[index];
    set_extents(view, base->dtype, rank, dim);
    for (int axis = 0; axis < rank; axis++) view->stride[axis] = stride[axis];
    view->data = base->data + offset * dtype_block_bytes(base->dtype);
    view->block = base->block;
    return view;
}

// Of the same extents: in the operand's own memory where the call is in place.
struct tensor *kernel_result_like(struct kernel_call *call, int index, int of)
{
    const struct tensor *like = &call->in[of];
    if (kernel_bool(call, "inplace", false))
        return kernel_view(call, index, of, like->rank, like->dim, like->stride, 0);
    return kernel_result(call, index, like->dtype, like->rank, like->dim);
}

// NULL where nothing has to be kept: in inference, and where no gradient is wanted.
struct tensor *kernel_own(struct kernel_call *call, enum dtype dtype, int rank, const int64_t *dim)
{
    assert(call->n_own < MAX_OWN);
    if (!call->keeps) return NULL;
    struct tensor *own = &call->own[call->n_own++];
    set_extents(own, dtype, rank, dim);
    call->host->allocate(call, own);
    return own;
}

void kernel_keep(struct kernel_call *call, enum dtype dtype, int64_t n, const double *numbers)
{
    struct tensor *own = kernel_own(call, dtype, 1, &n);
    if (own) row_store(own, 0, 1, n, numbers);
}

bool kernel_wants(const struct kernel_call *call, int operand)
{
    return operand < call->n_in && call->wanted && call->wanted[operand];
}

struct tensor *kernel_gradient_unset(struct kernel_call *call, int operand)
{
    struct tensor *gradient = &call->grad_in[operand];
    const struct tensor *of = &call->in[operand];
    assert(kernel_wants(call, operand));
    set_extents(gradient, of->dtype, of->rank, of->dim);
    call->host->allocate(call, gradient);
    return gradient;
}

// Zeros, so that kernels may add to it element by element.
struct tensor *kernel_gradient(struct kernel_call *call, int operand)
{
    struct tensor *gradient = kernel_gradient_unset(call, operand);
    tensor_fill(gradient, 0.0);
    return gradient;
}

void kernel_give_gradient(struct kernel_call *call, int operand, const double *numbers)
{
    if (!kernel_wants(call, operand)) return;
    struct tensor *gradient = kernel_gradient_unset(call, operand);
    row_store(gradient, 0, 1, tensor_count(gradient), numbers);
}

// ---- workspace

double *kernel_doubles(struct kernel_call *call, int64_t n)
{
    return call->host->workspace(call, n * (int64_t)sizeof(double));
}

double *kernel_zeros(struct kernel_call *call, int64_t n)
{
    double *zeros = kernel_doubles(call, n);
    for (int64_t i = 0; i < n; i++) zeros[i] = 0.0;
    return zeros;
}

// Of the same extents, row-major, contents undefined.
static struct tensor in_workspace(struct kernel_call *call, const struct tensor *like,
                                  enum dtype dtype)
{
    struct tensor t;
    set_extents(&t, dtype, like->rank, like->dim);
    tensor_set_contiguous(&t);
    t.data = call->host->workspace(call, tensor_owned_bytes(&t));
    call->copied_bytes += tensor_owned_bytes(&t);
    return t;
}

struct tensor kernel_copy(struct kernel_call *call, const struct tensor *t)
{
    struct tensor copy = in_workspace(call, t, t->dtype);
    tensor_copy(t, &copy);
    return copy;
}

// Without a copy where the numbers lie as they are asked for.
const void *kernel_numbers(struct kernel_call *call, const struct tensor *t, enum dtype dtype)
{
    if (t->dtype == dtype && tensor_is_contiguous(t)) return t->data;
    struct tensor copy = in_workspace(call, t, dtype);
    tensor_copy(t, &copy);
    return copy.data;
}

struct tensor kernel_in_order(struct kernel_call *call, const struct tensor *t)
{
    struct tensor ordered = *t;
    ordered.data = (char *)kernel_numbers(call, t, t->dtype);
    tensor_set_contiguous(&ordered);
    return ordered;
}

const double *kernel_operand(struct kernel_call *call, int operand)
{
    return kernel_has(call, operand) ? kernel_numbers(call, &call->in[operand], DTYPE_F64) : NULL;
}

// ---- products

static bool holds_integers(const struct tensor *t)
{
    return dtype_category(t->dtype) != CATEGORY_FLOATING;
}

// CBLAS multiplies f32 and f64; smaller floats are multiplied as f32.
enum dtype kernel_product_dtype(const struct tensor *t)
{
    if (holds_integers(t)) return DTYPE_I64;
    return t->dtype == DTYPE_F64 ? DTYPE_F64 : DTYPE_F32;
}

struct tensor kernel_product_result(struct kernel_call *call, const struct tensor *result,
                                    enum dtype dtype)
{
    if (result->dtype == dtype && tensor_is_contiguous(result)) return *result;
    return in_workspace(call, result, dtype);
}

void kernel_product_store(const struct tensor *computed, const struct tensor *result)
{
    if (computed->data != result->data) tensor_copy(computed, result);
}

// Element [row, column] of an operand, as it is multiplied.
static uint64_t factor_at(const void *numbers, enum product_form form, int64_t leading, int64_t row,
                          int64_t column)
{
    int64_t at = form == PRODUCT_PLAIN ? row * leading + column : column * leading + row;
    return (uint64_t)((const int64_t *)numbers)[at];
}

// No library multiplies them exactly.
static void multiply_integers(const struct product *p)
{
    for (int64_t i = 0; i < p->m; i++)
        for (int64_t j = 0; j < p->n; j++) {
            int64_t *to = (int64_t *)p->c + i * p->ldc + j;
            uint64_t sum = p->accumulate ? (uint64_t)*to : 0;
            for (int64_t k = 0; k < p->k; k++)
                sum += factor_at(p->a, p->a_form, p->lda, i, k) *
                       factor_at(p->b, p->b_form, p->ldb, k, j);
            *to = (int64_t)sum;
        }
}

// An empty result needs no product; one over nothing (k = 0) is zeros, which CBLAS writes.
void kernel_multiply(struct kernel_call *call, const struct product *product)
{
    if (!product->m || !product->n) return;
    if (product->dtype == DTYPE_I64)
        multiply_integers(product);
    else
        call->host->product(call, product);
}

// Sums are kept as f64 until they are complete.
void kernel_sum_to(struct kernel_call *call, const struct tensor *from, const struct tensor *to)
{
    struct tensor sums = in_workspace(call, to, DTYPE_F64);
    struct rows rows;
    double row[ROW_ELEMENTS];
    tensor_fill(&sums, 0.0);
    rows_begin(&rows, from->rank, from->dim);
    rows_add(&rows, from);
    rows_add(&rows, &sums);
    while (rows_next(&rows)) {
        rows_load(&rows, 0, row);
        rows_add_to(&rows, 1, row);
    }
    tensor_copy(&sums, to);
}

// The first reason counts; the kernel returns by itself.
void kernel_fail(struct kernel_call *call, const char *format, ...)
{
    va_list arguments;
    if (call->failure) return;
    va_start(arguments, format);
    call->failure = arena_vprintf(call->arena, format, arguments);
    va_end(arguments);
}
