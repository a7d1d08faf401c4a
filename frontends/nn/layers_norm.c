#include "frontends/nn/table.h"

// Normalisation layers and their parameters and buffers.

static void weight_and_bias(struct nn_recording *r, struct module *m, int rank,
                            const struct sym *const *sizes)
{
    layer_parameter(r, m, "weight", rank, sizes);
    layer_parameter(r, m, "bias", rank, sizes);
}

// What BatchNorm and InstanceNorm track; the counter is i64 whatever the model's dtype.
static void running_stats(struct nn_recording *r, struct module *m, const struct sym *features)
{
    struct tensor_type counter = {.dtype = DTYPE_I64};
    layer_buffer(r, m, "running_mean", 1, &features);
    layer_buffer(r, m, "running_var", 1, &features);
    module_add_parameter(r, m, STORAGE_BUFFER, "num_batches_tracked", &counter);
}

// What `affine` and `track_running_stats` are where they are not given.
enum norm_default { NORM_PLAIN, NORM_AFFINE_TRACKED };

static void make_norm(struct nn_recording *r, struct module *m, enum norm_default otherwise)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *features = args_int(&a, "num_features", 0);
    if (args_bool(&a, "affine", otherwise == NORM_AFFINE_TRACKED))
        weight_and_bias(r, m, 1, &features);
    if (args_bool(&a, "track_running_stats", otherwise == NORM_AFFINE_TRACKED))
        running_stats(r, m, features);
}

static void batch_norm_make(struct nn_recording *r, struct module *m)
{
    make_norm(r, m, NORM_AFFINE_TRACKED);
}

static void batch_norm_forward(struct nn_recording *r, struct module *m,
                               struct nn_module_call *call)
{
    int rank = m->layer->rank + 2;
    if (layer_check_rank(r, call, m->layer->rank == 1 ? rank - 1 : rank, rank)) {
        layer_apply_op(r, m, call, "batch_norm");
    }
}

#define NORM_PARAMETERS "running_mean running_var weight bias"
#define BATCH_NORM(name, class, n)                                                                 \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .parameters = NORM_PARAMETERS,                           \
                                          .rank = n,                                               \
                                          .n_in = 1,                                               \
                                          .make = batch_norm_make,                                 \
                                          .forward = batch_norm_forward}
BATCH_NORM(batch_norm1d, "BatchNorm1d", 1);
BATCH_NORM(batch_norm2d, "BatchNorm2d", 2);
BATCH_NORM(batch_norm3d, "BatchNorm3d", 3);

static void instance_norm_make(struct nn_recording *r, struct module *m)
{
    make_norm(r, m, NORM_PLAIN);
}

static void instance_norm_forward(struct nn_recording *r, struct module *m,
                                  struct nn_module_call *call)
{
    int rank = m->layer->rank + 1;
    if (!layer_check_rank(r, call, rank, rank + 1)) return;
    const struct value *x = program_value(builder_program(r->builder), call->in[0]);
    struct nn_arg unbatched = {.b = x->rank == rank};
    layer_option(r, call, "unbatched", NN_KIND_BOOL, &unbatched);
    // The running statistics, which only a module with track_running_stats has.
    struct nn_arg own = {.b = false};
    if (m->mode == MODULE_EVAL && module_find_parameter(m, "running_mean"))
        layer_option(r, call, "use_input_stats", NN_KIND_BOOL, &own);
    layer_apply_op(r, m, call, "instance_norm");
}

#define INSTANCE_NORM(name, class, n)                                                              \
    const struct nn_layer layer_##name = {.kind = class,                                           \
                                          .parameters = NORM_PARAMETERS,                           \
                                          .rank = n,                                               \
                                          .n_in = 1,                                               \
                                          .make = instance_norm_make,                              \
                                          .forward = instance_norm_forward}
INSTANCE_NORM(instance_norm1d, "InstanceNorm1d", 1);
INSTANCE_NORM(instance_norm2d, "InstanceNorm2d", 2);
INSTANCE_NORM(instance_norm3d, "InstanceNorm3d", 3);

static void group_norm_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *channels = args_int(&a, "num_channels", 0);
    const struct sym *groups = args_int(&a, "num_groups", 0);
    struct proof proof = sym_prove_divides(r->syms, groups, channels);
    if (sym_is(groups, 0) || (proof.verdict == VERDICT_REFUTED && proof.always)) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "num_channels is %s, not divisible by num_groups, %s",
                     sym_string(r->arena, channels), sym_string(r->arena, groups));
    }
    if (args_bool(&a, "affine", true)) weight_and_bias(r, m, 1, &channels);
}

const struct nn_layer layer_group_norm = {.kind = "GroupNorm",
                                          .op = "group_norm",
                                          .parameters = "weight bias",
                                          .n_in = 1,
                                          .make = group_norm_make};

static void layer_norm_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *const *shape;
    int rank = args_ints(&a, "normalized_shape", &shape);
    if (rank > MAX_RANK) {
        layer_refuse(r, m, DIAG_OPTION_RANGE, "normalized_shape has %d axes", rank);
    } else if (args_bool(&a, "elementwise_affine", true)) {
        weight_and_bias(r, m, rank, shape);
    }
}

const struct nn_layer layer_layer_norm = {.kind = "LayerNorm",
                                          .op = "layer_norm",
                                          .parameters = "weight bias",
                                          .n_in = 1,
                                          .make = layer_norm_make};

static void rms_norm_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *const *shape;
    int rank = args_ints(&a, "normalized_shape", &shape);
    if (rank > MAX_RANK)
        layer_refuse(r, m, DIAG_OPTION_RANGE, "normalized_shape has %d axes", rank);
    else if (args_bool(&a, "elementwise_affine", true))
        layer_parameter(r, m, "weight", rank, shape);
}

const struct nn_layer layer_rms_norm = {
    .kind = "RMSNorm", .op = "rms_norm", .parameters = "weight", .n_in = 1, .make = rms_norm_make};

const struct nn_layer layer_local_response_norm = {
    .kind = "LocalResponseNorm", .op = "local_response_norm", .n_in = 1};
