// Convolutions over 1 to 3 spatial axes.
//
// A padding mode other than zeros is a pad op before the convolution, as in
// PyTorch, so that the padded copy is seen in memory. `padding_word` is
// padding="same" or "valid"; "same" keeps the sizes and, where the total is
// odd, pads the extra element on the right.

#include "ir/ops/conv.h"
#include "ir/ops/kernels.h"

#include <string.h>

static const struct sym *same_count(struct infer *in, const struct windows *w, int axis)
{
    if (!sym_is(w->stride[axis], 1)) {
        refuse(in, DIAG_OPTION_RANGE, "padding \"same\" of %s needs stride 1, not %s", in->op->name,
               sym_string(in->arena, w->stride[axis]));
    }
    return conv_spatial_dim(in, w->n, axis).size;
}

// A window must fit, and the axis must have elements even where padding alone would hold a window.
// Of the two conditions the stronger one is asked for.
static void kernel_fits(struct infer *in, const struct windows *w, int axis)
{
    struct term size = conv_spatial_dim(in, w->n, axis);
    struct syms *syms = in->syms;
    const struct sym *extent = window_extent(in, w, axis);
    const struct sym *needed = sym_sub(syms, extent, sym_mul_const(syms, w->padding[axis], 2));
    bool window_is_stronger =
        sym_prove_at_most(syms, sym_const(syms, 1), needed).verdict == VERDICT_PROVED;
    if (!window_is_stronger && !conv_nothing_to_do(in, w->n))
        require_at_least(in, DIAG_EMPTY_AXIS, size, 1, RULE_NOT_EMPTY);
    const struct sym *padded = window_padded(in, w, axis, size.size);
    if (window_is_stronger || sym_lower(syms, padded) < sym_upper(syms, extent))
        window_fits(in, w, axis, extent, "extent");
}

// Padding "same" pads each window's extent less 1, so that any axis with elements fits.
static const struct sym *slide(struct infer *in, const struct windows *w, int axis)
{
    struct term size = conv_spatial_dim(in, w->n, axis);
    if (strcmp(infer_string(in, "padding_word", "valid"), "same") != 0) {
        kernel_fits(in, w, axis);
        return window_count(in, w, axis, size.size);
    }
    if (!conv_nothing_to_do(in, w->n))
        require_at_least(in, DIAG_EMPTY_AXIS, size, 1, RULE_NOT_EMPTY);
    return same_count(in, w, axis);
}

// Kernels for all numbers, but a dilated one only for floats and i64.
static unsigned conv_dtypes(const struct windows *w)
{
    for (int i = 0; i < w->n; i++) {
        if (!sym_is(w->dilation[i], 1)) return DTYPES_FLOAT | DTYPE_SET(I64);
    }
    return DTYPES_NUMBER;
}

static void conv(struct infer *in, int n)
{
    struct windows w;
    if (!conv_ranks_fit(in, n) || !conv_read_windows(in, n, &w)) return;
    rule_word(in, "padding_word", "valid", "valid|same");
    const struct sym *groups = conv_read_groups(in);
    enum bias_check bias = n == 2 ? BIAS_ALWAYS : BIAS_IF_USED;
    if (refused(in) || !conv_dtypes_fit(in, n, conv_dtypes(&w), bias)) return;
    conv_groups_fit(in, groups, NO_OUT_CHANNELS);
    conv_channels_fit(in, sym_mul(in->syms, infer_dim(in, CONV_WEIGHT, 1).size, groups),
                      "in_channels");
    conv_bias_fits(in, infer_dim(in, CONV_WEIGHT, 0).size);
    const struct sym *size[MAX_SPATIAL];
    for (int i = 0; i < n; i++) size[i] = slide(in, &w, i);
    if (!refused(in)) conv_set_result(in, infer_dim(in, CONV_WEIGHT, 0).size, size, n);
}

static void conv1d_shape(struct infer *in)
{
    conv(in, 1);
}

static void conv2d_shape(struct infer *in)
{
    conv(in, 2);
}

static void conv3d_shape(struct infer *in)
{
    conv(in, 3);
}

// ---- costs

static const struct sym *conv_flops(const struct infer *in)
{
    return conv_flops_at(in, rule_out_count(in));
}

static const struct sym *conv_workspace(const struct infer *in)
{
    return conv_columns(in, &in->out[0].type.shape,
                        infer_dim(in, CONV_INPUT, conv_channel_axis(in)).size);
}

const struct op op_conv1d = {
    .name = "conv1d",
    .aten = "aten::conv1d",
    .sig = "input[N,C,L] weight[O,C,3] bias[O]? -> output[N,O,L-2]",
    .doc = "Slides a kernel over an axis, from channels to channels.",
    .axes = "NCL CL",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"padding_word", ATTR_STRING}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .product = true,
    .shape = conv1d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
    .workspace_is_ours = true,
    .forward = conv_forward,
    .backward = conv_backward,
};

const struct op op_conv2d = {
    .name = "conv2d",
    .aten = "aten::conv2d",
    .sig = "input[N,C,H,W] weight[O,C,3,3] bias[O]? -> output[N,O,H-2,W-2]",
    .doc = "Slides a kernel over an image, from channels to channels.",
    .axes = "NCHW CHW",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"padding_word", ATTR_STRING}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .product = true,
    .shape = conv2d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
    .workspace_is_ours = true,
    .forward = conv_forward,
    .backward = conv_backward,
};

const struct op op_conv3d = {
    .name = "conv3d",
    .aten = "aten::conv3d",
    .sig = "input[N,C,D,H,W] weight[O,C,3,3,3] bias[O]? -> output[N,O,D-2,H-2,W-2]",
    .doc = "Slides a kernel over a volume, from channels to channels.",
    .axes = "NCDHW CDHW",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"padding_word", ATTR_STRING}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .product = true,
    .shape = conv3d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
    .workspace_is_ours = true,
    .forward = conv_forward,
    .backward = conv_backward,
};
