// Functions of nn_profiler.h in the interpreter: nothing runs, so that there is nothing to note.

#include "frontends/dialects/nn.h"

// What is attached to the object of a profiler.
static const char profiler_kind;

static struct cvalue rule_start(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue profiler = eval_allocate(d->eval, 1, c->result, "profiler");
    eval_attach(d->eval, &profiler, &profiler_kind, 1);
    return profiler;
}

// False, and a finding, where the profiler is known to be none.
static bool has_profiler(const struct dialect_call *c)
{
    struct dialect_nn *d = nn_rule_begin(c);
    struct cvalue profiler = args_field(d, &c->arguments[0], "profiler");
    if (handle_given(d, &profiler)) return true;
    recording_wrong(d->recording, DIAG_NN_HANDLE, "nn_profiler_%s: the profiler is NULL",
                    (const char *)c->rule->data);
    return false;
}

static struct cvalue rule_use(const struct dialect_call *c)
{
    return cvalue_int(c->result, has_profiler(c));
}

static struct cvalue rule_measured(const struct dialect_call *c)
{
    has_profiler(c);
    return cvalue_unknown(c->result, "kernels are timed when the program runs");
}

static struct cvalue rule_scope_end(const struct dialect_call *c)
{
    nn_rule_begin(c);
    return nn_rule_nothing(c);
}

const struct dialect_rule nn_profiler_rules[] = {
    {"nn_profiler_start_with", "p", rule_start, NULL},
    {"nn_profiler_step_with", "p", rule_use, "step"},
    {"nn_profiler_stop_with", "p", rule_use, "stop"},
    {"nn_profiler_scope_end", "p", rule_scope_end, NULL},
    {"nn_profiler_table_with", "p", rule_measured, "table"},
    {"nn_profiler_calls_with", "p", rule_measured, "calls"},
    {"nn_profiler_export_chrome_trace_with", "p", rule_use, "export_chrome_trace"},
    {"nn_profiler_export_speedscope_with", "p", rule_use, "export_speedscope"},
    {0}};
