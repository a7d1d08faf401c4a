// Elements that move between the channels and the image, or among the channels.

#include "ir/ops/kernels.h"
#include "ir/ops/rules.h"

static const struct sym *read_factor(struct infer *in, const char *attr)
{
    const struct sym *factor = infer_int(in, attr, 0);
    if (sym_upper(in->syms, factor) < 1) {
        refuse(in, DIAG_OPTION_RANGE, "%s of %s is %s; it must be at least 1", attr, in->op->name,
               sym_string(in->arena, factor));
    }
    return factor;
}

static void set_result(struct infer *in, const struct shape *out)
{
    infer_results(in, 1);
    infer_result(in, 0, infer_dtype_of(in, 0), out);
}

static void pixel_shuffle_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, MAX_RANK)) return;
    const struct sym *factor = read_factor(in, "upscale_factor");
    if (refused(in)) return;
    const struct sym *block = sym_mul(in->syms, factor, factor);
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(block, "upscale_factor^2"),
                    infer_dim(in, 0, -3), "give each pixel of a block a channel");
    in->unbatched = infer_rank(in, 0) == 3;
    struct shape out = *infer_shape(in, 0);
    const struct sym **size = &out.dim[out.rank - 3];
    size[0] = sym_floordiv(in->syms, size[0], block);
    size[1] = sym_mul(in->syms, size[1], factor);
    size[2] = sym_mul(in->syms, size[2], factor);
    set_result(in, &out);
}

// PyTorch's CPU kernel gives an empty input back as it is.
static void pixel_unshuffle_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, MAX_RANK)) return;
    const struct sym *factor = read_factor(in, "downscale_factor");
    if (refused(in)) return;
    for (int axis = -2; axis < 0; axis++) {
        require_divides(in, DIAG_SPLIT_EVENLY, infer_term(factor, "downscale_factor"),
                        infer_dim(in, 0, axis), "height and width must consist of whole blocks");
    }
    in->unbatched = infer_rank(in, 0) == 3;
    struct shape out = *infer_shape(in, 0);
    const struct sym **size = &out.dim[out.rank - 3];
    if (!rule_is_empty(in, 0)) {
        size[0] = sym_mul(in->syms, size[0], sym_mul(in->syms, factor, factor));
        size[1] = sym_floordiv(in->syms, size[1], factor);
        size[2] = sym_floordiv(in->syms, size[2], factor);
    }
    set_result(in, &out);
}

static void channel_shuffle_shape(struct infer *in)
{
    if (!require_rank(in, 0, 3, MAX_RANK)) return;
    const struct sym *groups = read_factor(in, "groups");
    if (refused(in)) return;
    require_divides(in, DIAG_SPLIT_EVENLY, infer_term(groups, "groups"), infer_dim(in, 0, 1),
                    "choose groups so that it divides the number of channels");
    set_result(in, infer_shape(in, 0));
}

const struct op op_pixel_shuffle = {
    .name = "pixel_shuffle",
    .aten = "aten::pixel_shuffle",
    .sig = "input[N,4*C,H,W] upscale_factor=2 -> output[N,C,2*H,2*W]",
    .doc = "Spreads groups of channels over blocks of pixels.",
    .axes = "NCHW CHW",
    .attrs = {{"upscale_factor", ATTR_INT}},
    .least = (const struct attr_least[]){{"upscale_factor", 1}, {NULL, 0}},
    .shape = pixel_shuffle_shape,
    .forward = pixel_shuffle_forward,
    .backward = pixel_shuffle_backward,
};

const struct op op_pixel_unshuffle = {
    .name = "pixel_unshuffle",
    .aten = "aten::pixel_unshuffle",
    .sig = "input[N,C,2*H,2*W] downscale_factor=2 -> output[N,4*C,H,W]",
    .doc = "Collects blocks of pixels into channels.",
    .axes = "NCHW CHW",
    .attrs = {{"downscale_factor", ATTR_INT}},
    .least = (const struct attr_least[]){{"downscale_factor", 1}, {NULL, 0}},
    .shape = pixel_unshuffle_shape,
    .forward = pixel_unshuffle_forward,
    .backward = pixel_unshuffle_backward,
};

const struct op op_channel_shuffle = {
    .name = "channel_shuffle",
    .aten = "aten::channel_shuffle",
    .sig = "input[N,2*C,H,W] groups=2 -> output[N,2*C,H,W]",
    .doc = "Deals the channels of groups out in turn.",
    .attrs = {{"groups", ATTR_INT}},
    .least = (const struct attr_least[]){{"groups", 1}, {NULL, 0}},
    .shape = channel_shuffle_shape,
    .forward = channel_shuffle_forward,
    .backward = channel_shuffle_backward,
};
