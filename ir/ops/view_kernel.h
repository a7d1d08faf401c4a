#ifndef IR_OPS_VIEW_KERNEL_H
#define IR_OPS_VIEW_KERNEL_H

// Kernels of ops whose results lie in the memory of operand 0: which elements a
// result shows is one function, and forward and backward follow from it.

#include "ir/kernel.h"

// Turns `view`, which shows all of the operand, into what result `index` shows: rank, dim, stride,
// and data by view_move.
typedef void view_function(const struct kernel_call *, int index, struct tensor *view);

void view_move(struct tensor *, int64_t elements);
// Leaves elements start, start + step, ... `length` of them, of an axis.
void view_slice(struct tensor *, int axis, int64_t start, int64_t length, int64_t step);
void view_drop_axis(struct tensor *, int axis);
void view_add_axis(struct tensor *, int axis, int64_t size, int64_t stride);

void views_forward(struct kernel_call *, int n, view_function *);
// Adds the results' gradients up where they were taken from, as often as an element was shown.
void views_backward(struct kernel_call *, view_function *);

// Kernels of one result, `name`_forward and `name`_backward.
#define VIEW_KERNELS(name)                                                                         \
    static void name##_forward(struct kernel_call *call)                                           \
    {                                                                                              \
        views_forward(call, 1, name##_view);                                                       \
    }                                                                                              \
    static void name##_backward(struct kernel_call *call)                                          \
    {                                                                                              \
        views_backward(call, name##_view);                                                         \
    }

#endif
