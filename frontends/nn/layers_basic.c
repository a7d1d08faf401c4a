#include "frontends/nn/table.h"

// Linear layers, containers, flatten.

static void linear_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *sizes[] = {args_int(&a, "out_features", 0), args_int(&a, "in_features", 0)};
    layer_parameter(r, m, "weight", 2, sizes);
    if (args_bool(&a, "bias", true)) layer_parameter(r, m, "bias", 1, sizes);
}

const struct nn_layer layer_linear = {
    .kind = "Linear", .op = "linear", .parameters = "weight bias", .n_in = 1, .make = linear_make};

static void bilinear_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *sizes[] = {args_int(&a, "out_features", 0), args_int(&a, "in1_features", 0),
                                 args_int(&a, "in2_features", 0)};
    // The initial weights lie within 1 / sqrt(in1_features).
    if (sym_is(sizes[1], 0)) layer_refuse(r, m, DIAG_OPTION_RANGE, "in1_features is 0");
    layer_parameter(r, m, "weight", 3, sizes);
    if (args_bool(&a, "bias", true)) layer_parameter(r, m, "bias", 1, sizes);
}

const struct nn_layer layer_bilinear = {.kind = "Bilinear",
                                        .op = "bilinear",
                                        .parameters = "weight bias",
                                        .n_in = 2,
                                        .make = bilinear_make};

const struct nn_layer layer_identity = {.kind = "Identity", .op = "identity", .n_in = 1};

// ---- containers

static void append_modules(struct nn_recording *r, struct module *m)
{
    const struct nn_arg *modules = nn_args_find(m->function, m->args, "modules", NULL);
    for (int i = 0; modules && i < modules->n; i++) {
        if (!modules->modules[i]) {
            layer_refuse(r, m, DIAG_NN_ARGUMENT, "module %d%s is NULL", i,
                         nn_arg_null(r->arena, modules));
        } else {
            module_append(r, m, modules->modules[i]);
        }
    }
}

static void sequential_forward(struct nn_recording *r, struct module *m,
                               struct nn_module_call *call)
{
    value_id x = call->in[0];
    for (int i = 0; i < m->children.n; i++) {
        struct nn_module_call child = {.module = m->children.at[i].module, .n_in = 1, .in = &x};
        if (!child.module) continue;
        nn_module_apply(r, &child);
        x = child.out[0];
    }
    layer_return(r, call, 1, &x);
}

const struct nn_layer layer_sequential = {
    .kind = "Sequential", .n_in = 1, .make = append_modules, .forward = sequential_forward};

static void list_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    (void)m;
    layer_check_inputs(r, call, 0);
}

const struct nn_layer layer_module_list = {
    .kind = "ModuleList", .make = append_modules, .forward = list_forward};

// ---- shapes

// nn.Flatten starts at axis 1, torch.flatten at axis 0.
static void flatten_forward(struct nn_recording *r, struct module *m, struct nn_module_call *call)
{
    struct nn_arguments a = layer_arguments(r, m, call);
    struct nn_arg start = {.i = args_int(&a, "start_dim", 1)};
    layer_option(r, call, "start_dim", NN_KIND_INT, &start);
    layer_apply_op(r, m, call, "flatten");
}

const struct nn_layer layer_flatten = {.kind = "Flatten", .n_in = 1, .forward = flatten_forward};
const struct nn_layer layer_unflatten = {.kind = "Unflatten", .op = "unflatten", .n_in = 1};
