#ifndef FRONTENDS_GGML_WINDOW_H
#define FRONTENDS_GGML_WINDOW_H

// Where the kernel of a convolution stands: stride, padding and dilation by axis, and how many
// positions there are.

#include "frontends/ggml/rules.h"

#define MAX_AXES 3

struct window {
    const struct sym *s[MAX_AXES], *p[MAX_AXES], *d[MAX_AXES];
};

// From numbers: the strides of all axes, then the paddings, then the dilations.
struct window window_of(const struct ggml_call *, int first, int axes);
// Into the parameters, in the same order from word 0 on.
void window_params(struct ggml_tensor *, const struct window *, int axes);
// Positions of a kernel of k along an axis of n. Rounded towards 0, so a kernel that is too large
// by less than a stride still has one. Source: ggml_calc_conv_output_size.
const struct sym *window_positions(struct ggml_call *, const struct window *, int axis,
                                   const struct sym *n, const struct sym *k);

#endif
