// Results that show an operand's memory in another shape, and the way back of
// their gradients.

#include "ir/kernel.h"

#include <string.h>

// How far axes [first, last] lie evenly behind one another; the stride of the innermost. Axes of
// size 1 may have any stride, and one that is expanded has 0.
static bool run_is_even(const struct tensor *t, int first, int last, int64_t *inner)
{
    int64_t expected = -1; // none: all axes so far are of size 1
    *inner = 1;
    for (int axis = last; axis >= first; axis--) {
        if (t->dim[axis] == 1) continue;
        if (expected >= 0 && t->stride[axis] != expected) return false;
        if (expected < 0) *inner = t->stride[axis];
        expected = t->stride[axis] * t->dim[axis];
    }
    return true;
}

// Old and new axes are grouped from the outside: a group ends where both have the same number of
// elements. Within a group the old axes must lie evenly, and then any division of them does.
static bool view_strides(const struct tensor *t, int rank, const int64_t *dim, int64_t *stride)
{
    int old = 0, new = 0;
    if (tensor_count(t) == 0) {
        struct tensor empty = {.rank = rank};
        memcpy(empty.dim, dim, (size_t)rank * sizeof *dim);
        tensor_set_contiguous(&empty);
        memcpy(stride, empty.stride, (size_t)rank * sizeof *stride);
        return true;
    }
    while (new < rank || old < t->rank) {
        int first_old = old, first_new = new;
        int64_t n_old = old < t->rank ? t->dim[old++] : 1, n_new = new < rank ? dim[new ++] : 1;
        while (n_old != n_new) {
            if (n_old < n_new)
                n_old *= t->dim[old++];
            else
                n_new *= dim[new ++];
        }
        int64_t inner;
        if (!run_is_even(t, first_old, old - 1, &inner)) return false;
        for (int axis = new - 1; axis >= first_new; axis--) {
            stride[axis] = inner;
            inner *= dim[axis];
        }
    }
    return true;
}

static bool same_count(const struct tensor *t, int rank, const int64_t *dim)
{
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++) count *= dim[axis];
    return count == tensor_count(t);
}

// The numbers of `from` in their order, into `to`, which is contiguous and has another shape.
static void copy_flat(const struct tensor *from, const struct tensor *to)
{
    struct tensor shaped = *to;
    shaped.rank = from->rank;
    memcpy(shaped.dim, from->dim, sizeof shaped.dim);
    tensor_set_contiguous(&shaped);
    tensor_copy(from, &shaped);
}

void kernel_reshape(struct kernel_call *call, int index, int of, int rank, const int64_t *dim)
{
    int64_t stride[MAX_RANK];
    const struct tensor *from = &call->in[of];
    if (!same_count(from, rank, dim)) {
        kernel_fail(call, "%lld elements do not fit the new shape", (long long)tensor_count(from));
        return;
    }
    if (view_strides(from, rank, dim, stride))
        kernel_view(call, index, of, rank, dim, stride, 0);
    else
        copy_flat(from, kernel_result(call, index, from->dtype, rank, dim));
}

void kernel_reshape_backward(struct kernel_call *call)
{
    if (kernel_wants(call, 0)) copy_flat(&call->grad_out[0], kernel_gradient(call, 0));
}
