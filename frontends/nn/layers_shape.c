#include <string.h>
#include "frontends/nn/table.h"

// Padding, folding, resizing and shuffling: layers that move elements.

static void pad_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    const struct sym *const *given;
    int n = args_ints(&a, "padding", &given), all = n == 1 ? m->layer->rank : n;
    const struct sym **pads = arena_array(r->arena, const struct sym *, all);
    for (int i = 0; i < all; i++) pads[i] = given[n == 1 ? 0 : i];
    layer_option_ints(r, call, "pad", all, pads);
    const char *mode = strncmp(m->kind, "Refl", 4) == 0   ? "reflect"
                       : strncmp(m->kind, "Repl", 4) == 0 ? "replicate"
                       : strncmp(m->kind, "Circ", 4) == 0 ? "circular"
                                                          : "constant";
    layer_option_string(r, call, "mode", mode);
    layer_option(r, call, "batch_optional", NN_KIND_BOOL, &(struct nn_arg){.b = true});
    layer_apply_op(r, m, call, "pad");
}

// Paddings are two an axis.
#define PAD(name, class, n)                                                                        \
    const struct nn_layer layer_##name = {                                                         \
        .kind = class, .rank = 2 * (n), .n_in = 1, .forward = pad_forward}
PAD(constant_pad1d, "ConstantPad1d", 1);
PAD(constant_pad2d, "ConstantPad2d", 2);
PAD(constant_pad3d, "ConstantPad3d", 3);
PAD(zero_pad1d, "ZeroPad1d", 1);
PAD(zero_pad2d, "ZeroPad2d", 2);
PAD(zero_pad3d, "ZeroPad3d", 3);
PAD(circular_pad1d, "CircularPad1d", 1);
PAD(circular_pad2d, "CircularPad2d", 2);
PAD(circular_pad3d, "CircularPad3d", 3);
PAD(reflection_pad1d, "ReflectionPad1d", 1);
PAD(reflection_pad2d, "ReflectionPad2d", 2);
PAD(reflection_pad3d, "ReflectionPad3d", 3);
PAD(replication_pad1d, "ReplicationPad1d", 1);
PAD(replication_pad2d, "ReplicationPad2d", 2);
PAD(replication_pad3d, "ReplicationPad3d", 3);

const struct nn_layer layer_fold = {.kind = "Fold", .op = "fold", .rank = 2, .n_in = 1};
const struct nn_layer layer_unfold = {.kind = "Unfold", .op = "unfold", .rank = 2, .n_in = 1};
const struct nn_layer layer_pixel_shuffle = {
    .kind = "PixelShuffle", .op = "pixel_shuffle", .n_in = 1};
const struct nn_layer layer_pixel_unshuffle = {
    .kind = "PixelUnshuffle", .op = "pixel_unshuffle", .n_in = 1};
const struct nn_layer layer_channel_shuffle = {
    .kind = "ChannelShuffle", .op = "channel_shuffle", .n_in = 1};

// ---- upsampling

static void interpolate(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    struct nn_option scales[MAX_SCALES];
    int n = args_scales(&a, scales);
    for (int i = 0; i < n; i++) {
        layer_option(r, call, scales[i].name, NN_KIND_FLOAT, &scales[i].arg);
    }
    layer_apply_op(r, m, call, "interpolate");
}

const struct nn_layer layer_upsample = {.kind = "Upsample", .n_in = 1, .forward = interpolate};

static void nearest_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    layer_option_string(r, call, "mode", "nearest");
    interpolate(r, m, call);
}

const struct nn_layer layer_upsampling_nearest2d = {
    .kind = "UpsamplingNearest2d", .n_in = 1, .forward = nearest_forward};

static void bilinear_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    layer_option_string(r, call, "mode", "bilinear");
    layer_option(r, call, "align_corners", NN_KIND_BOOL, &(struct nn_arg){.b = true});
    interpolate(r, m, call);
}

const struct nn_layer layer_upsampling_bilinear2d = {
    .kind = "UpsamplingBilinear2d", .n_in = 1, .forward = bilinear_forward};
