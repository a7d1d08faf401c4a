// What ops that make a tensor of nothing, or like another, have in common.

#include "ir/ops/making.h"

#include "ir/ops/axes.h"
#include "ir/ops/layout.h"
#include "ir/ops/rules.h"

// ---- shapes

// Sizes may be symbolic; those that are known must not be negative.
bool making_size(struct infer *in, struct shape *out)
{
    int n;
    const struct sym *const *given = ints_read(in, "size", &n);
    if (n > MAX_RANK)
        return refuse(in, DIAG_OPTION_RANGE, "size has %d axes; at most %d are supported", n,
                      MAX_RANK);
    out->rank = n;
    for (int i = 0; i < n; i++) {
        out->dim[i] = given[i];
        require_at_least(in, DIAG_SIZE_NEGATIVE, infer_term(given[i], "size"), 0,
                         "give sizes of 0 or more");
    }
    return true;
}

// As the operand, in its order of axes.
void making_like_result(struct infer *in, enum dtype dtype)
{
    const struct shape *shape = infer_shape(in, 0);
    infer_results(in, 1);
    infer_result(in, 0, dtype, shape);
    layout_like_operands(in, 0, 1);
}

// ---- kernels

enum dtype making_dtype(const struct kernel_call *call, enum dtype otherwise)
{
    int index = op_attr_index(call->op, "dtype");
    return kernel_given(call, "dtype") ? call->attrs[index].dtype : otherwise;
}

struct tensor *making_sized(struct kernel_call *call, enum dtype dtype)
{
    int64_t dim[MAX_RANK];
    int rank = kernel_n_ints(call, "size");
    kernel_ints(call, "size", rank, 0, dim);
    return kernel_result(call, 0, dtype, rank, dim);
}

struct tensor *making_like(struct kernel_call *call)
{
    const struct tensor *x = &call->in[0];
    return kernel_result(call, 0, making_dtype(call, x->dtype), x->rank, x->dim);
}
