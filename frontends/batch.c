#include "frontends/batch.h"
#include "frontends/attempt.h"
#include "frontends/axes.h"

static bool add_batch_axes(struct arena *arena, struct run_plan *plan, const bool *fixed)
{
    for (int i = 0; i < plan->n_inputs; i++) {
        struct run_input *input = &plan->inputs[i];
        if (fixed[i] || input->rank >= LARGEST_NAMED_RANK) return false;
        input->rank++;
        input->is_guess = true;
        axes_name(arena, plan, i, input);
    }
    plan->n_facts = 0;
    plan->watch = RUN_WATCHES_NOTHING;
    return plan->n_inputs > 0;
}

static const struct diag *first_error(const struct run *run)
{
    for (const struct diag *d = run->program->diags.first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR && d->verdict != VERDICT_OPEN) return d;
    return NULL;
}

// Ops before the one that refuses must have taken the batch.
static bool is_of_the_model(const struct run *run)
{
    if (!run->called || run->unbatched || run->n_errors == 0) return false;
    return !attempt_finds(run, DIAG_RANK) && !attempt_finds(run, DIAG_RANK_NEEDED);
}

const struct front_assumption *batch_refused(const struct front *front,
                                             const struct solution *solution, const bool *fixed)
{
    struct arena *arena = front->arena;
    struct attempt attempt = {.learning = {.arena = arena, .plan = solution->learning.plan}};
    if (!solution->accepted || !solution->run.unbatched) return NULL;
    if (!add_batch_axes(arena, &attempt.learning.plan, fixed)) return NULL;
    attempt_run(front, &attempt);
    const struct diag *error = is_of_the_model(&attempt.run) ? first_error(&attempt.run) : NULL;
    struct front_assumption *refused = NULL;
    if (error) {
        refused = arena_new(arena, struct front_assumption);
        refused->site = site_copy(arena, error->site);
        refused->text = arena_printf(arena, "no input has a batch axis: with one, %s%s",
                                     error->message, site_behind(arena, refused->site));
    }
    run_throw_away(&attempt.run);
    return refused;
}
