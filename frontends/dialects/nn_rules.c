// Rules of nn.h: functions of the table, calls of modules, the recording. Modules are in
// nn_module_rules.c, tensors in nn_tensor_rules.c.

#include <shapeprof/nn_base.h>
#include "frontends/dialects/call_edits.h"
#include "frontends/dialects/nn.h"

#include <string.h>

// nn_call(...) is a macro around nn_call_with.
static const char *name_of(struct dialect_nn *d, const char *name)
{
    size_t n = strlen(name), end = strlen("_with");
    if (n <= end || strcmp(name + n - end, "_with") != 0) return name;
    return arena_printf(d->recording->arena, "%.*s", (int)(n - end), name);
}

struct dialect_nn *nn_rule_begin(const struct dialect_call *c)
{
    struct dialect_nn *d = dialect_nn_of(c->eval);
    builder_at(d->recording->builder, eval_site(c->eval));
    d->function = name_of(d, c->rule->name);
    return d;
}

struct cvalue nn_rule_nothing(const struct dialect_call *c)
{
    return (struct cvalue){.kind = CVALUE_NOTHING, .type = c->result};
}

// ---- the functions of the table

// A call whose arguments nobody can read gives what is unknown for the same reason.
static struct cvalue unread_call(struct dialect_nn *d, const struct nn_function *function,
                                 const char *reason)
{
    build_unseen(d->recording->builder, reason);
    if (function->makes_module) return handle_module(d, module_unseen(d->recording, reason));
    value_id unknown = recording_poison(d->recording, reason);
    return function->many ? handle_tensors(d, 1, &unknown) : handle_tensor(d, unknown);
}

// C converts a tensor to a number or a bool without a word in many compilers' modes:
// nn_flatten(x, 1) would be the module with start_dim = (int64_t)x.
static struct cvalue refuse_pointer(struct dialect_nn *d, const struct dialect_call *c,
                                    const struct nn_field *field)
{
    const struct nn_function *function = c->rule->data;
    struct arena *arena = d->recording->arena;
    struct diags *diags = recording_diags(d->recording);
    const char *name = function->name, *reason;
    const char *of_tensors = arena_printf(arena, "f_%s", name);
    reason = function->makes_module
                 ? arena_printf(arena,
                                "nn_%s makes a module and takes no tensor: a pointer is given for "
                                "its option `%s`",
                                name, field->name)
                 : arena_printf(arena, "nn_%s is given a pointer for `%s`, which is a number", name,
                                field->name);
    struct diag *diag =
        diag_add(diags, DIAG_NN_ARGUMENT, builder_site(d->recording->builder), "%s", reason);
    if (function->makes_module && nn_function_find(of_tensors))
        diag_fix(diags, diag, "the function of tensors is nn_%s", of_tensors);
    else if (function->makes_module)
        diag_fix(diags, diag, "make the module once and call it: nn_call(module, x)");
    build_unseen(d->recording->builder, reason);
    return cvalue_unknown(c->result, reason);
}

struct cvalue nn_rule_function(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct nn_call call = {.recording = d->recording, .function = c->rule->data};
    int n_looks = first_call_begin(d);
    if (c->arguments[0].kind == CVALUE_UNKNOWN)
        return unread_call(d, call.function, c->arguments[0].reason);
    const struct nn_field *pointer =
        args_pointer_for_number(d, call.function->fields, &c->arguments[0]);
    if (pointer) return refuse_pointer(d, c, pointer);
    const char *lost = args_lost(d, call.function->fields, &c->arguments[0]);
    if (lost) return unread_call(d, call.function, lost);
    call.args = args_read(d, call.function->fields, &c->arguments[0]);
    args_check_ends(d, call.function->fields, &c->arguments[0], call.args,
                    args_length(call.function, call.args));
    const char *missing = args_missing(d, call.function, &c->arguments[0], call.args);
    if (missing) return unread_call(d, call.function, missing);
    first_call_of_function(d, n_looks, &call);
    nn_call_apply(&call);
    if (call.function->makes_module) return handle_module(d, call.module);
    if (!call.function->many) return handle_tensor(d, call.out[0]);
    // How many there are is no secret.
    d->n_asked++;
    return handle_tensors(d, call.n_out, call.out);
}

// ---- calls of modules

// Up to the last one that is given: a NULL between others is an argument that is left out.
static int read_inputs(struct dialect_nn *d, const struct cvalue *args, value_id *in)
{
    static const char *const names[] = {"x", "x1", "x2", "x3", "x4", "x5", "x6", "x7"};
    int n = 0;
    for (int i = 0; i < NN_MAX_INPUTS; i++) {
        struct cvalue v = args_field(d, args, names[i]);
        in[i] = handle_operand(d, &v);
        if (handle_given(d, &v)) n = i + 1;
    }
    return n;
}

// nn_call(x, module) is one mistake, not one for each of the two.
static bool is_swapped(struct dialect_nn *d, const struct cvalue *args)
{
    struct cvalue module = args_field(d, args, "module"), x = args_field(d, args, "x");
    return handle_is_tensor(d, &module) && handle_made_module(d, &x);
}

static struct nn_module_call refuse_swapped(struct dialect_nn *d)
{
    struct nn_recording *r = d->recording;
    struct diags *diags = recording_diags(r);
    const char *wrong =
        "a tensor stands where the module is wanted and the module where the tensor is: the "
        "module comes first, nn_call(module, x)";
    const struct site *site = builder_blamed_site(r->builder);
    struct diag *diag = diag_add(diags, DIAG_NN_HANDLE, site, "%s", wrong);
    call_edit_swap(diags, diag, (struct written_call){eval_unit(d->eval), site, "nn_call"}, 0, 1);
    value_id *out = arena_new(r->arena, value_id);
    *out = recording_poison(r, wrong);
    return (struct nn_module_call){.n_out = 1, .out = out};
}

// The program's own name for a network, where several are called that nothing else names.
static void note_variable(struct dialect_nn *d, const struct cvalue *args, nn_module_id id)
{
    struct module *m = module_get(d->recording, id);
    if (!m || m->scope || m->variable || d->recording->calling.n) return;
    m->variable = eval_argument_place(d->eval, 0, args_field_offset(args, "module"));
}

// nn_call: the module is looked at after its inputs, in the order of what is told of them.
static struct nn_module_call apply_module(struct dialect_nn *d, const struct cvalue *args)
{
    value_id in[NN_MAX_INPUTS];
    struct nn_recording *r = d->recording;
    if (is_swapped(d, args)) return refuse_swapped(d);
    int n_looks = first_call_begin(d);
    struct nn_module_call call = {.n_in = read_inputs(d, args, in)};
    struct cvalue module = args_field(d, args, "module");
    call.in = recording_values(r, call.n_in, in);
    call.options =
        args_options(r, nn_call_fields, args_read(d, nn_call_fields, args), &call.n_options);
    call.module = handle_find_module(d, &module, &call.refused);
    if (!handle_given(d, &module))
        call.refused = null_module(d, 0, args_field_offset(args, "module"));
    note_variable(d, args, call.module);
    first_call_of_module(d, n_looks, &call);
    nn_module_apply(r, &call);
    return call;
}

static struct cvalue rule_call(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct nn_module_call call = apply_module(d, &c->arguments[0]);
    return handle_tensor(d, call.out[0]);
}

// The program can see how many results there are, unless its run has ended.
static struct cvalue rule_call_all(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct nn_module_call call = apply_module(d, &c->arguments[0]);
    if (!eval_stopped(c->eval)) d->n_asked++;
    return handle_tensors(d, call.n_out, call.out);
}

// The user's forward, run in the interpreter.
void nn_rule_forward(void *host, struct nn_module_call *call)
{
    struct dialect_nn *d = host;
    struct dialect_module m = *handle_module_at(d, call->module);
    if (!layer_check_inputs(d->recording, call, m.takes)) return;
    struct cvalue arguments[1 + 3];
    arguments[0] = m.self;
    bool all = m.takes == LAYER_ANY_INPUTS;
    int n = all ? 1 : call->n_in;
    if (all) arguments[1] = handle_inputs(d, call->n_in, call->in);
    if (all && d->recording->calling.n == 1) d->takes_any = true;
    for (int i = 0; i < n && !all; i++) arguments[1 + i] = handle_tensor(d, call->in[i]);
    struct cvalue result = eval_call(d->eval, &m.forward, 1 + n, arguments);
    if (eval_fell_off(d->eval, &result))
        recording_wrong(d->recording, DIAG_UNINITIALIZED,
                        "`%s` ends without a return, so its module gives no tensor",
                        m.forward.function->name);
    if (all) {
        const value_id *values;
        int n_values = handle_values(d, &result, &values);
        layer_return(d->recording, call, n_values, values);
        return;
    }
    value_id value = eval_stopped(d->eval)
                         ? recording_poison(d->recording, "the run ended in a forward function")
                         : handle_value(d, &result);
    layer_return(d->recording, call, 1, &value);
}

// ---- the recording: an analysis has one, whatever the program opens

// What was made until now is freed; the graph that it made stays, as it is what is reported.
static struct cvalue rule_recording_ends(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    d->n_closed_values = (uint64_t)builder_program(d->recording->builder)->values.n - 1;
    d->n_closed_modules = d->recording->modules.n ? (uint64_t)d->recording->modules.n - 1 : 0;
    return nn_rule_nothing(c);
}

// What the program is told depends on its input, so it is noted that it asked.
static struct cvalue rule_n_errors(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    d->n_asked++;
    return cvalue_int(c->result, recording_diags(d->recording)->n_errors);
}

// The graph is not complete while the program runs, so there is no number to give.
static struct cvalue rule_graph_hash(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "the hash of a graph that is being built");
}

static struct cvalue rule_diagnostics(const struct dialect_call *c)
{
    return handle_string(nn_rule_begin(c), c->result, "");
}

// A longjmp ends what the interpreter follows.
static struct cvalue rule_unwind(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return nn_rule_nothing(c);
}

const struct dialect_rule nn_call_rules[] = {
    {"nn_call_with", "p", rule_call, NULL},
    {"nn_call_all_with", "p", rule_call_all, NULL},
    {"nn_recording_open", "p", rule_recording_ends, NULL},
    {"nn_recording_close", "", rule_recording_ends, NULL},
    {"nn_recording_unwind", "", rule_unwind, NULL},
    {"nn_n_errors", "", rule_n_errors, NULL},
    {"nn_graph_hash", "", rule_graph_hash, NULL},
    {"nn_diagnostics", "", rule_diagnostics, NULL},
    {0},
};
