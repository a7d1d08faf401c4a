// Functions of nn_optim.h in the interpreter: an optimizer is an object without numbers, and every
// step succeeds. What it learns is what nn_backward reaches, which the graph tells.

#include "frontends/dialects/nn.h"
#include "frontends/nn/tensor.h"

// What is attached to the object of an optimizer.
static const char optimizer_kind;

static struct cvalue rule_make(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue module = args_field(d, &c->arguments[0], "module");
    const char *name = c->rule->data;
    if (!handle_given(d, &module)) {
        recording_wrong(d->recording, DIAG_NN_ARGUMENT, "nn_optim_%s: the module is NULL", name);
        return cvalue_null(c->result);
    }
    handle_module_id(d, &module);
    struct cvalue optimizer = eval_allocate(d->eval, 1, c->result, "optimizer");
    eval_attach(d->eval, &optimizer, &optimizer_kind, 1);
    return optimizer;
}

// False, and a finding, where the optimizer is known to be none.
static bool has_optimizer(const struct dialect_call *c, struct dialect_nn *d)
{
    struct cvalue optimizer = args_field(d, &c->arguments[0], "optimizer");
    if (handle_given(d, &optimizer)) return true;
    recording_wrong(d->recording, DIAG_NN_HANDLE, "nn_optim_%s: the optimizer is NULL",
                    (const char *)c->rule->data);
    return false;
}

static struct cvalue rule_use(const struct dialect_call *c)
{
    return cvalue_int(c->result, has_optimizer(c, nn_rule_begin(c)));
}

static struct cvalue rule_add(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue tensor = args_field(d, &c->arguments[0], "tensor");
    if (!has_optimizer(c, d)) return cvalue_int(c->result, 0);
    value_id id = handle_value(d, &tensor);
    bool right = id && tensor_is_leaf(d->recording, id);
    if (!right)
        recording_wrong(d->recording, DIAG_NN_ARGUMENT, "nn_optim_add: %s", tensor_not_learned(id));
    return cvalue_int(c->result, right);
}

static struct cvalue rule_state_bytes(const struct dialect_call *c)
{
    if (!has_optimizer(c, nn_rule_begin(c))) return cvalue_int(c->result, -1);
    return cvalue_unknown(c->result, "an optimizer's state is made when the program runs");
}

const struct dialect_rule nn_optim_rules[] = {
    {"nn_optim_sgd_with", "p", rule_make, "sgd"},
    {"nn_optim_adam_with", "p", rule_make, "adam"},
    {"nn_optim_adamw_with", "p", rule_make, "adamw"},
    {"nn_optim_add_with", "p", rule_add, "add"},
    {"nn_optim_step_with", "p", rule_use, "step"},
    {"nn_optim_zero_grad_with", "p", rule_use, "zero_grad"},
    {"nn_optim_set_lr_with", "p", rule_use, "set_lr"},
    {"nn_optim_state_bytes_with", "p", rule_state_bytes, "state_bytes"},
    {0}};
