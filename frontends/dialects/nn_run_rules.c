// Functions of nn_run.h and nn_hooks.h in the interpreter. Nothing is computed here, so numbers are
// unknown and every run succeeds; forward hooks are called as the program would call them, and
// backward hooks, which wait for gradients, are not.

#include "frontends/dialects/nn.h"
#include "frontends/nn/hooks.h"
#include "frontends/nn/tensor.h"
#include <shapeprof/nn_hooks.h>
#include <string.h>

static const char numbers_unknown[] = "numbers of tensors are known only to a program that runs";

static struct cvalue rule_numbers(const struct dialect_call *c)
{
    handle_operand(nn_rule_begin(c), &c->arguments[0]);
    return cvalue_unknown(c->result, numbers_unknown);
}

static struct cvalue rule_text(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return cvalue_unknown(c->result, numbers_unknown);
}

static struct cvalue rule_succeeds(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return cvalue_int(c->result, 1);
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return nn_rule_nothing(c);
}

// ---- gradients

static struct cvalue rule_requires_grad(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    value_id id = handle_value(d, &c->arguments[0]);
    int64_t flag = NN_ON;
    cvalue_as_int(&c->arguments[1], &flag);
    if (id)
        tensor_require_gradient(d->recording, id, flag == NN_OFF ? TENSOR_FROZEN : TENSOR_LEARNS);
    return c->arguments[0];
}

static struct cvalue rule_module_requires_grad(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    nn_module_id id = handle_module_id(d, &c->arguments[0]);
    int64_t flag = NN_ON;
    cvalue_as_int(&c->arguments[1], &flag);
    if (id)
        module_set_requires_grad(d->recording, id, flag == NN_OFF ? MODULE_FROZEN : MODULE_LEARNS);
    return c->arguments[0];
}

static struct cvalue rule_set_grad_enabled(const struct dialect_call *c)
{
    struct builder *builder = nn_rule_begin(c)->recording->builder;
    int64_t before = builder_has_gradients(builder) == BUILD_GRADIENTS, enabled = before;
    cvalue_as_int(&c->arguments[0], &enabled);
    builder_gradients(builder, enabled ? BUILD_GRADIENTS : BUILD_NO_GRADIENTS);
    return cvalue_int(c->result, before);
}

// What is wrong with a loss whatever its numbers are is found here, too.
static struct cvalue rule_backward(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue loss = args_field(d, &c->arguments[0], "loss");
    struct cvalue gradient = args_field(d, &c->arguments[0], "gradient");
    struct cvalue retains = args_field(d, &c->arguments[0], "retain_graph");
    int64_t retained = 0;
    value_id from = handle_operand(d, &loss), weights = handle_value(d, &gradient);
    const struct value *value =
        from ? program_value(builder_program(d->recording->builder), from) : NULL;
    bool poisoned = value && value->flags & VALUE_POISONED;
    const char *why = value && !poisoned ? tensor_not_a_loss(d->recording, from, weights) : NULL;
    if (why) recording_wrong(d->recording, DIAG_NN_RUN, "nn_backward: %s", why);
    bool runs = value && !poisoned && !why;
    if (runs) d->ran_backward = true;
    // Whether the graph is kept for another pass may be anybody's guess: then it is.
    if (runs && cvalue_as_int(&retains, &retained) && !retained)
        build_event(d->recording->builder, EVENT_BACKWARD, from);
    return cvalue_int(c->result, runs);
}

// One tensor a parameter, of its type, once there was a backward pass.
static struct cvalue rule_grad(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct program *program = builder_program(d->recording->builder);
    value_id id = handle_value(d, &c->arguments[0]);
    const struct value *value = id ? program_value(program, id) : NULL;
    if (!value || !d->ran_backward || !tensor_is_leaf(d->recording, id) ||
        !(value->flags & VALUE_REQUIRES_GRAD))
        return cvalue_null(c->result);
    uintptr_t known = (uintptr_t)map_get_number(d->gradients, id);
    if (!known) {
        struct tensor_type type = value_type(value);
        known = build_tensor(d->recording->builder, STORAGE_GRADIENT, &type, NULL);
        map_put_number(d->gradients, id, (void *)known);
    }
    return handle_tensor(d, (value_id)known);
}

// ---- hooks

// A record of this type in memory of its own.
static struct cvalue new_record(struct dialect_nn *d, const struct ctype *type, const char *name)
{
    struct cvalue record =
        eval_allocate(d->eval, type->size, unit_pointer_to(eval_unit(d->eval), type), name);
    return (struct cvalue){.kind = CVALUE_RECORD, .type = type, .record = record.pointer.object};
}

static struct cvalue pointer_to(struct dialect_nn *d, const struct cvalue *record)
{
    return (struct cvalue){.kind = CVALUE_POINTER,
                           .type = unit_pointer_to(eval_unit(d->eval), record->type),
                           .pointer = {record->record, 0}};
}

static struct cvalue hook_handle(struct dialect_nn *d, const struct ctype *type, hook_id id)
{
    struct cvalue record = new_record(d, type, "hook"), at = pointer_to(d, &record);
    const struct cfield *field = ctype_field(type, "nn_number");
    struct cvalue number = cvalue_int(field->type, (int64_t)id);
    eval_store(d->eval, &at, field->offset, &number);
    return record;
}

// 0: it is of no registration, or not known.
static hook_id hook_of(struct dialect_nn *d, const struct cvalue *handle)
{
    if (handle->kind != CVALUE_RECORD) return 0;
    const struct cfield *field = ctype_field(handle->type, "nn_number");
    struct cvalue at = pointer_to(d, handle);
    struct cvalue number = eval_load(d->eval, &at, field->offset, field->type);
    int64_t id = 0;
    bool known = cvalue_as_int(&number, &id) && id > 0 && id < d->recording->hooks.n;
    return known ? (hook_id)id : 0;
}

static const char *why_no_hook(struct dialect_nn *d, const struct cvalue *module,
                               const struct cvalue *function)
{
    if (!handle_given(d, module)) return "the module is NULL";
    return handle_given(d, function) ? NULL : "no function is given";
}

// In a loop, most often: the same function on the same module, from the same place.
static void tell_repeated(struct dialect_nn *d, const struct dialect_hook *hook)
{
    int n = 0;
    for (int i = 1; i < d->hooks.n; i++) {
        const struct dialect_hook *other = &d->hooks.at[i];
        n += other->site && other->module == hook->module &&
             site_is_same(other->site, hook->site) && hook_is_there(d->recording, (hook_id)i);
    }
    if (n != 1) return; // it is said once
    recording_wrong(d->recording, DIAG_HOOK_REPEATED, NN_HOOK_REPEATED);
}

static struct cvalue rule_register(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct nn_recording *r = d->recording;
    const struct cvalue *args = &c->arguments[0];
    const enum hook_kind *kind = c->rule->data;
    struct cvalue module = args_field(d, args, "module"), leaves = args_field(d, args, "leaves");
    struct dialect_hook hook = {.function = args_field(d, args, "hook"),
                                .user = args_field(d, args, "user")};
    const char *trouble = why_no_hook(d, &module, &hook.function);
    if (trouble) recording_wrong(r, DIAG_NN_HOOK, "the hook can't be registered: %s", trouble);
    nn_module_id root = trouble ? 0 : handle_module_id(d, &module);
    int64_t on_leaves = 0;
    cvalue_as_int(&leaves, &on_leaves);
    hook_id id = 0;
    if (root) id = hook_add(r, *kind, root, on_leaves ? HOOK_ON_LEAVES : HOOK_ON_MODULE);
    while ((hook_id)d->hooks.n <= id) vec_push(r->arena, &d->hooks);
    hook.module = root;
    hook.site = eval_site(c->eval);
    if (id) tell_repeated(d, &hook);
    if (id) d->hooks.at[id] = hook;
    return hook_handle(d, c->result, id);
}

static struct cvalue rule_register_deprecated(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct diags *diags = recording_diags(d->recording);
    const struct site *site = builder_site(d->recording->builder);
    struct diag *diag = diag_add(diags, DIAG_BACKWARD_HOOK, site, "%s", NN_BACKWARD_HOOK);
    nn_lint_backward_hook(diags, diag);
    return rule_register(c);
}

static struct cvalue rule_remove(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue handle = args_field(d, &c->arguments[0], "hook");
    hook_id id = hook_of(d, &handle);
    bool there = hook_is_there(d->recording, id);
    if (there)
        hook_remove(d->recording, id);
    else if (id)
        recording_wrong(d->recording, DIAG_HOOK_REMOVED, NN_HOOK_REMOVED);
    return cvalue_int(c->result, there);
}

static struct cvalue rule_is_there(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    return cvalue_int(c->result, hook_is_there(d->recording, hook_of(d, &c->arguments[0])));
}

static struct cvalue rule_n_hooks(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    return cvalue_int(c->result, hook_count(d->recording, handle_module_id(d, &c->arguments[0])));
}

static struct cvalue rule_scope_end(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue handle =
        eval_load(c->eval, &c->arguments[0], 0, unit_type(eval_unit(c->eval), "struct nn_hook"));
    hook_id id = hook_of(d, &handle);
    if (hook_is_there(d->recording, id)) hook_remove(d->recording, id);
    return nn_rule_nothing(c);
}

// What the hook left in its array of tensors: a NULL that it wrote leaves what was there.
static void take_back(struct dialect_nn *d, const struct cvalue *tensors, int n, value_id *into)
{
    const value_id *values;
    int n_values = n ? handle_values(d, tensors, &values) : 0;
    for (int i = 0; i < n && i < n_values; i++)
        if (values[i]) into[i] = values[i];
}

void nn_rule_run_hook(void *host, const struct hook_call *call)
{
    struct dialect_nn *d = host;
    struct dialect_hook hook = d->hooks.at[call->hook];
    if (hook.function.kind != CVALUE_CODE || eval_stopped(d->eval)) return;
    struct cvalue arguments[4];
    int n = 0;
    arguments[n++] = handle_module(d, call->module);
    struct cvalue in = handle_tensors(d, call->n_in, call->in), out;
    arguments[n++] = in;
    if (call->kind == HOOK_FORWARD)
        arguments[n++] = out = handle_tensors(d, call->n_out, call->out);
    arguments[n++] = hook.user;
    eval_call(d->eval, &hook.function, n, arguments);
    if (eval_stopped(d->eval)) return;
    take_back(d, &in, call->n_in, call->in);
    if (call->kind == HOOK_FORWARD) take_back(d, &out, call->n_out, call->out);
}

// ---- the bottleneck of two models

static void call_model(struct dialect_nn *d, const struct cvalue *args, const char *name)
{
    struct nn_recording *r = d->recording;
    struct cvalue module = args_field(d, args, name), x = args_field(d, args, "x");
    value_id *in = arena_new(r->arena, value_id);
    *in = handle_value(d, &x);
    struct nn_module_call call = {.n_in = *in != 0, .in = in};
    call.module = handle_find_module(d, &module, &call.refused);
    if (!handle_given(d, &module))
        call.refused = recording_wrong(r, DIAG_NN_HANDLE, "%s: the module is NULL", d->function);
    nn_module_apply(r, &call);
}

static struct cvalue rule_profile(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    const struct cvalue *args = &c->arguments[0];
    struct builder *builder = d->recording->builder;
    enum build_gradients before = builder_has_gradients(builder);
    builder_gradients(builder, BUILD_NO_GRADIENTS);
    call_model(d, args, "a");
    call_model(d, args, "b");
    builder_gradients(builder, before);
    struct cvalue report = args_field(d, args, "report");
    const struct ctype *type = unit_type(eval_unit(c->eval), "struct nn_bottleneck");
    for (int i = 0; type && handle_given(d, &report) && i < type->n_fields; i++) {
        struct cvalue unknown =
            cvalue_unknown(type->fields[i].type, "it is measured when the program runs");
        eval_store(c->eval, &report, type->fields[i].offset, &unknown);
    }
    return cvalue_int(c->result, 1);
}

static const enum hook_kind kinds[] = {HOOK_FORWARD_PRE, HOOK_FORWARD, HOOK_BACKWARD};

const struct dialect_rule nn_run_rules[] = {
    {"nn_data", "p", rule_numbers, NULL},
    {"nn_read", "pi", rule_numbers, NULL},
    {"nn_manual_seed", "i", rule_nothing, NULL},
    {"nn_set_data_with", "p", rule_succeeds, NULL},
    {"nn_set_random_with", "p", rule_succeeds, NULL},
    {"nn_requires_grad_", "pi", rule_requires_grad, NULL},
    {"nn_module_requires_grad_", "pi", rule_module_requires_grad, NULL},
    {"nn_set_grad_enabled", "i", rule_set_grad_enabled, NULL},
    {"nn_backward_with", "p", rule_backward, NULL},
    {"nn_grad", "p", rule_grad, NULL},
    {"nn_zero_grad", "p", rule_nothing, NULL},
    {"nn_register_forward_pre_hook_with", "p", rule_register, &kinds[0]},
    {"nn_register_forward_hook_with", "p", rule_register, &kinds[1]},
    {"nn_register_full_backward_hook_with", "p", rule_register, &kinds[2]},
    {"nn_register_backward_hook_with", "p", rule_register_deprecated, &kinds[2]},
    {"nn_hook_remove_with", "p", rule_remove, NULL},
    {"nn_hook_is_there", ".", rule_is_there, NULL},
    {"nn_n_hooks", "p", rule_n_hooks, NULL},
    {"nn_hook_scope_end", "p", rule_scope_end, NULL},
    {"nn_profile_forward_bottleneck_with", "p", rule_profile, NULL},
    {"nn_bottleneck_json", "p", rule_text, NULL},
    {0}};
