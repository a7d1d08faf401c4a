// Functions of nn_compile.h in the interpreter: a compiled model is its module.

#include "frontends/dialects/nn.h"

// What is attached to the object of a compiled model: the module's handle.
static const char compiled_kind;

static struct cvalue rule_compile(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue module = args_field(d, &c->arguments[0], "module");
    if (!handle_given(d, &module)) {
        recording_wrong(d->recording, DIAG_NN_ARGUMENT, "nn_compile: the module is NULL");
        return cvalue_null(c->result);
    }
    struct cvalue compiled = eval_allocate(d->eval, 1, c->result, "compiled");
    eval_attach(d->eval, &compiled, &compiled_kind, handle_module_id(d, &module));
    return compiled;
}

// 0, and a finding, where it is known to be none.
static nn_module_id module_of(struct dialect_nn *d, const struct dialect_call *c)
{
    struct cvalue compiled = args_field(d, &c->arguments[0], "compiled");
    uint64_t module = 0;
    if (!eval_attached(d->eval, &compiled, &compiled_kind, &module) && !handle_given(d, &compiled))
        recording_wrong(d->recording, DIAG_NN_HANDLE, "nn_compiled_%s: the compiled model is NULL",
                        (const char *)c->rule->data);
    return (nn_module_id)module;
}

static struct cvalue rule_call(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue x = args_field(d, &c->arguments[0], "x");
    nn_module_id module = module_of(d, c);
    value_id *in = arena_new(d->recording->arena, value_id);
    *in = handle_operand(d, &x);
    if (!module)
        return handle_tensor(d, recording_poison(d->recording, "the compiled model is not known"));
    struct nn_module_call call = {.module = module, .n_in = *in != 0, .in = in};
    nn_module_apply(d->recording, &call);
    return handle_tensor(d, call.out[0]);
}

static struct cvalue rule_measured(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    module_of(d, c);
    return cvalue_unknown(c->result, "plans are made when the program runs");
}

const struct dialect_rule nn_compile_rules[] = {
    {"nn_compile_with", "p", rule_compile, NULL},
    {"nn_compiled_call_with", "p", rule_call, "call"},
    {"nn_compiled_plans_with", "p", rule_measured, "plans"},
    {"nn_compiled_report_with", "p", rule_measured, "report"},
    {0}};
