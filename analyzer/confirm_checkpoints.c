#include "analyzer/confirm_checkpoints.h"

static const char *pick(struct arena *arena, const struct training_plans *plans, int asked,
                        struct training_plan *plan)
{
    if (asked == CHECKPOINT_AS_WRITTEN) *plan = plans->written;
    if (asked == CHECKPOINT_BEST) *plan = plans->best;
    if (asked > 0 && !training_plans_pick(plans, asked, plan))
        return arena_printf(arena,
                            "it has %d parts that follow one another, which are no %d segments; "
                            "shapeprof plan lists what can be chosen",
                            plans->n_units, asked);
    return plan->refused;
}

static void tell(struct arena *arena, const struct program *program,
                 const struct training_plans *plans, const struct training_plan *plan,
                 struct execution_checkpoints *told)
{
    const char **ranges = arena_array(arena, const char *, plan->n_checkpoints);
    for (int i = 0; i < plan->n_checkpoints; i++)
        ranges[i] = training_plan_range(arena, plans, program, &plan->checkpoints[i]);
    *told = (struct execution_checkpoints){.n = plan->n_checkpoints,
                                           .n_segments = plan->n_segments,
                                           .ranges = ranges,
                                           .saved_without = plans->plain.step.saved,
                                           .peak_without = plans->plain.step.passing,
                                           .recomputed = plan->step.recomputed};
}

const char *confirm_choose(struct arena *arena, const struct program *program, int asked,
                           struct chosen_checkpoints *chosen, struct execution_checkpoints *told)
{
    struct training_plans plans;
    *chosen = (struct chosen_checkpoints){0};
    if (asked == CHECKPOINT_AS_WRITTEN && !program->checkpoints.n) {
        step_measure(arena, step_graph_open(arena, program), 0, NULL, &chosen->plan.step);
        return NULL;
    }
    training_plans_make(arena, program, &plans);
    if (plans.unknown) return plans.unknown;
    const char *refused = pick(arena, &plans, asked, &chosen->plan);
    chosen->plain = plans.plain.step;
    if (!refused) tell(arena, program, &plans, &chosen->plan, told);
    return refused;
}

const char *confirm_without(struct arena *arena, const struct exec_request *request,
                            const struct chosen_checkpoints *chosen, int64_t fixed,
                            int64_t max_bytes, struct step_gradients with,
                            struct execution_checkpoints *told)
{
    struct step_run plain;
    if (!told->n || chosen->plain.passing > max_bytes - fixed - chosen->plain.gradients)
        return NULL;
    const char *refused = confirm_step(arena, request, 0, NULL, &plain);
    if (refused) return refused;
    bool same = plain.gradients.low == with.low && plain.gradients.high == with.high;
    told->gradients = same ? GRADIENTS_IDENTICAL : GRADIENTS_DIFFERENT;
    return NULL;
}
