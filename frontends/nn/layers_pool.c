#include "frontends/nn/table.h"

// Pools: one op each.

#define POOL(name, class, n)                                                                       \
    const struct nn_layer layer_##name = {.kind = class, .op = #name, .rank = n, .n_in = 1}

POOL(max_pool1d, "MaxPool1d", 1);
POOL(max_pool2d, "MaxPool2d", 2);
POOL(max_pool3d, "MaxPool3d", 3);
POOL(avg_pool1d, "AvgPool1d", 1);
POOL(avg_pool2d, "AvgPool2d", 2);
POOL(avg_pool3d, "AvgPool3d", 3);
POOL(lp_pool1d, "LPPool1d", 1);
POOL(lp_pool2d, "LPPool2d", 2);
const struct nn_layer layer_max_unpool2d = {
    .kind = "MaxUnpool2d", .op = "max_unpool2d", .rank = 2, .n_in = 2};

// ---- adaptive

static void adaptive_make(struct nn_recording *r, struct module *m)
{
    enum nn_kind kind;
    const struct nn_arg *size = nn_args_find(m->function, m->args, "output_size", &kind);
    if (!size || kind != NN_KIND_INTS || size->open || size->n == m->layer->rank) return;
    layer_refuse(r, m, DIAG_NN_ARGUMENT, "output_size has %d entries, not %d", size->n,
                 m->layer->rank);
}

#define ADAPTIVE(name, class, n)                                                                   \
    const struct nn_layer layer_##name = {                                                         \
        .kind = class, .op = #name, .rank = n, .n_in = 1, .make = adaptive_make}

ADAPTIVE(adaptive_max_pool1d, "AdaptiveMaxPool1d", 1);
ADAPTIVE(adaptive_max_pool2d, "AdaptiveMaxPool2d", 2);
ADAPTIVE(adaptive_max_pool3d, "AdaptiveMaxPool3d", 3);
ADAPTIVE(adaptive_avg_pool1d, "AdaptiveAvgPool1d", 1);
ADAPTIVE(adaptive_avg_pool2d, "AdaptiveAvgPool2d", 2);
ADAPTIVE(adaptive_avg_pool3d, "AdaptiveAvgPool3d", 3);

// ---- fractional

static void fractional_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    bool size = args_given(&a, "output_size"), ratio = args_given(&a, "output_ratio");
    if (size != ratio) return;
    layer_refuse(r, m, DIAG_NN_ARGUMENT,
                 "%s output_size and output_ratio are given; it takes one of them",
                 size ? "both" : "neither");
}

static void fractional_forward(struct nn_recording *r, struct module *m,
                               struct nn_module_call *call)
{
    static const char *const names[] = {"output_ratio_h", "output_ratio_w"};
    struct nn_arguments a = layer_arguments(r, m, call);
    const double *ratio;
    int n = args_floats(&a, "output_ratio", &ratio);
    for (int i = 0; n && i < 2; i++) {
        struct nn_arg one = {.f = ratio[i < n ? i : 0]};
        layer_option(r, call, names[i], NN_KIND_FLOAT, &one);
    }
    layer_apply_op(r, m, call, "fractional_max_pool2d");
}

const struct nn_layer layer_fractional_max_pool2d = {.kind = "FractionalMaxPool2d",
                                                     .rank = 2,
                                                     .n_in = 1,
                                                     .make = fractional_make,
                                                     .forward = fractional_forward};
