// Both sides of unknown branches, by running again with a list of decisions. Bounded by the budget
// of paths.

#include "frontends/variants.h"

#include "frontends/c/dialect.h"
#include "frontends/library.h"

#define DEFAULT_PATHS 32

struct path {
    int n;
    const bool *decisions;
    const struct ast *const *nodes;
};

// A decision as a part of a key.
struct step {
    const struct ast *node;
    uint64_t side;
};

struct search {
    const struct front *front;
    const struct run_plan *start;
    struct variants *variants;
    struct map *hashes; // of the graphs so far -> number of the variant, from 1
    struct ways *ways;
    struct map *begun;                // beginnings of paths that were followed or wait
    int n_paths;                      // at most
    const struct eval_decision *left; // the first one whose other side was not followed
    VEC(struct path) waiting;
    struct diags dropped; // findings of runs that gave no variant
};

static bool made_graph(const struct run *run)
{
    const struct eval_outcome *outcome = &run->outcome;
    if (outcome->end == EVAL_ABORTED) return false;
    if (outcome->end == EVAL_EXITED && outcome->status != 0) return false;
    // An empty Sequential is called and computes nothing.
    return !program_is_empty(run->program);
}

static void note_left(struct search *search, const struct eval_decision *decision)
{
    struct arena *arena = search->front->arena;
    if (search->left) return;
    struct eval_decision *left = arena_copy(arena, decision, sizeof *decision);
    left->site = site_copy(arena, decision->site);
    left->other.text = arena_string(arena, decision->other.text);
    if (decision->other.requirement.left)
        left->other.requirement.left = arena_string(arena, decision->other.requirement.left);
    search->left = left;
}

static void add_path(struct search *search, int n, const struct step *steps)
{
    struct arena *arena = search->front->arena;
    bool *decisions = arena_array(arena, bool, n);
    const struct ast **nodes = arena_array(arena, const struct ast *, n);
    for (int i = 0; i < n; i++) {
        decisions[i] = steps[i].side;
        nodes[i] = steps[i].node;
    }
    *vec_push(arena, &search->waiting) = (struct path){n, decisions, nodes};
}

// Was a path already begun like this? It is from now on.
static bool begin(struct search *search, int n, const struct step *steps)
{
    size_t bytes = (size_t)n * sizeof *steps;
    bool known = map_get(search->begun, steps, bytes);
    map_put(search->begun, steps, bytes, search);
    return known;
}

// The same path up to a decision, which goes the other way; one for each decision whose other side
// no path takes yet.
static void branch(struct search *search, const struct choices *choices)
{
    int n = choices->list.n;
    struct step *steps = arena_array(search->front->arena, struct step, n + 1);
    for (int i = 0; i < n; i++) {
        const struct eval_decision *decision = &choices->list.at[i];
        steps[i] = (struct step){decision->node, decision->side};
        begin(search, i + 1, steps);
    }
    for (int i = 0; i < n; i++) {
        steps[i].side = !steps[i].side;
        bool known = begin(search, i + 1, steps);
        if (!known && search->waiting.n == search->n_paths) {
            note_left(search, &choices->list.at[i]);
            return;
        }
        if (!known) add_path(search, i + 1, steps);
        steps[i].side = !steps[i].side;
    }
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

// Behind a loop that was left a program that reads sizes off its tensors knows nothing of what its
// layers made, so that the graph is empty.
static bool is_blank(const struct run *run)
{
    const struct eval_outcome *outcome = &run->outcome;
    bool ended = outcome->end == EVAL_RETURNED || outcome->end == EVAL_EXITED;
    return dialect_shows_sizes(run->program) && outcome->n_loops && ended;
}

// Which run came first must not decide what is told, so this waits until all are there.
static void keep_findings(struct search *search)
{
    struct variants *variants = search->variants;
    struct run *blank = &variants->blank.run, *empty = &variants->empty.run;
    if (variants->list.n && blank->program && blank->program != empty->program) drop(search, blank);
    if (variants->list.n && empty->program) drop(search, empty);
    if (variants->list.n) variants->empty = variants->blank = (struct solution){0};
    for (const struct diag *d = search->dropped.first; d; d = d->next) {
        bool told =
            variants->empty.run.program && diags_have(&variants->empty.run.program->diags, d);
        for (int i = 0; i < variants->list.n && !told; i++)
            told = diags_have(&variants->list.at[i].solution.run.program->diags, d);
        bool loop = !variants->list.n && d->id == DIAG_UNKNOWN_LOOP_COUNT;
        if (!told) diag_copy(loop ? &variants->loops : &variants->findings, d);
    }
}

static void note_branches(struct search *search, const struct solution *solution)
{
    struct variants *variants = search->variants;
    const struct eval_outcome *outcome = &solution->run.outcome;
    struct arena *arena = search->front->arena;
    for (int i = 0; i < solution->choices.list.n; i++) {
        const struct eval_decision *met = &solution->choices.list.at[i];
        *vec_push(arena, &variants->branches) =
            (struct eval_decision){.node = met->node,
                                   .side = met->side,
                                   .taken = claim_copy(arena, &met->taken),
                                   .other = claim_copy(arena, &met->other),
                                   .site = site_copy(arena, met->site)};
    }
    for (int i = 0; i < outcome->n_seen; i++)
        map_put_string(variants->seen, outcome->seen[i], search);
}

static void follow(struct search *search, const struct path *path)
{
    struct run_plan plan = *search->start;
    struct solution solution = {0};
    plan.n_decisions = path->n;
    plan.decisions = path->decisions;
    plan.decision_nodes = path->nodes;
    solve_entry(search->front, &plan, &solution);
    branch(search, &solution.choices);
    note_branches(search, &solution);
    bool graph = made_graph(&solution.run);
    uint64_t hash = graph ? program_hash(solution.run.program) : 0;
    int known = graph ? (int)(intptr_t)map_get_number(search->hashes, hash) : 0;
    bool is_new = graph && !known;
    if (is_new) known = search->variants->list.n + 1;
    const struct choices *choices = &solution.choices;
    ways_add(search->ways, choices->list.n, choices->list.at, graph ? known - 1 : WAYS_NOWHERE);
    bool blank = !graph && !search->variants->blank.run.program && is_blank(&solution.run);
    if (blank) search->variants->blank = solution;
    if (!graph && path->n == 0) {
        search->variants->empty = solution;
    } else if (blank) {
        return;
    } else if (!is_new) {
        drop(search, &solution.run);
    } else {
        map_put_number(search->hashes, hash, (void *)(intptr_t)known);
        vec_push(search->front->arena, &search->variants->list)->solution = solution;
    }
}

// A symbol of the condition, since --set takes no formula.
static const char *name_to_set(struct arena *arena, const struct requirement *requirement)
{
    struct syms *syms = syms_open(arena);
    const char *sides[] = {requirement->left, requirement->right};
    for (int i = 0; i < 2; i++) {
        const struct sym **vars, *side = sides[i] ? sym_parse(syms, sides[i], NULL) : NULL;
        if (side && sym_vars(arena, side, &vars)) return sym_name(vars[0]);
    }
    return "NAME";
}

static void tell_left(struct search *search)
{
    struct variants *variants = search->variants;
    struct arena *arena = search->front->arena;
    if (!search->left) return;
    variants->incomplete =
        arena_printf(arena, "only %d ways through unknown branches were followed", search->n_paths);
    struct diag *diag = diag_add(&variants->findings, DIAG_UNKNOWN_BRANCH, search->left->site,
                                 "%s; that on which %s was left out", variants->incomplete,
                                 search->left->other.text);
    diag_fix(&variants->findings, diag, "give unknowns a value, as with --set %s=VALUE",
             name_to_set(arena, &search->left->other.requirement));
}

// ---- the same models, used in several ways

static void find_conditions(struct search *search)
{
    struct variants *variants = search->variants;
    for (int i = 0; i < variants->list.n; i++) {
        struct variant *variant = &variants->list.at[i];
        variant->n_ways = ways_of(search->ways, i, &variant->ways);
        variant->condition = ways_string(search->front->arena, variant->n_ways, variant->ways);
    }
}

static bool join(struct search *search, int into, int from)
{
    struct variants *variants = search->variants;
    const struct variant *one = &variants->list.at[into], *other = &variants->list.at[from];
    struct program *program = one->solution.run.program;
    const struct program *same = other->solution.run.program;
    if (!library_join(search->front->arena, program, one->condition, same, other->condition))
        return false;
    for (const struct diag *d = same->diags.first; d; d = d->next)
        if (!diags_have(&program->diags, d)) diag_copy(&program->diags, d);
    variants->list.n--;
    for (int i = from; i < variants->list.n; i++) variants->list.at[i] = variants->list.at[i + 1];
    ways_join(search->ways, from, into);
    return true;
}

static void join_all(struct search *search)
{
    struct variants *variants = search->variants;
    bool joined = false;
    for (int i = 0; i < variants->list.n; i++)
        for (int k = i + 1; k < variants->list.n;) {
            bool same = join(search, i, k);
            joined = joined || same;
            k += !same;
        }
    if (joined) find_conditions(search);
}

void variants_find(const struct front *front, const struct run_plan *start,
                   struct variants *variants)
{
    struct search search = {.front = front, .start = start, .variants = variants};
    search.n_paths = front->request->eval.budget.paths;
    if (search.n_paths <= 0) search.n_paths = DEFAULT_PATHS;
    search.hashes = map_open(front->arena);
    search.ways = ways_open(front->arena);
    search.begun = map_open(front->arena);
    *variants = (struct variants){.seen = map_open(front->arena)};
    diags_open(&variants->loops, front->arena);
    diags_open(&search.dropped, front->arena);
    diags_open(&variants->findings, front->arena);
    *vec_push(front->arena, &search.waiting) = (struct path){0};
    for (int i = 0; i < search.waiting.n; i++) {
        struct path path = search.waiting.at[i];
        follow(&search, &path);
    }
    keep_findings(&search);
    tell_left(&search);
    find_conditions(&search);
    join_all(&search);
}

// ---- what is wrong

static const struct diag *first_error(const struct diags *diags)
{
    for (const struct diag *d = diags->first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR) return d;
    return NULL;
}

static const struct diag *error_of(const struct run *run)
{
    return run->program ? first_error(&run->program->diags) : NULL;
}

const struct diag *variants_error(const struct variants *variants)
{
    const struct diag *error = first_error(&variants->findings);
    for (int i = 0; i < variants->list.n && !error; i++)
        error = error_of(&variants->list.at[i].solution.run);
    if (!error && !variants->list.n) error = error_of(&variants->blank.run);
    return error ? error : error_of(&variants->empty.run);
}
