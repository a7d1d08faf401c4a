#include <string.h>
#include "frontends/nn/table.h"

// Convolutions. The weight of a transposed one has its two channel axes swapped.

#define MAX_SPATIAL 3

static bool divides(struct nn_recording *r, struct module *m, const char *channels)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *groups = args_int(&a, "groups", 1), *n = args_int(&a, channels, 0);
    struct proof proof = sym_prove_divides(r->syms, groups, n);
    bool zero = sym_is(groups, 0);
    if (!zero && (proof.verdict != VERDICT_REFUTED || !proof.always)) return true;
    return layer_refuse(r, m, DIAG_OPTION_RANGE, "%s is %s, not divisible by groups, %s", channels,
                        sym_string(r->arena, n), sym_string(r->arena, groups));
}

static void conv_weight(struct nn_recording *r, struct module *m, const char *outer,
                        const char *inner)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *const *kernel;
    const struct sym *sizes[2 + MAX_SPATIAL];
    int n = args_ints(&a, "kernel_size", &kernel), rank = m->layer->rank;
    if (n != 1 && n != rank) {
        layer_refuse(r, m, DIAG_NN_ARGUMENT, "kernel_size has %d entries, not %d", n, rank);
        return;
    }
    sizes[0] = args_int(&a, outer, 0);
    sizes[1] = sym_floordiv(r->syms, args_int(&a, inner, 0), args_int(&a, "groups", 1));
    for (int i = 0; i < rank; i++) sizes[2 + i] = kernel[n == 1 ? 0 : i];
    layer_parameter(r, m, "weight", 2 + rank, sizes);
    const struct sym *out = args_int(&a, "out_channels", 0);
    if (args_bool(&a, "bias", true)) layer_parameter(r, m, "bias", 1, &out);
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++) {
        if (strcmp(word, *words) == 0) return true;
    }
    return false;
}

static bool strides_are_one(const struct nn_arguments *a)
{
    const struct sym *const *stride;
    int n = args_ints(a, "stride", &stride);
    for (int i = 0; i < n; i++) {
        if (!sym_is(stride[i], 1)) return false;
    }
    return true;
}

static void conv_words(struct nn_recording *r, struct module *m)
{
    static const char *const paddings[] = {"same", "valid", NULL};
    static const char *const modes[] = {"zeros", "reflect", "replicate", "circular", NULL};
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const char *padding = args_string(&a, "padding", "valid");
    const char *mode = args_string(&a, "padding_mode", "zeros");
    if (!is_one_of(padding, paddings)) {
        layer_refuse(r, m, DIAG_UNKNOWN_WORD, "padding is \"%s\", not \"same\" or \"valid\"",
                     padding);
    } else if (strcmp(padding, "same") == 0 && !strides_are_one(&a)) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "padding \"same\" needs a stride of 1");
    } else if (!is_one_of(mode, modes)) {
        layer_refuse(r, m, DIAG_UNKNOWN_WORD,
                     "padding_mode is \"%s\", not zeros, reflect, replicate or circular", mode);
    }
}

static void conv_make(struct nn_recording *r, struct module *m)
{
    if (!divides(r, m, "in_channels") || !divides(r, m, "out_channels")) return;
    conv_words(r, m);
    conv_weight(r, m, "out_channels", "in_channels");
}

// ---- padding modes: a padded copy, then the convolution without padding

static int reversed_paddings(struct nn_recording *r, const struct nn_arguments *a, int rank,
                             const struct sym **pads)
{
    const struct sym *const *kernel, *const *dilation, *const *padding;
    bool same = strcmp(args_string(a, "padding", ""), "same") == 0;
    int n_kernel = args_ints(a, "kernel_size", &kernel);
    int n_dilation = args_ints(a, "dilation", &dilation);
    int n_padding = args_ints(a, "padding", &padding);
    for (int i = 0; i < rank; i++) {
        int at = 2 * (rank - 1 - i);
        const struct sym **pair = &pads[at];
        pair[0] = pair[1] = sym_const(r->syms, 0);
        if (n_padding) pair[0] = pair[1] = padding[n_padding == 1 ? 0 : i];
        if (!same) continue;
        const struct sym *total = sym_add_const(r->syms, kernel[n_kernel == 1 ? 0 : i], -1);
        if (n_dilation) {
            total = sym_mul(r->syms, total, dilation[n_dilation == 1 ? 0 : i]);
        }
        pair[0] = sym_floordiv_const(r->syms, total, 2);
        pair[1] = sym_sub(r->syms, total, pair[0]);
    }
    return 2 * rank;
}

static value_id pad_input(struct nn_recording *r, struct module *m, struct nn_module_call *call,
                          const char *mode)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    const struct sym **pads = arena_array(r->arena, const struct sym *, 2 * MAX_SPATIAL);
    struct nn_module_call pad = {.module = call->module, .n_in = 1, .in = call->in};
    layer_option_ints(r, &pad, "pad", reversed_paddings(r, &a, m->layer->rank, pads), pads);
    layer_option_string(r, &pad, "mode", mode);
    layer_apply_op(r, m, &pad, "pad");
    return pad.out[0];
}

static void conv_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    const char *mode = args_string(&a, "padding_mode", "zeros");
    if (strcmp(mode, "zeros") != 0) {
        value_id padded = pad_input(r, m, call, mode);
        call->in = recording_values(r, 1, &padded);
        struct nn_arg none = {.i = sym_const(r->syms, 0)};
        layer_option(r, call, "padding", NN_KIND_INT, &none);
        layer_option_string(r, call, "padding_word", "valid");
    }
    layer_apply_op(r, m, call, m->layer->op);
}

#define CONV(name, class, n)                                                                       \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .op = #name,                                             \
                                          .parameters = "weight bias",                             \
                                          .rank = n,                                               \
                                          .n_in = 1,                                               \
                                          .make = conv_make,                                       \
                                          .forward = conv_forward}
CONV(conv1d, "Conv1d", 1);
CONV(conv2d, "Conv2d", 2);
CONV(conv3d, "Conv3d", 3);

// ---- transposed

static void conv_transpose_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    if (!divides(r, m, "in_channels") || !divides(r, m, "out_channels")) return;
    const char *mode = args_string(&a, "padding_mode", "zeros");
    if (strcmp(mode, "zeros") != 0) {
        layer_refuse(r, m, DIAG_UNKNOWN_WORD, "padding_mode is \"%s\"; only \"zeros\" is possible",
                     mode);
    }
    if (args_string(&a, "padding", NULL)) {
        layer_refuse(r, m, DIAG_NN_ARGUMENT, "padding is a word; transposed ones take numbers");
    }
    conv_weight(r, m, "in_channels", "out_channels");
}

#define CONV_TRANSPOSE(name, class, n)                                                             \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .op = #name,                                             \
                                          .parameters = "weight bias",                             \
                                          .rank = n,                                               \
                                          .n_in = 1,                                               \
                                          .make = conv_transpose_make}
CONV_TRANSPOSE(conv_transpose1d, "ConvTranspose1d", 1);
CONV_TRANSPOSE(conv_transpose2d, "ConvTranspose2d", 2);
CONV_TRANSPOSE(conv_transpose3d, "ConvTranspose3d", 3);
