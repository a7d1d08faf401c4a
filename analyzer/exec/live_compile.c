// Plans of what a program recorded, run on other numbers of it.

#include "analyzer/exec/compiled.h"
#include "analyzer/exec/live.h"
#include "ir/base/clock.h"

#include <inttypes.h>

struct engine_compiled {
    struct engine_run *run;
    struct arena *arena;
    value_id input, output;
    struct tensor x;      // of the call that runs
    struct tensor result; // of the last one, until it is dropped
    struct compiled *compiled;
    bool was_run;
    int64_t n_calls;
    double compile_seconds, least_seconds;
};

bool live_compile_mode(const char *name)
{
    return compile_mode_find(name) != COMPILE_NONE;
}

static const struct tensor *given(void *user, value_id id)
{
    struct engine_compiled *c = user;
    return id == c->input ? &c->x : &c->run->exec->tensors[id];
}

// Numbers in order: chains are run piece by piece.
static bool set_input(struct engine_compiled *c, value_id id, const char **why)
{
    const void *numbers = engine_default.numbers(c->run, id, why);
    const struct tensor *t = numbers ? live_tensor(c->run, id, why) : NULL;
    if (!t) return false;
    c->x = *t;
    tensor_set_contiguous(&c->x);
    c->x.data = (char *)(uintptr_t)numbers;
    return true;
}

// What else the plan reads: parameters, constants.
static bool others_are_there(struct engine_compiled *c, const char **why)
{
    const struct plan *plan = compiled_plan(c->compiled);
    for (int i = 0; i < plan->n_steps; i++)
        for (int k = 0; k < plan->steps[i].n; k++) {
            const struct node *node =
                program_node(plan->program, plan->nodes[plan->steps[i].first + k]);
            for (int in = 0; in < node->n_in; in++) {
                value_id id = node->in[in];
                if (!id || id == c->input || plan_makes(plan, id)) continue;
                if (!live_tensor(c->run, id, why)) return false;
            }
        }
    return true;
}

struct engine_compiled *live_compile(struct engine_run *run, const struct engine_compile *asked,
                                     const char **why)
{
    struct engine_compiled *c = arena_new(run->arena, struct engine_compiled);
    *c = (struct engine_compiled){.run = run,
                                  .arena = arena_open_inside(run->arena),
                                  .input = asked->input,
                                  .output = asked->output};
    struct compile_request request = {
        .program = run->exec->program,
        .range = {asked->first_event, asked->end_event, 1, &c->output},
        .mode = compile_mode_find(asked->mode),
        .given = given,
        .user = c};
    live_advance(run);
    if (!set_input(c, asked->input, why)) return NULL;
    double begin = clock_seconds();
    c->compiled = compiled_open(c->arena, &request, why);
    c->compile_seconds = clock_seconds() - begin;
    if (!c->compiled) return NULL;
    *vec_push(run->arena, &run->compiled) = c;
    return c;
}

// The result is copied out of the arena, which the next call writes over.
static void copy_out(struct engine_compiled *c)
{
    const struct tensor *out = compiled_tensor(c->compiled, c->output);
    c->result = *out;
    c->result.block = block_open(&c->run->exec->blocks, BLOCK_ACTIVATION, tensor_owned_bytes(out));
    c->result.data = c->result.block->data;
    tensor_set_contiguous(&c->result);
    tensor_copy(out, &c->result);
}

void live_drop_result(struct engine_compiled *c)
{
    block_release(c->result.block);
    c->result = (struct tensor){0};
}

const struct tensor *live_run_compiled(struct engine_compiled *c, value_id input, const char **why)
{
    live_advance(c->run);
    if (!set_input(c, input, why) || (!c->was_run && !others_are_there(c, why))) return NULL;
    double begin = clock_seconds();
    if (!compiled_run(c->compiled, why)) return NULL;
    double seconds = clock_seconds() - begin;
    if (!c->n_calls++ || seconds < c->least_seconds) c->least_seconds = seconds;
    c->was_run = true;
    copy_out(c);
    return &c->result;
}

static int count_fused(const struct plan *plan)
{
    int n = 0;
    for (int i = 0; i < plan->n_steps; i++)
        if (plan->steps[i].n > 1) n += plan->steps[i].n;
    return n;
}

const char *live_describe_compiled(struct engine_compiled *c, struct arena *arena)
{
    const struct plan *plan = compiled_plan(c->compiled);
    return arena_printf(
        arena,
        "%d steps, %d ops fused, arena %" PRId64 " bytes; compiled in %.3f ms, "
        "%" PRId64 " calls, %.3f ms at least; the last one asked for memory %" PRId64
        " times and bound %" PRId64 " ops",
        plan->n_steps, count_fused(plan), plan->arena_bytes, c->compile_seconds * 1e3, c->n_calls,
        c->least_seconds * 1e3, compiled_allocations(c->compiled), compiled_bindings(c->compiled));
}

void live_close_compiled(struct engine_run *run)
{
    for (int i = 0; i < run->compiled.n; i++) compiled_close(run->compiled.at[i]->compiled);
}
