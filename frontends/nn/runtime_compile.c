// Compiled models: nn_compile.h. The module is recorded once for each type of input; the engine
// makes a plan of what was recorded, and runs it.

#include "frontends/nn/runtime.h"
#include "ir/base/text.h"

#include <string.h>

struct plan {
    struct tensor_type input;
    struct engine_compiled *compiled;
};

struct nn_compiled {
    struct runtime *runtime;
    nn_module *module;
    const char *mode;
    VEC(struct plan) plans;
};

nn_compiled *nn_compile_with(const struct nn_compile_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    const char *mode = a->mode ? a->mode : "default";
    const char *why = !a->module                        ? "the module is NULL"
                      : !rt->engine->compile_mode(mode) ? arena_printf(rt->arena,
                                                                       "there is no mode `%s`: "
                                                                       "they are default, "
                                                                       "reduce-overhead and "
                                                                       "max-autotune",
                                                                       mode)
                                                        : NULL;
    if (why) {
        recording_wrong(rt->recording, DIAG_NN_ARGUMENT, "nn_compile: %s", why);
        return NULL;
    }
    if (!runtime_module_id(rt, a->module)) return NULL;
    nn_compiled *compiled = arena_new(rt->arena, nn_compiled);
    *compiled =
        (nn_compiled){.runtime = rt, .module = a->module, .mode = arena_string(rt->arena, mode)};
    return compiled;
}

// ---- plans

static struct engine_compiled *find_plan(nn_compiled *c, const struct tensor_type *input)
{
    for (int i = 0; i < c->plans.n; i++) {
        const struct tensor_type *known = &c->plans.at[i].input;
        if (known->dtype == input->dtype && known->shape.rank == input->shape.rank &&
            !memcmp(known->shape.dim, input->shape.dim,
                    sizeof *input->shape.dim * (size_t)input->shape.rank))
            return c->plans.at[i].compiled;
    }
    return NULL;
}

// NULL, and why: what the module refuses has its own finding.
static struct engine_compiled *make_plan(nn_compiled *c, const struct nn_compiled_args *a,
                                         value_id input, const char **why)
{
    struct runtime *rt = c->runtime;
    const struct program *program = runtime_program();
    struct engine_compile range = {
        .first_event = program->events.n, .input = input, .mode = c->mode};
    node_id first = (node_id)program->nodes.n;
    bool before = nn_set_grad_enabled(false);
    const nn_tensor *out =
        nn_call_with(&(struct nn_call_args){.nn_here = a->nn_here, .module = c->module, .x = a->x});
    nn_set_grad_enabled(before);
    *why = runtime_error(out);
    if (*why) return NULL;
    range.end_event = program->events.n;
    range.output = out->value;
    struct engine_compiled *compiled = rt->engine->compile(runtime_engine(rt), &range, why);
    rt->engine->let_go(rt->run, first);
    rt->recording->n_lasting++;
    if (compiled)
        *vec_push(rt->arena, &c->plans) =
            (struct plan){value_type(program_value(program, input)), compiled};
    return compiled;
}

static nn_tensor *poisoned(struct runtime *rt, const char *why)
{
    return runtime_tensor(rt, recording_poison(rt->recording, why));
}

nn_tensor *nn_compiled_call_with(const struct nn_compiled_args *a)
{
    struct runtime *rt = runtime_current();
    const char *why;
    runtime_at(rt, &a->nn_here);
    if (!a->compiled || a->compiled->runtime != rt)
        return poisoned(rt, recording_wrong(rt->recording, DIAG_NN_HANDLE,
                                            "nn_compiled_call: the compiled model is %s",
                                            a->compiled ? "of another recording" : "NULL"));
    value_id input = runtime_value(rt, a->x);
    if (!input)
        return poisoned(rt, recording_wrong(rt->recording, DIAG_NN_HANDLE,
                                            "nn_compiled_call: the input is NULL"));
    const struct value *value = program_value(runtime_program(), input);
    if (value->flags & VALUE_POISONED) return poisoned(rt, value->reason);
    struct tensor_type type = value_type(value);
    struct engine_compiled *compiled = find_plan(a->compiled, &type);
    if (!compiled) compiled = make_plan(a->compiled, a, input, &why);
    const struct tensor *out = compiled ? rt->engine->run_compiled(compiled, input, &why) : NULL;
    if (!out)
        return poisoned(rt,
                        recording_wrong(rt->recording, DIAG_NN_RUN, "nn_compiled_call: %s", why));
    nn_tensor *result = runtime_number_tensor(rt, out);
    rt->engine->drop_result(compiled);
    return result;
}

// ---- what it is like

static nn_compiled *compiled_of(const struct nn_compiled_args *a, const char *function)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    if (a->compiled && a->compiled->runtime == rt) return a->compiled;
    recording_wrong(rt->recording, DIAG_NN_HANDLE, "nn_compiled_%s: the compiled model is %s",
                    function, a->compiled ? "of another recording" : "NULL");
    return NULL;
}

int64_t nn_compiled_plans_with(const struct nn_compiled_args *a)
{
    const nn_compiled *c = compiled_of(a, "plans");
    return c ? c->plans.n : -1;
}

const char *nn_compiled_report_with(const struct nn_compiled_args *a)
{
    nn_compiled *c = compiled_of(a, "report");
    if (!c) return "";
    struct text text = {.arena = c->runtime->arena};
    for (int i = 0; i < c->plans.n; i++)
        text_printf(
            &text, "%s: %s\n", tensor_string(c->runtime->arena, &c->plans.at[i].input),
            c->runtime->engine->describe_compiled(c->plans.at[i].compiled, c->runtime->arena));
    return text_string(&text);
}
