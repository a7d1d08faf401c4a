#include "frontends/nn/table.h"

// Linear layers and containers.

static void linear_make(struct nn_recording *r, struct module *m)
{
    struct nn_arguments a = layer_arguments(r, m, NULL);
    const struct sym *sizes[] = {args_int(&a, "out_features", 0), args_int(&a, "in_features", 0)};
    layer_parameter(r, m, "weight", 2, sizes);
    if (args_bool(&a, "bias", true)) layer_parameter(r, m, "bias", 1, sizes);
}

const struct nn_layer layer_linear = {
    .kind = "Linear", .op = "linear", .parameters = "weight bias", .n_in = 1, .make = linear_make};

// ---- containers

static void sequential_make(struct nn_recording *r, struct module *m)
{
    const struct nn_arg *modules = nn_args_find(m->function, m->args, "modules", NULL);
    for (int i = 0; modules && i < modules->n; i++) {
        if (!modules->modules[i]) {
            layer_refuse(r, m, DIAG_NN_ARGUMENT, "module %d is NULL", i);
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
    .kind = "Sequential", .n_in = 1, .make = sequential_make, .forward = sequential_forward};
