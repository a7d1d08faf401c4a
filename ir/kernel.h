#ifndef IR_KERNEL_H
#define IR_KERNEL_H

// How an op computes. A kernel (struct op's `forward` and `backward`) is given
// tensors with their numbers. It works out the extents of its results from
// them, asks for memory, and fills it; what the shape rule inferred it never
// sees, so that the two can be held against each other.
//
// Numbers are read and written as doubles, a row at a time (ir/rows.h), whatever
// the dtype: what is stored in 2 or 4 bytes is rounded once, when it is stored.
// Integers are as they are, modulo 2^64, where they are copied, compared, chosen among, used as
// indices, added or multiplied; elsewhere they are exact up to 2^53.
//
// In backward, an operand or a result that the op's `saved` does not name has
// its extents, and a NaN for each of its numbers.

#include "ir/graph.h"

#define MAX_OWN 8

struct block; // memory with a lifetime of its own; the executor's

// A tensor with its numbers.
struct tensor {
    enum dtype dtype; // DTYPE_NONE: not there
    int rank;
    bool is_number; // a scalar of the source language
    int64_t dim[MAX_RANK];
    int64_t stride[MAX_RANK]; // in elements
    char *data;               // where element [0, ..., 0] is
    struct block *block;
};

enum product_form { PRODUCT_PLAIN, PRODUCT_TRANSPOSED };

// c[m, n] (+)= op(a)[m, k] op(b)[k, n], row-major; `lda` elements from one row of a to the next as
// it is stored.
struct product {
    enum dtype dtype; // DTYPE_F32, DTYPE_F64 or DTYPE_I64 (modulo 2^64), of all three
    enum product_form a_form, b_form;
    int64_t m, n, k, lda, ldb, ldc;
    const void *a, *b;
    void *c;
    bool accumulate;
};

struct kernel_call;

// What kernels need of whoever runs them.
struct kernel_host {
    // Memory for a tensor whose dtype and extents are set: sets data, block and contiguous strides.
    void (*allocate)(struct kernel_call *, struct tensor *);
    // Memory until the kernel ends, aligned for any number.
    void *(*workspace)(struct kernel_call *, int64_t bytes);
    void (*product)(struct kernel_call *, const struct product *);
    double (*random)(struct kernel_call *); // uniform in [0, 1)
};

struct kernel_call {
    const struct kernel_host *host;
    struct arena *arena; // until the kernel ends
    const struct op *op;
    const struct attr *attrs; // as many as the op has
    bool training;
    int n_in;
    const struct tensor *in; // dtype NONE: left out
    int n_out;
    struct tensor *out; // forward makes them with kernel_results; backward reads them
    bool keeps;         // forward: there will be a backward pass
    // What forward keeps for backward beside operands and results: a mask, indices, statistics.
    int n_own;
    struct tensor own[MAX_OWN];
    const struct tensor *grad_out; // n_out gradients; dtype NONE: nobody asked
    const bool *wanted;            // n_in: is the operand's gradient asked for? NULL: none is
    struct tensor *grad_in;        // n_in; made with kernel_gradient
    int64_t copied_bytes; // of the workspace: operands in order, or in another dtype, and results
    const char *failure;  // set by kernel_fail
};

// ---- arguments that are no tensors

// By the name that the op has for the argument; `otherwise` where it was not given. Of a list,
// kernel_int has the first number.
int64_t kernel_int(const struct kernel_call *, const char *name, int64_t otherwise);
double kernel_float(const struct kernel_call *, const char *name, double otherwise);
bool kernel_bool(const struct kernel_call *, const char *name, bool otherwise);
const char *kernel_string(const struct kernel_call *, const char *name, const char *otherwise);
bool kernel_given(const struct kernel_call *, const char *name);
int kernel_n_ints(const struct kernel_call *, const char *name); // 0: not given
// `n` numbers: as given, or one for all, or the default for all.
void kernel_ints(const struct kernel_call *, const char *name, int n, int64_t otherwise,
                 int64_t *out);

// An axis number of a tensor of that rank; negative ones count from the end.
int kernel_axis(const struct kernel_call *, const char *name, int otherwise, int rank);

// ---- tensors

bool tensor_is_there(const struct tensor *);       // an operand that was not left out
int64_t tensor_count(const struct tensor *);       // of elements; 1 for rank 0
bool tensor_is_contiguous(const struct tensor *);  // row-major, without gaps
int64_t tensor_owned_bytes(const struct tensor *); // count x element size, whole blocks
void tensor_set_contiguous(struct tensor *);       // strides from the extents
// Row-major, whatever the strides: the number of the element at a place, and back.
int64_t tensor_index(const struct tensor *, const int64_t *place);
void tensor_place(const struct tensor *, int64_t index, int64_t *place);
// One element by its row-major number, as a double: rounded to the tensor's dtype when it is set.
double tensor_get(const struct tensor *, int64_t index);
void tensor_set(const struct tensor *, int64_t index, double value);
// The same of integers of any size; floats are converted.
int64_t tensor_get_integer(const struct tensor *, int64_t index);
void tensor_set_integer(const struct tensor *, int64_t index, int64_t value);
void tensor_fill(const struct tensor *, double value);

// ---- results

bool kernel_has(const struct kernel_call *, int operand); // it was not left out
// How many results there are, before any is made.
void kernel_results(struct kernel_call *, int n);
// A result in memory of its own, contents undefined.
struct tensor *kernel_result(struct kernel_call *, int index, enum dtype, int rank,
                             const int64_t *dim);
// A result in the memory of an operand, `offset` elements beyond its first.
struct tensor *kernel_view(struct kernel_call *, int index, int of, int rank, const int64_t *dim,
                           const int64_t *stride, int64_t offset);
// The numbers of an operand in another shape: in its memory where their order allows it, else
// copied.
void kernel_reshape(struct kernel_call *, int index, int of, int rank, const int64_t *dim);
// Backward of every op whose result has operand 0's elements in the same order.
void kernel_reshape_backward(struct kernel_call *);
// A result like operand `of`, over it if the attribute `inplace` is set.
struct tensor *kernel_result_like(struct kernel_call *, int index, int of);
// One more tensor that backward reads; NULL where there will be no backward pass.
struct tensor *kernel_own(struct kernel_call *, enum dtype, int rank, const int64_t *dim);
// The same, a list of `n` numbers, filled.
void kernel_keep(struct kernel_call *, enum dtype, int64_t n, const double *numbers);
bool kernel_wants(const struct kernel_call *, int operand); // its gradient is asked for
// The gradient of an operand, with its extents, set to 0.
struct tensor *kernel_gradient(struct kernel_call *, int operand);
// The same, contents undefined: for a kernel that writes all of it.
struct tensor *kernel_gradient_unset(struct kernel_call *, int operand);
// The gradient of an operand, if it is wanted, from all of its numbers, row-major.
void kernel_give_gradient(struct kernel_call *, int operand, const double *numbers);

// The numbers of `from`, broadcast where it has fewer, into `to`.
void tensor_copy(const struct tensor *from, const struct tensor *to);
// The same, added to what is there.
void tensor_add(const struct tensor *from, const struct tensor *to);
void tensor_scale(const struct tensor *, double factor);
// Adds up `from` over the axes that `to` has not, or has with size 1: the gradient of an operand
// that was broadcast.
void kernel_sum_to(struct kernel_call *, const struct tensor *from, const struct tensor *to);

// A copy in the workspace, row-major.
struct tensor kernel_copy(struct kernel_call *, const struct tensor *);
double *kernel_doubles(struct kernel_call *, int64_t n); // in the workspace, undefined
double *kernel_zeros(struct kernel_call *, int64_t n);   // in the workspace
// The numbers of a tensor in one dtype, row-major: its own memory where that is so already, else a
// copy in the workspace.
const void *kernel_numbers(struct kernel_call *, const struct tensor *, enum dtype);
// The same as a tensor, in its own dtype.
struct tensor kernel_in_order(struct kernel_call *, const struct tensor *);
// An operand's numbers as f64, row-major; NULL: it was left out.
const double *kernel_operand(struct kernel_call *, int operand);
// The dtype that products are computed in: f64 for f64, i64 for integers, else f32.
enum dtype kernel_product_dtype(const struct tensor *);
void kernel_multiply(struct kernel_call *, const struct product *);
// Where a product for `result` is computed: there, or in the workspace where it has another dtype
// than products have; kernel_product_store then rounds it.
struct tensor kernel_product_result(struct kernel_call *, const struct tensor *result, enum dtype);
void kernel_product_store(const struct tensor *computed, const struct tensor *result);
// What the operands' contents make impossible; the call ends with it. The first one counts.
void kernel_fail(struct kernel_call *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
