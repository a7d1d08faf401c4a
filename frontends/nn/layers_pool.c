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

#define UNPOOL(name, class, n)                                                                     \
    const struct nn_layer layer_##name = {.kind = class, .op = #name, .rank = n, .n_in = 2}

UNPOOL(max_unpool1d, "MaxUnpool1d", 1);
UNPOOL(max_unpool2d, "MaxUnpool2d", 2);
UNPOOL(max_unpool3d, "MaxUnpool3d", 3);

// ---- adaptive

// An output of 0 is written nn_at(0): one that C put there is a mistake.
static void adaptive_make(struct nn_recording *r, struct module *m)
{
    enum nn_kind kind;
    const struct nn_arg *size = nn_args_find(m->function, m->args, "output_size", &kind);
    if (!size || kind != NN_KIND_INTS || size->n == m->layer->rank) return;
    if (size->open && size->n < m->layer->rank)
        layer_refuse(r, m, DIAG_NN_ARGUMENT,
                     "output_size has %d of %d values, and C makes the others 0: write all of them "
                     "(a 0 that is meant is nn_at(0)), or .output_size as one number for all axes",
                     size->n, m->layer->rank);
    else if (!size->open)
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
    if (size) adaptive_make(r, m);
    if (size != ratio) return;
    layer_refuse(r, m, DIAG_NN_ARGUMENT,
                 "%s output_size and output_ratio are given; it takes one of them",
                 size ? "both" : "neither");
}

static void fractional_forward(struct nn_recording *r, struct module *m,
                               struct nn_module_call *call)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    struct nn_option ratios[MAX_RATIOS];
    int n = args_ratios(&a, m->layer->rank, ratios);
    for (int i = 0; i < n; i++)
        layer_option(r, call, ratios[i].name, NN_KIND_FLOAT, &ratios[i].arg);
    layer_apply_op(r, m, call,
                   m->layer->rank == 2 ? "fractional_max_pool2d" : "fractional_max_pool3d");
}

#define FRACTIONAL(name, class, n)                                                                 \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .rank = n,                                               \
                                          .n_in = 1,                                               \
                                          .make = fractional_make,                                 \
                                          .forward = fractional_forward}

FRACTIONAL(fractional_max_pool2d, "FractionalMaxPool2d", 2);
FRACTIONAL(fractional_max_pool3d, "FractionalMaxPool3d", 3);
