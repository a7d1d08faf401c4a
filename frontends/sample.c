#include "frontends/sample.h"

#include <string.h>

// A line needs two points; the others tell whether it is one. 1 is the round that comes before
// all that repeat it. The last ones may be more than the program has room for, and takes too long
// where there are many variants.
static const int64_t counts[] = {1, 2, 3, 4, 5, 7, 12, 21};
#define N_COUNTS ((int)(sizeof counts / sizeof *counts))
#define N_NEEDED 6
#define MAX_VARIANTS 8 // with the count not known
#define MAX_COUNTS 2   // symbols that loops run by

struct sampling {
    const struct front *front;
    const char *symbol;
    const struct map *watched; // conditions that were not decided while the count was not known
    int depth;                 // of loops by other symbols, one inside of the other
    int n;
    struct variants variants[N_COUNTS];
    const struct front_folding
        *folding[N_COUNTS]; // of loops by another symbol; NULL: there are none
};

static const struct front_folding *sample_at_depth(const struct front *, const struct run_plan *,
                                                   const struct variants *unfolded, int depth);

static bool complete(const struct variants *variants)
{
    if (variants->list.n == 0 || variants->incomplete || variants->findings.n_errors) return false;
    for (int i = 0; i < variants->list.n; i++) {
        const struct solution *solution = &variants->list.at[i].solution;
        const struct run *run = &solution->run;
        bool whole = solution->accepted && run->outcome.end != EVAL_BUDGET && !run->outcome.lost &&
                     !run->outcome.n_loops && !run->program->unseen &&
                     !run->program->diags.n_errors;
        if (!whole) return false;
    }
    return true;
}

static bool run_with(struct sampling *s, const struct run_plan *start, int64_t count,
                     struct variants *variants)
{
    struct arena *arena = s->front->arena;
    struct front_request request = *s->front->request;
    struct front bound = *s->front;
    int n = request.eval.n_bindings;
    const char **names = arena_array(arena, const char *, n + 1);
    int64_t *values = arena_array(arena, int64_t, n + 1);
    for (int i = 0; i < n; i++) {
        names[i] = request.eval.binding_names[i];
        values[i] = request.eval.binding_values[i];
    }
    names[n] = s->symbol;
    values[n] = count;
    request.eval.n_bindings = n + 1;
    request.eval.binding_names = names;
    request.eval.binding_values = values;
    request.eval.watched = s->watched;
    bound.request = &request;
    variants_find(&bound, start, variants);
    if (variants->list.n && !variants->list.at[0].solution.run.bindings_used[n]) return false;
    if (complete(variants)) return true;
    s->folding[s->n] = sample_at_depth(&bound, start, variants, s->depth + 1);
    return s->folding[s->n] && s->folding[s->n]->n_variants == 1;
}

// ---- are they the same, whatever the count?

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static const struct variant *find_variant(const struct variants *variants, const char *condition)
{
    for (int i = 0; i < variants->list.n; i++)
        if (same_text(variants->list.at[i].condition, condition)) return &variants->list.at[i];
    return NULL;
}

// A condition that compares something else in one of them may turn out otherwise after more
// rounds. One round may not come to conditions that the others do.
static bool saw_the_same(const struct sampling *s)
{
    const struct map *of = s->variants[1].seen;
    for (int i = 0; i < s->n; i++) {
        const struct map *seen = s->variants[i].seen;
        if (i > 0 && map_count(seen) != map_count(of)) return false;
        for (int k = 0; k < map_count(seen); k++)
            if (!map_get_string(of, map_key(seen, k))) return false;
    }
    return true;
}

static struct front_variant sampled(const struct sampling *s, const struct variant *variant)
{
    struct front_sample *samples = arena_array(s->front->arena, struct front_sample, s->n);
    struct front_variant all = {variant->condition, variant->n_ways, variant->ways, 0, samples};
    for (int i = 0; i < s->n; i++) {
        const struct variant *here = find_variant(&s->variants[i], variant->condition);
        if (!here) break;
        const struct solution *solution = &here->solution;
        samples[all.n_samples++] =
            (struct front_sample){.count = counts[i],
                                  .folding = s->folding[i],
                                  .program = solution->run.program,
                                  .n_assumptions = solution->learning.assumptions.n,
                                  .assumptions = solution->learning.assumptions.at};
    }
    return all;
}

// ---- which counts there are

static void add_name(const char **names, int *n, const char *name)
{
    for (int i = 0; i < *n; i++)
        if (strcmp(names[i], name) == 0) return;
    if (*n < MAX_COUNTS + 1) names[(*n)++] = name;
}

// The last met of the symbols that decide how often the loops of all variants run, so that of one
// in the other the inner one is sampled first: all its rounds stand together in each of the
// outer's. NULL: there are none, or too many, or something else decides it.
static const char *count_of(const struct variants *variants)
{
    const char *names[MAX_COUNTS + 1];
    int n = 0;
    if (variants->incomplete) return NULL;
    for (int i = 0; i < variants->list.n; i++) {
        const struct run *run = &variants->list.at[i].solution.run;
        const struct eval_outcome *outcome = &run->outcome;
        bool whole = outcome->end == EVAL_RETURNED || outcome->end == EVAL_EXITED;
        if (run->program->diags.n_errors || !whole || outcome->lost) return NULL;
        if (!outcome->n_loops) continue;
        if (!outcome->n_loop_counts) return NULL;
        for (int k = 0; k < outcome->n_loop_counts; k++)
            add_name(names, &n, outcome->loop_counts[k]);
    }
    return n && n <= MAX_COUNTS ? names[n - 1] : NULL;
}

static const struct front_folding *sample_at_depth(const struct front *front,
                                                   const struct run_plan *start,
                                                   const struct variants *unfolded, int depth)
{
    struct arena *arena = front->arena;
    struct sampling s = {.front = front, .watched = unfolded->branches, .depth = depth};
    const char *symbol = depth < MAX_COUNTS ? count_of(unfolded) : NULL;
    if (!symbol || unfolded->list.n > MAX_VARIANTS) return NULL;
    s.symbol = arena_string(arena, symbol);
    int n = unfolded->list.n > 1 || depth > 0 ? N_NEEDED : N_COUNTS;
    for (; s.n < n; s.n++)
        if (!run_with(&s, start, counts[s.n], &s.variants[s.n])) break;
    const struct variants *second = &s.variants[1];
    if (s.n < N_NEEDED || !saw_the_same(&s)) return NULL;
    struct front_variant *all = arena_array(arena, struct front_variant, second->list.n);
    for (int i = 0; i < second->list.n; i++) {
        all[i] = sampled(&s, &second->list.at[i]);
        if (all[i].n_samples < s.n) return NULL;
    }
    for (int i = 0; i < s.n; i++)
        if (s.variants[i].list.n != second->list.n) return NULL;
    struct front_folding *folding = arena_new(arena, struct front_folding);
    *folding = (struct front_folding){s.symbol, unfolded->list.n, second->list.n, all};
    return folding;
}

const struct front_folding *sample_loops(const struct front *front, const struct run_plan *start,
                                         const struct variants *unfolded)
{
    return sample_at_depth(front, start, unfolded, 0);
}
