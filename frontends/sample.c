#include "frontends/sample.h"

#include <string.h>

// A line needs two points; the others tell whether it is one. 1 is the round that comes before
// all that repeat it.
static const int64_t counts[] = {1, 2, 3, 4, 7};
#define N_COUNTS ((int)(sizeof counts / sizeof *counts))

static bool complete(const struct variants *variants)
{
    if (variants->list.n != 1 || variants->incomplete || variants->findings.n_errors) return false;
    const struct solution *solution = &variants->list.at[0].solution;
    const struct run *run = &solution->run;
    return solution->accepted && run->outcome.end != EVAL_BUDGET && !run->outcome.lost &&
           !run->outcome.n_loops && !run->program->unseen && !run->program->diags.n_errors;
}

static bool run_with(const struct front *front, const struct run_plan *start, const char *symbol,
                     int64_t count, struct front_sample *sample)
{
    struct arena *arena = front->arena;
    struct front_request request = *front->request;
    struct front bound = *front;
    int n = request.eval.n_bindings;
    const char **names = arena_array(arena, const char *, n + 1);
    int64_t *values = arena_array(arena, int64_t, n + 1);
    for (int i = 0; i < n; i++) {
        names[i] = request.eval.binding_names[i];
        values[i] = request.eval.binding_values[i];
    }
    names[n] = symbol;
    values[n] = count;
    request.eval.n_bindings = n + 1;
    request.eval.binding_names = names;
    request.eval.binding_values = values;
    bound.request = &request;
    struct variants variants;
    variants_find(&bound, start, &variants);
    if (!complete(&variants)) return false;
    const struct solution *solution = &variants.list.at[0].solution;
    *sample = (struct front_sample){.count = count,
                                    .program = solution->run.program,
                                    .n_assumptions = solution->learning.assumptions.n,
                                    .assumptions = solution->learning.assumptions.at};
    return solution->run.bindings_used[n];
}

int sample_counts(const struct front *front, const struct run_plan *start, const char *symbol,
                  const struct front_sample **samples)
{
    struct front_sample *all = arena_array(front->arena, struct front_sample, N_COUNTS);
    const char *name = arena_string(front->arena, symbol);
    for (int i = 0; i < N_COUNTS; i++)
        if (!run_with(front, start, name, counts[i], &all[i])) return 0;
    *samples = all;
    return N_COUNTS;
}
