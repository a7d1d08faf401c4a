#ifndef IR_OPS_CONV_H
#define IR_OPS_CONV_H

// What convolutions and transposed convolutions share.
//
// input is [N, C, spatial...] or [C, spatial...]; weight is [O, C / groups,
// kernel...] for a convolution and [C, O / groups, kernel...] for a transposed
// one; bias is [O]. Group g of the outputs sees group g of the inputs.

#include "ir/ops/window.h"

enum { CONV_INPUT, CONV_WEIGHT, CONV_BIAS };

// Only conv2d looks at the bias before it looks whether there is anything to do.
enum bias_check { BIAS_ALWAYS, BIAS_IF_USED };

#define NO_OUT_CHANNELS "make out_channels 1 or more"

// Rules for n spatial axes. Those that answer false have refused the call.
bool conv_ranks_fit(struct infer *, int n);
bool conv_dtypes_fit(struct infer *, int n, unsigned set, enum bias_check);
// An empty batch (or no channels) never reaches a kernel.
bool conv_nothing_to_do(const struct infer *, int n);
int conv_channel_axis(const struct infer *);
struct term conv_spatial_dim(const struct infer *, int n, int axis);
// The kernel sizes come from the weight, the rest from the attributes.
bool conv_read_windows(struct infer *, int n, struct windows *);
const struct sym *conv_read_groups(struct infer *);

void conv_channels_fit(struct infer *, const struct sym *expected, const char *what);
// `no_channels` says what to change where the weight has none.
void conv_groups_fit(struct infer *, const struct sym *groups, const char *no_channels);
void conv_bias_fits(struct infer *, const struct sym *channels);
void conv_set_result(struct infer *, const struct sym *channels, const struct sym *const *size,
                     int n);

// 2 for each product, and the bias; `places` are the elements of the side that windows are
// counted on.
const struct sym *conv_flops_at(const struct infer *, const struct sym *places);
// Bytes of im2col of one image: for each place of the side with the windows, all elements under
// the window, over all channels. A 1x1 kernel with stride 1 and no padding reads the image as it
// is.
const struct sym *conv_columns(const struct infer *, const struct shape *places,
                               const struct sym *channels);

#endif
