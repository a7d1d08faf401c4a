#ifndef IR_OPS_WINDOW_H
#define IR_OPS_WINDOW_H

// A window that slides over 1 to 3 spatial axes: the arithmetic that
// convolutions, pools, fold and unfold share.

#include "ir/ops/rules.h"

#define MAX_SPATIAL 3

struct windows {
    int n; // spatial axes
    const struct sym *kernel[MAX_SPATIAL], *stride[MAX_SPATIAL];
    const struct sym *padding[MAX_SPATIAL], *dilation[MAX_SPATIAL];
};

// Of all options of windows that an op may have.
extern const struct attr_least window_least[];

// A list argument for n axes: n values, or one for all. Refuses other lengths.
bool window_list(struct infer *, const char *attr, int n, int64_t otherwise,
                 const struct sym **out);
// Refuses a constant below the minimum; an unknown gets an obligation.
bool window_at_least(struct infer *, const char *what, int n, const struct sym *const *values,
                     int64_t minimum);
// Reads stride, padding and dilation (1, 0 and 1 where the op has no such attribute or it was
// not given) and checks them with the kernel sizes, which the caller has set.
bool window_options(struct infer *, struct windows *);

// "length", "height", "width", "depth".
const char *window_axis_name(int n, int axis);
// From the first to the last element that a window touches: dilation (kernel - 1) + 1.
const struct sym *window_extent(const struct infer *, const struct windows *, int axis);
const struct sym *window_padded(const struct infer *, const struct windows *, int axis,
                                const struct sym *size);
// The padded axis of operand 0 must be at least as long as `needed`; `what` says what that is.
void window_fits(struct infer *, const struct windows *, int axis, const struct sym *needed,
                 const char *what);
// How many windows fit: (size + 2 padding - extent) / stride + 1, rounded down.
const struct sym *window_count(const struct infer *, const struct windows *, int axis,
                               const struct sym *size);
// Product of the kernel sizes.
const struct sym *window_volume(const struct infer *, const struct windows *);

#endif
