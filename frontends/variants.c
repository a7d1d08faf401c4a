// Both sides of unknown branches, by running again with a list of decisions. Bounded by the budget
// of paths.

#include "frontends/variants.h"

#include <string.h>

#define DEFAULT_PATHS 32

struct path {
    int n;
    const bool *decisions;
};

// A side taken on a way that made no graph.
struct turn {
    struct site site;
    bool side;
};

struct search {
    VEC(struct turn) dead_ends;
    const struct front *front;
    const struct run_plan *start;
    struct variants *variants;
    struct map *hashes; // of the graphs so far
    VEC(struct path) waiting;
    struct diags dropped; // findings of runs that gave no variant
};

static bool made_graph(const struct run *run)
{
    const struct eval_outcome *outcome = &run->outcome;
    if (outcome->end == EVAL_ABORTED) return false;
    if (outcome->end == EVAL_EXITED && outcome->status != 0) return false;
    // An empty Sequential is called and computes nothing.
    return run->program->nodes.n > 1 || run->program->calls.n > 0;
}

// The same path up to a decision, which goes the other way; one for each
// decision that the path itself did not prescribe.
static void branch(struct search *search, const struct path *path,
                   const struct eval_outcome *outcome)
{
    struct arena *arena = search->front->arena;
    for (int i = path->n; i < outcome->n_decisions; i++) {
        bool *decisions = arena_array(arena, bool, i + 1);
        memcpy(decisions, outcome->decisions, (size_t)i * sizeof *decisions);
        decisions[i] = !outcome->decisions[i];
        *vec_push(arena, &search->waiting) = (struct path){i + 1, decisions};
    }
}

static void note_dead_end(struct search *search, const struct eval_outcome *outcome)
{
    for (int i = 0; i < outcome->n_decisions; i++)
        if (outcome->decision_sites[i])
            *vec_push(search->front->arena, &search->dead_ends) =
                (struct turn){*outcome->decision_sites[i], outcome->decisions[i]};
}

// A side that ends the program is no way to a model: that its assertion fails, which no value but
// those of this side brings about, is nothing wrong.
static bool is_way_out(const struct run *run, const struct diag *diag)
{
    return diag->id == DIAG_ASSERTION_FAILED && run->outcome.end == EVAL_ABORTED &&
           run->outcome.n_decisions > 0;
}

static void drop(struct search *search, struct run *run)
{
    for (const struct diag *d = run->program->diags.first; d; d = d->next)
        if (!is_way_out(run, d) && !diags_have(&search->dropped, d)) diag_copy(&search->dropped, d);
    run_throw_away(run);
}

// Which run came first must not decide what is told, so this waits until all are there.
static void keep_findings(struct search *search)
{
    struct variants *variants = search->variants;
    if (variants->list.n && variants->empty.run.program) drop(search, &variants->empty.run);
    if (variants->list.n) variants->empty = (struct solution){0};
    for (const struct diag *d = search->dropped.first; d; d = d->next) {
        bool told =
            variants->empty.run.program && diags_have(&variants->empty.run.program->diags, d);
        for (int i = 0; i < variants->list.n && !told; i++)
            told = diags_have(&variants->list.at[i].solution.run.program->diags, d);
        if (!told) diag_copy(&variants->findings, d);
    }
}

static void follow(struct search *search, const struct path *path)
{
    struct run_plan plan = *search->start;
    struct solution solution = {0};
    plan.n_decisions = path->n;
    plan.decisions = path->decisions;
    solve_entry(search->front, &plan, &solution);
    branch(search, path, &solution.run.outcome);
    bool graph = made_graph(&solution.run);
    if (!graph) note_dead_end(search, &solution.run.outcome);
    if (!graph && path->n == 0) {
        search->variants->empty = solution;
        return;
    }
    uint64_t hash = graph ? program_hash(solution.run.program) : 0;
    if (!graph || map_get_number(search->hashes, hash)) {
        drop(search, &solution.run);
        return;
    }
    map_put_number(search->hashes, hash, search);
    vec_push(search->front->arena, &search->variants->list)->solution = solution;
}

// ---- what tells variants from each other

static bool avoids_dead_end(const struct search *search, const struct eval_outcome *own, int i)
{
    for (int k = 0; k < search->dead_ends.n; k++) {
        const struct turn *turn = &search->dead_ends.at[k];
        if (site_is_same(own->decision_sites[i], &turn->site) && own->decisions[i] != turn->side)
            return true;
    }
    return false;
}

static bool takes_other_side(const struct eval_outcome *a, int i, const struct eval_outcome *b)
{
    for (int k = 0; k < b->n_decisions; k++)
        if (site_is_same(a->decision_sites[i], b->decision_sites[k]) &&
            a->decisions[i] != b->decisions[k])
            return true;
    return false;
}

static const char *condition_of(const struct search *search, int index)
{
    const struct variants *variants = search->variants;
    const struct eval_outcome *own = &variants->list.at[index].solution.run.outcome;
    struct text text = {.arena = search->front->arena};
    for (int i = 0; i < own->n_decisions; i++) {
        bool matters = avoids_dead_end(search, own, i);
        for (int k = 0; k < variants->list.n && !matters; k++)
            matters =
                k != index && takes_other_side(own, i, &variants->list.at[k].solution.run.outcome);
        if (!matters || strstr(text_string(&text), own->decision_conditions[i])) continue;
        text_printf(&text, "%s%s", text.n ? " && " : "", own->decision_conditions[i]);
    }
    return text.n ? text_string(&text) : NULL;
}

void variants_find(const struct front *front, const struct run_plan *start,
                   struct variants *variants)
{
    struct search search = {.front = front, .start = start, .variants = variants};
    int paths = front->request->eval.budget.paths;
    if (paths <= 0) paths = DEFAULT_PATHS;
    search.hashes = map_open(front->arena);
    *variants = (struct variants){0};
    diags_open(&search.dropped, front->arena);
    diags_open(&variants->findings, front->arena);
    *vec_push(front->arena, &search.waiting) = (struct path){0, NULL};
    for (int i = 0; i < search.waiting.n; i++) {
        if (i == paths) {
            variants->incomplete = arena_printf(
                front->arena, "only %d ways through unknown branches were followed", paths);
            break;
        }
        struct path path = search.waiting.at[i];
        follow(&search, &path);
    }
    keep_findings(&search);
    for (int i = 0; variants->list.n > 1 && i < variants->list.n; i++)
        variants->list.at[i].condition = condition_of(&search, i);
}
