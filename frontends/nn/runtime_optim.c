// Optimizers: nn_optim.h. Which tensors are learned and what the options mean is said here; the
// engine computes.

#include "frontends/nn/module.h"
#include "frontends/nn/runtime.h"
#include "frontends/nn/tensor.h"

struct nn_optimizer {
    struct runtime *runtime;
    struct engine_optimizer options;
    VEC(nn_module_id) modules;
    VEC(value_id) tensors;
    struct map *states; // by value: its struct engine_state
};

// ---- making one

static const char *why_not_sgd(const struct engine_optimizer *o)
{
    if (o->momentum < 0) return "momentum is negative";
    if (o->nesterov && (o->momentum <= 0 || o->dampening != 0))
        return "nesterov needs momentum, and no dampening";
    return NULL;
}

static const char *why_not_adam(const struct engine_optimizer *o)
{
    for (int i = 0; i < 2; i++)
        if (!(o->betas[i] >= 0 && o->betas[i] < 1)) return "a beta is not from 0 to below 1";
    return o->eps < 0 ? "eps is negative" : NULL;
}

static const char *why_not(const struct engine_optimizer *o, const nn_module *module)
{
    if (!module) return "the module is NULL";
    if (!(o->lr >= 0)) return "the learning rate, lr, is not given, or negative";
    if (!(o->weight_decay >= 0)) return "weight_decay is negative";
    return o->rule == ENGINE_SGD ? why_not_sgd(o) : why_not_adam(o);
}

static nn_optimizer *make(const struct nn_here *here, const char *name, nn_module *module,
                          const struct engine_optimizer *options)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, here);
    const char *trouble = why_not(options, module);
    if (trouble) {
        recording_wrong(rt->recording, DIAG_NN_ARGUMENT, "nn_optim_%s: %s", name, trouble);
        return NULL;
    }
    nn_module_id root = runtime_module_id(rt, module);
    if (!root) return NULL;
    nn_optimizer *optimizer = arena_new(rt->arena, nn_optimizer);
    *optimizer = (nn_optimizer){.runtime = rt, .options = *options, .states = map_open(rt->arena)};
    const struct module_entry *entries;
    int n = module_tree(rt->recording, root, &entries);
    for (int i = 0; i < n; i++) *vec_push(rt->arena, &optimizer->modules) = entries[i].module;
    return optimizer;
}

// 0 is "not given", as everywhere in nn.h.
static double option(double given, double otherwise)
{
    if (given == NN_GIVEN_ZERO_FLOAT) return 0;
    return given != 0 ? given : otherwise;
}

nn_optimizer *nn_optim_sgd_with(const struct nn_optim_sgd_args *a)
{
    struct engine_optimizer options = {
        .rule = ENGINE_SGD,
        .lr = option(a->lr, -1),
        .momentum = option(a->momentum, 0),
        .dampening = option(a->dampening, 0),
        .weight_decay = option(a->weight_decay, 0),
        .nesterov = a->nesterov,
        .maximize = a->maximize,
    };
    return make(&a->nn_here, "sgd", a->module, &options);
}

static struct engine_optimizer adam_options(const struct nn_optim_adam_args *a,
                                            enum engine_rule rule, double weight_decay)
{
    return (struct engine_optimizer){
        .rule = rule,
        .lr = option(a->lr, 1e-3),
        .betas = {option(a->betas[0], 0.9), option(a->betas[1], 0.999)},
        .eps = option(a->eps, 1e-8),
        .weight_decay = option(a->weight_decay, weight_decay),
        .amsgrad = a->amsgrad,
        .maximize = a->maximize,
    };
}

nn_optimizer *nn_optim_adam_with(const struct nn_optim_adam_args *a)
{
    struct engine_optimizer options = adam_options(a, ENGINE_ADAM, 0);
    return make(&a->nn_here, "adam", a->module, &options);
}

nn_optimizer *nn_optim_adamw_with(const struct nn_optim_adam_args *a)
{
    struct engine_optimizer options = adam_options(a, ENGINE_ADAMW, 1e-2);
    return make(&a->nn_here, "adamw", a->module, &options);
}

// ---- using one

// The recording, if the optimizer is of it; NULL, and a finding.
static struct runtime *runtime_of(const struct nn_optim_args *a, const char *function)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    if (a->optimizer && a->optimizer->runtime == rt) return rt;
    recording_wrong(rt->recording, DIAG_NN_HANDLE, "nn_optim_%s: the optimizer is %s", function,
                    a->optimizer ? "of another recording" : "NULL");
    return NULL;
}

// What is learned, each tensor once: a tied parameter has several names.
static int learned(struct runtime *rt, const nn_optimizer *o, value_id **values)
{
    struct map *seen = map_open(rt->scratch);
    VEC(value_id) all = {0};
    for (int i = 0; i < o->tensors.n; i++) *vec_push(rt->scratch, &all) = o->tensors.at[i];
    for (int i = 0; i < o->modules.n; i++) {
        const struct module *m = module_get(rt->recording, o->modules.at[i]);
        for (int k = 0; k < m->parameters.n; k++)
            if (m->parameters.at[k].value) *vec_push(rt->scratch, &all) = m->parameters.at[k].value;
    }
    int n = 0;
    for (int i = 0; i < all.n; i++) {
        if (map_get_number(seen, all.at[i])) continue;
        map_put_number(seen, all.at[i], rt);
        all.at[n++] = all.at[i];
    }
    *values = all.at;
    return n;
}

bool nn_optim_add_with(const struct nn_optim_args *a)
{
    struct runtime *rt = runtime_of(a, "add");
    value_id id = rt ? runtime_value(rt, a->tensor) : 0;
    if (!rt) return false;
    if (id && tensor_is_leaf(rt->recording, id)) {
        *vec_push(rt->arena, &a->optimizer->tensors) = id;
        rt->recording->n_lasting++;
        return true;
    }
    recording_wrong(rt->recording, DIAG_NN_ARGUMENT, "nn_optim_add: %s", tensor_not_learned(id));
    return false;
}

bool nn_optim_step_with(const struct nn_optim_args *a)
{
    struct runtime *rt = runtime_of(a, "step");
    if (!rt) return false;
    struct engine_run *run = runtime_engine(rt);
    rt->engine->advance(run);
    value_id *values;
    int n = learned(rt, a->optimizer, &values);
    for (int i = 0; i < n; i++) {
        const struct value *value = program_value(runtime_program(), values[i]);
        struct engine_state *state = map_get_number(a->optimizer->states, values[i]);
        struct engine_state *before = state;
        if (!(value->flags & VALUE_REQUIRES_GRAD)) continue;
        rt->engine->step(run, values[i], &a->optimizer->options, &state);
        if (state != before) map_put_number(a->optimizer->states, values[i], state);
    }
    arena_reset(rt->scratch);
    return true;
}

bool nn_optim_zero_grad_with(const struct nn_optim_args *a)
{
    struct runtime *rt = runtime_of(a, "zero_grad");
    if (!rt) return false;
    value_id *values;
    int n = rt->run ? learned(rt, a->optimizer, &values) : 0;
    for (int i = 0; i < n; i++) rt->engine->drop_gradient(rt->run, values[i]);
    arena_reset(rt->scratch);
    return true;
}

bool nn_optim_set_lr_with(const struct nn_optim_args *a)
{
    struct runtime *rt = runtime_of(a, "set_lr");
    if (!rt) return false;
    if (a->lr >= 0)
        a->optimizer->options.lr = option(a->lr, 0);
    else
        recording_wrong(rt->recording, DIAG_NN_ARGUMENT, "nn_optim_set_lr: lr is negative");
    return a->lr >= 0;
}

int64_t nn_optim_state_bytes_with(const struct nn_optim_args *a)
{
    struct runtime *rt = runtime_of(a, "state_bytes");
    int64_t bytes = 0;
    for (int i = 0; rt && i < map_count(a->optimizer->states); i++)
        bytes += rt->engine->state_bytes(map_value(a->optimizer->states, i));
    return rt ? bytes : -1;
}
