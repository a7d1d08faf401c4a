#include "frontends/dialects/nn.h"

// Tensors are opaque to C: what a program does depends on their types only through calls that are
// given them. So all runs of an entry are alike up to the first such call, and what it says to
// other inputs can be asked without running up to it again.

int first_call_begin(const struct dialect_nn *d)
{
    return d->n_looks;
}

void first_call_of_module(struct dialect_nn *d, int n_looks_before,
                          const struct nn_module_call *call)
{
    const struct module *m = module_get(d->recording, call->module);
    // The user's forward is given the tensors as they are.
    if (m && !m->layer && !call->n_options) d->n_looks = n_looks_before;
    if (n_looks_before > 0 || (m && !m->layer)) return;
    d->first = (struct dialect_first_call){
        .module_call = arena_copy(d->recording->arena, call, sizeof *call), .n_looks = d->n_looks};
}

void first_call_of_function(struct dialect_nn *d, int n_looks_before, const struct nn_call *call)
{
    if (n_looks_before > 0 || call->function->makes_module) return;
    d->first = (struct dialect_first_call){
        .call = arena_copy(d->recording->arena, call, sizeof *call), .n_looks = d->n_looks};
}

bool dialect_nn_only_first_call(struct eval *eval)
{
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    return d && (d->first.module_call || d->first.call) && d->first.n_looks == d->n_looks;
}

bool dialect_nn_nothing_asked(struct eval *eval)
{
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    return d && d->n_asked == 0;
}

bool dialect_nn_used_null(struct eval *eval)
{
    const struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    return d && d->takes_any && d->recording->n_nulls > 0;
}

// ---- again

struct exchange {
    struct arena *arena;
    int n;
    const value_id *inputs, *others;
};

static value_id exchanged(const struct exchange *x, value_id value)
{
    for (int i = 0; i < x->n; i++)
        if (value == x->inputs[i]) return x->others[i];
    return value;
}

static const value_id *exchanged_list(const struct exchange *x, int n, const value_id *values)
{
    value_id *out = arena_array(x->arena, value_id, n);
    for (int i = 0; i < n; i++) out[i] = exchanged(x, values[i]);
    return out;
}

static void exchange_in_argument(const struct exchange *x, enum nn_kind kind, struct nn_arg *arg)
{
    if (kind == NN_KIND_TENSOR) arg->tensor = exchanged(x, arg->tensor);
    if (kind == NN_KIND_TENSORS) arg->tensors = exchanged_list(x, arg->n, arg->tensors);
}

static void repeat_function(const struct exchange *x, struct nn_call call)
{
    int n = nn_n_fields(call.function);
    struct nn_arg *args = arena_copy(x->arena, call.args, (size_t)n * sizeof *args);
    for (int i = 0; i < n; i++) exchange_in_argument(x, call.function->fields[i].kind, &args[i]);
    call.args = args;
    nn_call_apply(&call);
}

static void repeat_module(const struct exchange *x, struct nn_recording *r,
                          struct nn_module_call call)
{
    struct nn_option *options =
        arena_copy(x->arena, call.options, (size_t)call.n_options * sizeof *options);
    for (int i = 0; i < call.n_options; i++)
        exchange_in_argument(x, options[i].kind, &options[i].arg);
    call.options = options;
    call.in = exchanged_list(x, call.n_in, call.in);
    nn_module_apply(r, &call);
}

static struct dialect_said said_since(const struct dialect_nn *d, int n_errors, int n_unbatched)
{
    struct builder *builder = eval_builder(d->eval);
    return (struct dialect_said){.refused = builder_program(builder)->diags.n_errors > n_errors,
                                 .unbatched = builder_n_unbatched(builder) > n_unbatched};
}

// The run has ended, so the user's functions can't be asked.
static void forward_unknown(void *host, struct nn_module_call *call)
{
    struct dialect_nn *d = host;
    if (!d->first.asked_user)
        d->first.said = said_since(d, d->first.n_errors_before, d->first.n_unbatched_before);
    value_id poison = recording_poison(d->recording, "the run has ended");
    d->first.asked_user = true;
    layer_return(d->recording, call, 1, &poison);
}

struct dialect_said dialect_nn_repeat_first_call(struct eval *eval, int n, const value_id *inputs,
                                                 const value_id *others)
{
    struct dialect_nn *d = eval_dialect_data(eval, &nn_dialect);
    struct exchange x = {d->recording->arena, n, inputs, others};
    d->recording->forward = forward_unknown;
    d->recording->run_hook = NULL;
    d->first.asked_user = false;
    d->first.n_errors_before = builder_program(eval_builder(eval))->diags.n_errors;
    d->first.n_unbatched_before = builder_n_unbatched(eval_builder(eval));
    if (d->first.call)
        repeat_function(&x, *d->first.call);
    else
        repeat_module(&x, d->recording, *d->first.module_call);
    d->recording->forward = nn_rule_forward;
    d->recording->run_hook = nn_rule_run_hook;
    return d->first.asked_user
               ? d->first.said
               : said_since(d, d->first.n_errors_before, d->first.n_unbatched_before);
}
