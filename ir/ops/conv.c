// Convolutions and transposed convolutions over 1 to 3 spatial axes.
//
// A padding mode other than zeros is a pad op before the convolution, as in
// PyTorch, so that the padded copy is seen in memory. `padding_word` is
// padding="same" or "valid"; "same" keeps the sizes and, where the total is
// odd, pads the extra element on the right.

#include "ir/base/text.h"
#include "ir/ops/kernels.h"
#include "ir/ops/window.h"

#include <string.h>

enum { INPUT, WEIGHT, BIAS };

// input is [N, C, spatial...] or [C, spatial...]; weight is [O, C / groups,
// kernel...] for a convolution and [C, O / groups, kernel...] for a transposed
// one; bias is [O]. Group g of the outputs sees group g of the inputs.

// ---- what both directions check

// An empty batch (or no channels) never reaches a kernel.
static bool nothing_to_do(const struct infer *in, int n)
{
    const struct shape *input = infer_shape(in, INPUT);
    if (input->rank != n + 2) return sym_is(input->dim[0], 0);
    return sym_is(input->dim[0], 0) || sym_is(input->dim[1], 0);
}

static bool ranks_fit(struct infer *in, int n)
{
    if (!require_rank(in, INPUT, n + 1, n + 2) || !require_rank(in, WEIGHT, n + 2, n + 2))
        return false;
    in->unbatched = infer_rank(in, INPUT) == n + 1;
    return !infer_has(in, BIAS) || require_rank(in, BIAS, 1, 1);
}

// Only conv2d looks at the bias before it looks whether there is anything to do.
enum bias_check { BIAS_ALWAYS, BIAS_IF_USED };

static bool dtypes_fit(struct infer *in, int n, unsigned set, enum bias_check bias)
{
    if (nothing_to_do(in, n) && bias == BIAS_IF_USED) return true;
    if (!rule_same_dtype(in, INPUT, BIAS)) return false;
    if (nothing_to_do(in, n)) return true;
    return rule_same_dtype(in, INPUT, WEIGHT) && rule_dtype(in, INPUT, set);
}

// An empty result is the product of the input with one number of the weight,
// which is weaker in promotion unless its category is the higher one.
static enum dtype result_dtype(const struct infer *in)
{
    enum dtype input = infer_dtype_of(in, INPUT), weight = infer_dtype_of(in, WEIGHT);
    return dtype_category(weight) > dtype_category(input) ? weight : input;
}

static int channel_axis(const struct infer *in)
{
    return in->unbatched ? 0 : 1;
}

// The axis behind the one for channels whose size is that of the channels; 0: none.
static int channels_elsewhere(const struct infer *in, const struct sym *expected)
{
    for (int i = infer_rank(in, INPUT) - 1; i > channel_axis(in); i--)
        if (infer_dim(in, INPUT, i).size == expected) return i;
    return 0;
}

// The usual slips beside a wrong number: channels in the last axis, and a batch of signals or
// images without an axis for the one channel, which counts as one element with as many channels.
static const char *channels_fix(const struct infer *in, const struct sym *expected)
{
    const char *plain = "make in_channels {a}, or the channels of the input {b}";
    if (sym_is(expected, 0)) return "make in_channels {a}";
    if (sym_is(infer_dim(in, INPUT, channel_axis(in)).size, 0))
        return "give the input as many channels as in_channels";
    int elsewhere = channels_elsewhere(in, expected);
    if (in->unbatched && sym_is(expected, 1))
        return arena_printf(
            in->arena,
            "%s; an input of %d axes has no batch: if dim 0 is the batch, unsqueeze "
            "the input at dim 1",
            plain, infer_rank(in, INPUT));
    if (elsewhere)
        return arena_printf(in->arena, "%s; if the channels are dim %d, permute it to dim %d",
                            plain, elsewhere, channel_axis(in));
    return plain;
}

static void channels_fit(struct infer *in, const struct sym *expected, const char *what)
{
    struct term channels = infer_dim(in, INPUT, channel_axis(in));
    require_equal(in, DIAG_CHANNELS, channels, infer_term(expected, what),
                  channels_fix(in, expected));
}

#define NO_OUT_CHANNELS "make out_channels 1 or more"

static void groups_fit(struct infer *in, const struct sym *groups, const char *no_channels)
{
    require_at_least(in, DIAG_CHANNELS, infer_dim(in, WEIGHT, 0), 1, no_channels);
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(groups, "groups"), infer_dim(in, WEIGHT, 0),
                    "choose groups so that it divides both numbers of channels");
}

static void bias_fits(struct infer *in, const struct sym *channels)
{
    if (!infer_has(in, BIAS)) return;
    require_equal(in, DIAG_PARAMETER_SIZE, infer_dim(in, BIAS, 0),
                  infer_term(channels, "out_channels"),
                  "give the bias one element for each output channel");
}

static const struct sym *read_groups(struct infer *in)
{
    const struct sym *groups = infer_int(in, "groups", 1);
    window_at_least(in, "groups", 1, &groups, 1);
    return groups;
}

// The kernel sizes come from the weight, the rest from the attributes.
static bool read_windows(struct infer *in, int n, struct windows *w)
{
    w->n = n;
    for (int i = 0; i < n; i++) w->kernel[i] = infer_dim(in, WEIGHT, 2 + i).size;
    return window_options(in, w);
}

static void set_result(struct infer *in, const struct sym *channels, const struct sym *const *size,
                       int n)
{
    struct shape out = *infer_shape(in, INPUT);
    int at = channel_axis(in);
    out.dim[at] = sym_is(out.dim[at], 0) ? out.dim[at] : channels;
    for (int i = 0; i < n; i++) out.dim[at + 1 + i] = size[i];
    infer_results(in, 1);
    infer_result(in, 0, result_dtype(in), &out);
}

// ---- convolution

static struct term spatial_dim(const struct infer *in, int n, int axis)
{
    return infer_dim(in, INPUT, axis - n);
}

static const struct sym *same_count(struct infer *in, const struct windows *w, int axis)
{
    if (!sym_is(w->stride[axis], 1)) {
        refuse(in, DIAG_OPTION_RANGE, "padding \"same\" of %s needs stride 1, not %s", in->op->name,
               sym_string(in->arena, w->stride[axis]));
    }
    return spatial_dim(in, w->n, axis).size;
}

// A window must fit, and the axis must have elements even where padding alone would hold a window.
// Of the two conditions the stronger one is asked for.
static void kernel_fits(struct infer *in, const struct windows *w, int axis)
{
    struct term size = spatial_dim(in, w->n, axis);
    struct syms *syms = in->syms;
    const struct sym *extent = window_extent(in, w, axis);
    const struct sym *needed = sym_sub(syms, extent, sym_mul_const(syms, w->padding[axis], 2));
    bool window_is_stronger =
        sym_prove_at_most(syms, sym_const(syms, 1), needed).verdict == VERDICT_PROVED;
    if (!window_is_stronger && !nothing_to_do(in, w->n))
        require_at_least(in, DIAG_EMPTY_AXIS, size, 1, RULE_NOT_EMPTY);
    const struct sym *padded = window_padded(in, w, axis, size.size);
    if (window_is_stronger || sym_lower(syms, padded) < sym_upper(syms, extent))
        window_fits(in, w, axis, extent, "extent");
}

// Padding "same" pads each window's extent less 1, so that any axis with elements fits.
static const struct sym *slide(struct infer *in, const struct windows *w, int axis)
{
    struct term size = spatial_dim(in, w->n, axis);
    if (strcmp(infer_string(in, "padding_word", "valid"), "same") != 0) {
        kernel_fits(in, w, axis);
        return window_count(in, w, axis, size.size);
    }
    if (!nothing_to_do(in, w->n)) require_at_least(in, DIAG_EMPTY_AXIS, size, 1, RULE_NOT_EMPTY);
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
    if (!ranks_fit(in, n) || !read_windows(in, n, &w)) return;
    rule_word(in, "padding_word", "valid", "valid|same");
    const struct sym *groups = read_groups(in);
    enum bias_check bias = n == 2 ? BIAS_ALWAYS : BIAS_IF_USED;
    if (refused(in) || !dtypes_fit(in, n, conv_dtypes(&w), bias)) return;
    groups_fit(in, groups, NO_OUT_CHANNELS);
    channels_fit(in, sym_mul(in->syms, infer_dim(in, WEIGHT, 1).size, groups), "in_channels");
    bias_fits(in, infer_dim(in, WEIGHT, 0).size);
    const struct sym *size[MAX_SPATIAL];
    for (int i = 0; i < n; i++) size[i] = slide(in, &w, i);
    if (!refused(in)) set_result(in, infer_dim(in, WEIGHT, 0).size, size, n);
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

// ---- transposed convolution
//
// The gradient of a convolution with respect to its input. A convolution with
// stride maps several sizes to one, so the size is settled by output_padding,
// which adds to one side, or asked for with output_size.

// output_size may name all axes or the spatial ones; it chooses among the
// sizes that a convolution would bring to the input's size.
static bool read_output_size(struct infer *in, int n, const struct sym **size)
{
    const struct sym *given[MAX_RANK];
    int n_given = infer_n_ints(in, "output_size"), rank = infer_rank(in, INPUT);
    if (n_given != n && n_given != rank) {
        return refuse(in, DIAG_LIST_LENGTH, "output_size of %s has %s; give %d or %d", in->op->name,
                      text_count(in->arena, n_given, "value", "values"), n, rank);
    }
    infer_ints(in, "output_size", n_given, 0, given);
    for (int i = 0; i < n; i++) size[i] = given[n_given - n + i];
    return true;
}

// (size - 1) stride - 2 padding + extent, before any output padding.
static const struct sym *smallest_source(const struct infer *in, const struct windows *w, int axis)
{
    const struct sym *steps = sym_add_const(in->syms, spatial_dim(in, w->n, axis).size, -1);
    const struct sym *span =
        sym_add(in->syms, sym_mul(in->syms, steps, w->stride[axis]), window_extent(in, w, axis));
    return sym_sub(in->syms, span, sym_mul_const(in->syms, w->padding[axis], 2));
}

static void output_size_fits(struct infer *in, const struct windows *w, int axis,
                             const struct sym *size, const struct sym *smallest)
{
    const struct sym *largest =
        sym_add(in->syms, smallest, sym_add_const(in->syms, w->stride[axis], -1));
    struct term wanted = infer_term(size, "output_size");
    const char *fix =
        arena_printf(in->arena, "choose an output %s from %s to %s", window_axis_name(w->n, axis),
                     sym_string(in->arena, smallest), sym_string(in->arena, largest));
    require_at_most(in, DIAG_OUTPUT_SIZE, infer_term(smallest, "smallest size"), wanted, fix);
    require_at_most(in, DIAG_OUTPUT_SIZE, wanted, infer_term(largest, "largest size"), fix);
}

static void output_padding_fits(struct infer *in, const struct windows *w, int axis,
                                const struct sym *output_padding)
{
    const struct sym *limit = sym_max(in->syms, w->stride[axis], w->dilation[axis]);
    require_at_most(in, DIAG_OUTPUT_SIZE, infer_term(output_padding, "output_padding"),
                    infer_term(sym_add_const(in->syms, limit, -1), "max(stride, dilation) - 1"),
                    "output_padding must be smaller than stride or dilation");
}

static bool transposed_sizes(struct infer *in, const struct windows *w, const struct sym **size)
{
    const struct sym *padding[MAX_SPATIAL];
    bool chosen = infer_n_ints(in, "output_size") > 0;
    if (!window_list(in, "output_padding", w->n, 0, padding)) return false;
    if (!window_at_least(in, "output_padding", w->n, padding, 0)) return false;
    if (chosen && !read_output_size(in, w->n, size)) return false;
    bool empty = nothing_to_do(in, w->n);
    for (int i = 0; i < w->n; i++) {
        const struct sym *smallest = smallest_source(in, w, i);
        if (chosen) {
            output_size_fits(in, w, i, size[i], smallest);
        } else {
            if (!empty) output_padding_fits(in, w, i, padding[i]);
            size[i] = sym_add(in->syms, smallest, padding[i]);
        }
        if (!empty)
            require_at_least(in, DIAG_EMPTY_AXIS, spatial_dim(in, w->n, i), 1, RULE_NOT_EMPTY);
        const char *what = arena_printf(in->arena, "output %s", window_axis_name(w->n, i));
        require_at_least(in, DIAG_WINDOW_FITS, infer_term(size[i], what), empty ? 0 : 1,
                         "use less padding or a larger kernel");
    }
    return true;
}

static void conv_transpose(struct infer *in, int n)
{
    struct windows w;
    const struct sym *size[MAX_SPATIAL];
    if (!ranks_fit(in, n) || !read_windows(in, n, &w)) return;
    const struct sym *groups = read_groups(in);
    if (refused(in) || !dtypes_fit(in, n, DTYPES_FLOAT | DTYPE_SET(I64), BIAS_IF_USED)) return;
    const struct sym *out_channels = sym_mul(in->syms, infer_dim(in, WEIGHT, 1).size, groups);
    groups_fit(in, groups, "make in_channels 1 or more");
    if (!nothing_to_do(in, n))
        require_at_least(in, DIAG_CHANNELS, infer_dim(in, WEIGHT, 1), 1, NO_OUT_CHANNELS);
    channels_fit(in, infer_dim(in, WEIGHT, 0).size, "in_channels");
    bias_fits(in, out_channels);
    if (transposed_sizes(in, &w, size)) set_result(in, out_channels, size, n);
}

static void conv_transpose1d_shape(struct infer *in)
{
    conv_transpose(in, 1);
}

static void conv_transpose2d_shape(struct infer *in)
{
    conv_transpose(in, 2);
}

static void conv_transpose3d_shape(struct infer *in)
{
    conv_transpose(in, 3);
}

// ---- costs

// Elements of the weight that meet one element of the side that the windows are counted on.
static const struct sym *weights_per_place(const struct infer *in)
{
    const struct shape *weight = infer_shape(in, WEIGHT);
    const struct sym *count = sym_const(in->syms, 1);
    for (int i = 1; i < weight->rank; i++) count = sym_mul(in->syms, count, weight->dim[i]);
    return count;
}

static const struct sym *flops(const struct infer *in, const struct sym *places)
{
    const struct sym *products = sym_mul(in->syms, places, weights_per_place(in));
    const struct sym *total = sym_mul_const(in->syms, products, 2);
    return infer_has(in, BIAS) ? sym_add(in->syms, total, rule_out_count(in)) : total;
}

static const struct sym *conv_flops(const struct infer *in)
{
    return flops(in, rule_out_count(in));
}

static const struct sym *conv_transpose_flops(const struct infer *in)
{
    return flops(in, rule_count(in, INPUT));
}

// im2col of one image: for each place of the side with the windows, all elements under the
// window, over all channels. A 1x1 kernel with stride 1 and no padding reads the image as it is.
static const struct sym *columns(const struct infer *in, const struct shape *places,
                                 const struct sym *channels)
{
    const struct shape *weight = infer_shape(in, WEIGHT);
    const struct sym *count = channels;
    int n = weight->rank - 2;
    bool plain = true;
    for (int i = 0; i < n; i++) {
        const struct sym *source = in->out[0].type.shape.dim[in->out[0].type.shape.rank - n + i];
        plain &= sym_is(weight->dim[2 + i], 1) && source == infer_dim(in, INPUT, i - n).size;
        count = sym_mul(in->syms, count, weight->dim[2 + i]);
        count = sym_mul(in->syms, count, places->dim[places->rank - n + i]);
    }
    if (plain) return sym_const(in->syms, 0);
    return sym_mul_const(in->syms, count, dtype_block_bytes(infer_dtype_of(in, INPUT)));
}

static const struct sym *conv_workspace(const struct infer *in)
{
    return columns(in, &in->out[0].type.shape, infer_dim(in, INPUT, channel_axis(in)).size);
}

static const struct sym *conv_transpose_workspace(const struct infer *in)
{
    const struct shape *out = &in->out[0].type.shape;
    return columns(in, infer_shape(in, INPUT), out->dim[channel_axis(in)]);
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
    .shape = conv1d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
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
    .shape = conv2d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
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
    .shape = conv3d_shape,
    .flops = conv_flops,
    .workspace = conv_workspace,
    .forward = conv_forward,
    .backward = conv_backward,
};

const struct op op_conv_transpose1d = {
    .name = "conv_transpose1d",
    .aten = "aten::conv_transpose1d",
    .sig = "input[N,C,L] weight[C,O,3] bias[O]? -> output[N,O,L+2]",
    .doc = "Spreads a kernel over each element of an axis: the gradient of a convolution.",
    .axes = "NCL CL",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"output_padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .shape = conv_transpose1d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .forward = conv_transpose_forward,
    .backward = conv_transpose_backward,
};

const struct op op_conv_transpose2d = {
    .name = "conv_transpose2d",
    .aten = "aten::conv_transpose2d",
    .sig = "input[N,C,H,W] weight[C,O,3,3] bias[O]? -> output[N,O,H+2,W+2]",
    .doc = "Spreads a kernel over each element of an image: the gradient of a convolution.",
    .axes = "NCHW CHW",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"output_padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .shape = conv_transpose2d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .forward = conv_transpose_forward,
    .backward = conv_transpose_backward,
};

const struct op op_conv_transpose3d = {
    .name = "conv_transpose3d",
    .aten = "aten::conv_transpose3d",
    .sig = "input[N,C,D,H,W] weight[C,O,3,3,3] bias[O]? -> output[N,O,D+2,H+2,W+2]",
    .doc = "Spreads a kernel over each element of a volume: the gradient of a convolution.",
    .axes = "NCDHW CDHW",
    .attrs = {{"stride", ATTR_INTS},
              {"padding", ATTR_INTS},
              {"dilation", ATTR_INTS},
              {"groups", ATTR_INT},
              {"output_padding", ATTR_INTS},
              {"output_size", ATTR_INTS}},
    .saved.of = {SAVE_IN(1), SAVE_IN(0)},
    .least = window_least,
    .shape = conv_transpose3d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .forward = conv_transpose_forward,
    .backward = conv_transpose_backward,
};
