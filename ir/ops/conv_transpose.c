// Transposed convolutions over 1 to 3 spatial axes: the gradient of a convolution with respect to
// its input. A convolution with stride maps several sizes to one, so the size is settled by
// output_padding, which adds to one side, or asked for with output_size.

#include "ir/base/text.h"
#include "ir/ops/conv.h"
#include "ir/ops/kernels.h"

// output_size may name all axes or the spatial ones; it chooses among the
// sizes that a convolution would bring to the input's size.
static bool read_output_size(struct infer *in, int n, const struct sym **size)
{
    const struct sym *given[MAX_RANK];
    int n_given = infer_n_ints(in, "output_size"), rank = infer_rank(in, CONV_INPUT);
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
    const struct sym *steps = sym_add_const(in->syms, conv_spatial_dim(in, w->n, axis).size, -1);
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
    bool empty = conv_nothing_to_do(in, w->n);
    for (int i = 0; i < w->n; i++) {
        const struct sym *smallest = smallest_source(in, w, i);
        if (chosen) {
            output_size_fits(in, w, i, size[i], smallest);
        } else {
            if (!empty) output_padding_fits(in, w, i, padding[i]);
            size[i] = sym_add(in->syms, smallest, padding[i]);
        }
        if (!empty)
            require_at_least(in, DIAG_EMPTY_AXIS, conv_spatial_dim(in, w->n, i), 1, RULE_NOT_EMPTY);
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
    if (!conv_ranks_fit(in, n) || !conv_read_windows(in, n, &w)) return;
    const struct sym *groups = conv_read_groups(in);
    if (refused(in) || !conv_dtypes_fit(in, n, DTYPES_FLOAT | DTYPE_SET(I64), BIAS_IF_USED)) return;
    const struct sym *out_channels = sym_mul(in->syms, infer_dim(in, CONV_WEIGHT, 1).size, groups);
    conv_groups_fit(in, groups, "make in_channels 1 or more");
    if (!conv_nothing_to_do(in, n))
        require_at_least(in, DIAG_CHANNELS, infer_dim(in, CONV_WEIGHT, 1), 1, NO_OUT_CHANNELS);
    conv_channels_fit(in, infer_dim(in, CONV_WEIGHT, 0).size, "in_channels");
    conv_bias_fits(in, out_channels);
    if (transposed_sizes(in, &w, size)) conv_set_result(in, out_channels, size, n);
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

static const struct sym *conv_transpose_flops(const struct infer *in)
{
    return conv_flops_at(in, rule_count(in, CONV_INPUT));
}

static const struct sym *conv_transpose_workspace(const struct infer *in)
{
    const struct shape *out = &in->out[0].type.shape;
    return conv_columns(in, infer_shape(in, CONV_INPUT), out->dim[conv_channel_axis(in)]);
}

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
    .product = true,
    .shape = conv_transpose1d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .workspace_is_ours = true,
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
    .product = true,
    .shape = conv_transpose2d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .workspace_is_ours = true,
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
    .product = true,
    .shape = conv_transpose3d_shape,
    .flops = conv_transpose_flops,
    .workspace = conv_transpose_workspace,
    .workspace_is_ours = true,
    .forward = conv_transpose_forward,
    .backward = conv_transpose_backward,
};
