#include "analyzer/confirm_plans.h"

#include "analyzer/confirm_step.h"
#include "analyzer/plan/training.h"
#include "ir/graph_float.h"

#include <string.h>

struct planning {
    struct arena *arena;
    const struct confirm_request *request;
    const struct program *program; // in the type that f32 is taken for
    struct training_plans plans;
    struct model_plans *result;
    struct plan_row *rows; // of the result
    const struct training_plan **of;
};

// ---- rows

static void add_row(struct planning *p, enum plan_row_kind kind, const struct training_plan *plan)
{
    const char **ranges = arena_array(p->arena, const char *, plan->n_checkpoints);
    for (int i = 0; i < plan->n_checkpoints; i++)
        ranges[i] = training_plan_range(p->arena, &p->plans, p->program, &plan->checkpoints[i]);
    p->of[p->result->n_rows] = plan;
    p->rows[p->result->n_rows++] = (struct plan_row){
        .kind = kind,
        .n_segments = plan->n_segments,
        .is_root = kind == PLAN_ROW_EQUAL && plan->n_segments == p->plans.root,
        .refused = plan->refused,
        .n = plan->n_checkpoints,
        .ranges = ranges,
        .saved = {plan->step.saved, NOT_PREDICTED},
        .peak = {plan->step.passing, NOT_PREDICTED},
        .recomputed = plan->step.recomputed,
        .gains = training_plan_gains(&p->plans, plan),
    };
}

// One segment is the step without checkpoints.
static void add_rows(struct planning *p)
{
    const struct training_plans *plans = &p->plans;
    int room = plans->n_equal + 3;
    p->result->rows = p->rows = arena_array(p->arena, struct plan_row, room);
    p->of = arena_array(p->arena, const struct training_plan *, room);
    add_row(p, PLAN_ROW_PLAIN, &plans->plain);
    if (plans->written.n_checkpoints) add_row(p, PLAN_ROW_WRITTEN, &plans->written);
    for (int i = 0; i < plans->n_equal; i++) add_row(p, PLAN_ROW_EQUAL, &plans->equal[i]);
    add_row(p, PLAN_ROW_BEST, &plans->best);
}

static void name_units(struct planning *p)
{
    const char **names = arena_array(p->arena, const char *, p->plans.n_units);
    for (int i = 0; i < p->plans.n_units; i++) names[i] = p->plans.units[i].name;
    p->result->n_units = p->plans.n_units;
    p->result->units = names;
    p->result->is_chain = p->plans.is_chain;
}

// ---- running

static const char *difference(struct planning *p, const struct plan_row *row)
{
    const char *name = plan_row_name(p->arena, row);
    if (!execution_same(row->saved))
        return arena_printf(p->arena, "%s: saved: predicted %lld bytes, measured %lld", name,
                            (long long)row->saved.predicted, (long long)row->saved.measured);
    if (!execution_same(row->peak))
        return arena_printf(p->arena, "%s: peak: predicted %lld bytes, measured %lld", name,
                            (long long)row->peak.predicted, (long long)row->peak.measured);
    if (row->gradients == GRADIENTS_DIFFERENT)
        return arena_printf(p->arena, "%s: its gradients are not those without checkpoints", name);
    return NULL;
}

// The largest of what is predicted of all steps, with parameters and gradients.
static const char *too_large(struct planning *p)
{
    int64_t fixed = 0, buffers = 0, most = 0;
    quantity_integer(p->request->model->parameter_bytes[0], &fixed);
    quantity_integer(p->request->model->buffer_bytes[0], &buffers);
    for (int i = 0; i < p->result->n_rows; i++)
        if (!p->rows[i].refused && p->of[i]->step.peak > most) most = p->of[i]->step.peak;
    if (most + fixed + buffers <= p->request->max_bytes) return NULL;
    return arena_printf(p->arena,
                        "a step is predicted to need %lld bytes, and the limit is %lld; allow more "
                        "with --max-memory, or leave out --run",
                        (long long)(most + fixed + buffers), (long long)p->request->max_bytes);
}

static const char *run_row(struct planning *p, const struct exec_request *request, int index,
                           struct step_gradients *plain)
{
    struct plan_row *row = &p->rows[index];
    const struct training_plan *plan = p->of[index];
    struct step_run seen;
    if (row->refused) return NULL;
    const char *why =
        confirm_step(p->arena, request, plan->n_checkpoints, plan->checkpoints, &seen);
    if (why) return why;
    if (index == 0) *plain = seen.gradients;
    row->saved.measured = seen.saved;
    row->peak.measured = seen.passing;
    row->gradients =
        memcmp(plain, &seen.gradients, sizeof *plain) ? GRADIENTS_DIFFERENT : GRADIENTS_IDENTICAL;
    if (!p->result->difference) p->result->difference = difference(p, row);
    return NULL;
}

static const char *run(struct planning *p)
{
    struct exec_request request = {.program = p->program,
                                   .seed = p->request->seed,
                                   .n_files = p->request->n_files,
                                   .files = p->request->files};
    struct step_gradients plain = {0};
    const char *why = too_large(p);
    for (int i = 0; i < p->result->n_rows && !why; i++) why = run_row(p, &request, i, &plain);
    p->result->was_run = !why;
    return why;
}

void confirm_plans(struct arena *arena, const struct confirm_request *request, enum plans_run runs,
                   struct model_plans *result)
{
    const struct program *program = request->model->program;
    struct planning p = {.arena = arena, .request = request, .program = program, .result = result};
    *result = (struct model_plans){.model = request->model, .dtype = request->dtype};
    result->failure = confirm_hindrance(arena, program);
    if (result->failure) return;
    if (request->dtype != DTYPE_F32)
        p.program = program_with_float(arena, program, request->dtype, &result->failure);
    if (result->failure) return;
    training_plans_make(arena, p.program, &p.plans);
    result->failure = p.plans.unknown;
    if (!result->failure && !p.plans.plain.step.saved && !p.plans.plain.step.gradients)
        result->failure = "nothing in it wants a gradient, so that there is no backward pass";
    if (result->failure) return;
    name_units(&p);
    add_rows(&p);
    if (runs == PLANS_RUN) result->failure = run(&p);
}
