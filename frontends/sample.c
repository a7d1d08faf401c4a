#include "frontends/sample.h"
#include "frontends/ahead.h"
#include "frontends/granted.h"

#include "frontends/c/dialect.h"
#include "frontends/library.h"
#include "frontends/limit.h"
#include "frontends/special.h"

#include <string.h>

// A line needs two points; the others tell whether it is one. 1 is the round that comes before
// all that repeat it. The last ones may be more than the program has room for, and take too long
// where there are many variants, or much is done in a round.
static const int64_t counts[] = {1, 2, 3, 4, 5, 7, 12, 21};
#define N_COUNTS ((int)(sizeof counts / sizeof *counts))
#define N_NEEDED 6
#define MANY_STEPS 100000 // of a run: more rounds would take three times as many
#define MAX_VARIANTS 8    // with the count not known
#define MAX_COUNTS 2      // symbols that loops run by
#define SECOND_SAMPLE 1
// Kernels are held against the memory that is there in the samples up to this one, and in the
// largest of those that are needed.
#define THIRD_SAMPLE 2
#define MAX_LIMITS 8

struct sampling {
    const struct front *front;
    const char *symbol;
    const struct map *watched; // conditions that were not decided while the count was not known
    int n_limits;              // of the count: on one side of each all samples are
    struct claim limits[MAX_LIMITS];
    int depth; // of loops by other symbols, one inside of the other
    int n;
    struct variants variants[N_COUNTS];
    const struct front_folding
        *folding[N_COUNTS]; // of loops by another symbol; NULL: there are none
};

static struct front_folding *sample_at_depth(const struct front *, const struct run_plan *,
                                             const struct variants *unfolded, int depth);

// Where no run made a graph, the blank one is what is known.
static int n_unfolded(const struct variants *variants)
{
    if (variants->list.n) return variants->list.n;
    return variants->blank.run.program != NULL;
}

static const struct solution *unfolded_at(const struct variants *variants, int index)
{
    return variants->list.n ? &variants->list.at[index].solution : &variants->blank;
}

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
    request.eval.is_checked = s->n >= N_NEEDED || (s->n > THIRD_SAMPLE && s->n < N_NEEDED - 1);
    bound.request = &request;
    variants_find(&bound, start, variants);
    if (n_unfolded(variants) == 0 || !unfolded_at(variants, 0)->run.bindings_used[n]) return false;
    if (complete(variants)) return true;
    s->folding[s->n] = sample_at_depth(&bound, start, variants, s->depth + 1);
    return s->folding[s->n] && (variants->list.n == 0 || s->folding[s->n]->n_variants == 1);
}

static bool took_long(const struct variants *variants)
{
    for (int i = 0; i < n_unfolded(variants); i++)
        if (unfolded_at(variants, i)->run.outcome.steps > MANY_STEPS) return true;
    return false;
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

// ---- conditions on the count

// Which side the condition takes with this many rounds, of a claim on the count alone: 1 or 0; -1:
// it is about something else.
static int holds_at(const struct sampling *s, const struct claim *claim, int64_t count)
{
    const struct requirement_binding binding = {s->symbol, count};
    const struct requirement *asked = &claim->requirement;
    if (!asked->left) return -1;
    switch (requirement_at(s->front->arena, asked, &binding, 1, NULL)) {
    case REQUIREMENT_KEPT: return 1;
    case REQUIREMENT_BROKEN: return 0;
    default: return -1;
    }
}

static bool has_claim(const struct variants *unfolded, const char *text)
{
    for (int i = 0; i < unfolded->list.n; i++)
        for (int w = 0; w < unfolded->list.at[i].n_ways; w++)
            for (int k = 0; k < unfolded->list.at[i].ways[w].n; k++)
                if (!strcmp(unfolded->list.at[i].ways[w].at[k].text, text)) return true;
    return false;
}

// With any number of rounds it holds: it is no limit.
static bool holds_always(const struct claim *claim, const char *symbol)
{
    struct arena *scratch = arena_open();
    struct syms *syms = syms_open(scratch);
    sym_assume_at_least(syms, sym_var(syms, symbol), counts[0]);
    bool known = requirement_known(syms, &claim->requirement);
    arena_close(scratch);
    return known;
}

// Of a bound, as n <= 48, what holds of two numbers holds of all between them.
static bool all_keep(const struct sampling *s, const struct claim *claim)
{
    enum requirement_kind kind = claim->requirement.kind;
    bool bound = kind == REQUIRE_AT_LEAST || kind == REQUIRE_AT_MOST;
    for (int i = 0; i < N_NEEDED && bound; i++) bound = holds_at(s, claim, counts[i]) == 1;
    return bound || (claim->requirement.left && holds_always(claim, s->symbol));
}

// The side that all samples are on, as n <= 48 in `if (n > 48) return`. NULL: they are on both, or
// the other side is a model's, too.
static const struct claim *side_of(const struct sampling *s, const struct eval_decision *decision,
                                   const struct variants *unfolded)
{
    bool taken = holds_at(s, &decision->taken, counts[0]) == 1;
    const struct claim *claim = taken ? &decision->taken : &decision->other;
    const struct claim *against = taken ? &decision->other : &decision->taken;
    return all_keep(s, claim) && !has_claim(unfolded, against->text) ? claim : NULL;
}

static void add_limit(struct sampling *s, const struct claim *claim)
{
    if (holds_always(claim, s->symbol)) return;
    for (int i = 0; i < s->n_limits; i++)
        if (!strcmp(s->limits[i].text, claim->text)) return;
    if (s->n_limits < MAX_LIMITS) s->limits[s->n_limits] = claim_copy(s->front->arena, claim);
    s->n_limits++;
}

// What a run took for granted of the count, as of a side that ends the program.
static void find_granted(struct sampling *s, const struct eval_outcome *outcome)
{
    for (int i = 0; i < outcome->n_assumptions; i++)
        if (holds_at(s, &outcome->assumptions[i], counts[0]) >= 0)
            add_limit(s, &outcome->assumptions[i]);
}

// Conditions that must not compare something else in another sample. Those of the count that all
// samples are on one side of are what the models are true of.
static void find_watched(struct sampling *s, const struct variants *unfolded)
{
    struct map *watched = map_open(s->front->arena);
    for (int i = 0; i < unfolded->branches.n; i++) {
        const struct eval_decision *decision = &unfolded->branches.at[i];
        const struct claim *side = side_of(s, decision, unfolded);
        if (side)
            add_limit(s, side);
        else
            map_put_number(watched, (uint64_t)(uintptr_t)decision->node, s);
    }
    for (int i = 0; i < n_unfolded(unfolded); i++)
        find_granted(s, &unfolded_at(unfolded, i)->run.outcome);
    s->watched = watched;
}

// A condition that compares something else in one of them may turn out otherwise after more
// rounds. One round may not come to conditions that the others do.
static bool saw_the_same(const struct sampling *s)
{
    const struct map *of = s->variants[SECOND_SAMPLE].seen;
    for (int i = 0; i < s->n; i++) {
        const struct map *seen = s->variants[i].seen;
        if (i > 0 && map_count(seen) != map_count(of)) return false;
        for (int k = 0; k < map_count(seen); k++)
            if (!map_get_string(of, map_key(seen, k))) return false;
    }
    return true;
}

// ---- variants, and the graphs of each

// Of one sample: its programs, or of loops by another symbol as many folded ones.
struct parts {
    int n;
    struct program **programs; // NULL where the folding has them
    const struct solution *solution;
};

static struct parts parts_of(const struct sampling *s, int sample, const char *condition)
{
    const struct variants *variants = &s->variants[sample];
    const struct variant *here = find_variant(variants, condition);
    const struct front_folding *folding = s->folding[sample];
    struct parts parts = {.solution = here ? &here->solution : &variants->blank};
    if (folding)
        parts.n = folding->n_variants;
    else if (here)
        parts.n = library_split(s->front->arena, here->solution.run.program, &parts.programs);
    return parts;
}

static struct front_sample sample_of(const struct sampling *s, int sample,
                                     const struct parts *parts, int part)
{
    int n;
    const struct front_assumption *granted = granted_plain(s->front->arena, parts->solution, &n);
    return (struct front_sample){.count = counts[sample],
                                 .folding = s->folding[sample],
                                 .part = part,
                                 .program = parts->programs ? parts->programs[part]
                                                            : parts->solution->run.program,
                                 .n_assumptions = n,
                                 .assumptions = granted};
}

// Adds a model for each graph of the variant. False where not all samples have as many.
static bool add_variant(const struct sampling *s, const struct variant *variant,
                        struct front_folding *folding)
{
    struct arena *arena = s->front->arena;
    const char *condition = variant ? variant->condition : NULL;
    int n = parts_of(s, SECOND_SAMPLE, condition).n;
    struct front_variant *all = arena_array(arena, struct front_variant, folding->n_variants + n);
    for (int k = 0; k < folding->n_variants; k++) all[k] = folding->variants[k];
    struct front_variant *added = all + folding->n_variants;
    for (int k = 0; k < n; k++) {
        added[k] = (struct front_variant){.condition = condition};
        if (variant) added[k].n_ways = variant->n_ways, added[k].ways = variant->ways;
        added[k].samples = arena_array(arena, struct front_sample, s->n);
    }
    for (int i = 0; i < s->n; i++) {
        struct parts parts = parts_of(s, i, condition);
        if (parts.n != n) return false;
        for (int k = 0; k < n; k++) {
            struct front_sample *samples = added[k].samples;
            samples[added[k].n_samples++] = sample_of(s, i, &parts, k);
        }
    }
    folding->variants = all;
    folding->n_variants += n;
    return n > 0;
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
    for (int i = 0; i < n_unfolded(variants); i++) {
        const struct run *run = &unfolded_at(variants, i)->run;
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

// All variants of the second sample, whose conditions the others must have, too.
static bool add_variants(const struct sampling *s, struct front_folding *folding)
{
    const struct variants *second = &s->variants[SECOND_SAMPLE];
    for (int i = 0; i < s->n; i++)
        if (s->variants[i].list.n != second->list.n) return false;
    if (second->list.n == 0) return add_variant(s, NULL, folding);
    for (int i = 0; i < second->list.n; i++)
        if (!add_variant(s, &second->list.at[i], folding)) return false;
    return true;
}

// ---- what is wrong whatever the count is

// An error of the first sample that another one has, too.
static bool has_error(const struct variants *variants, const struct diag *error)
{
    if (diags_have(&variants->findings, error)) return true;
    for (int i = 0; i < n_unfolded(variants); i++)
        if (diags_have(&unfolded_at(variants, i)->run.program->diags, error)) return true;
    const struct program *empty = variants->empty.run.program;
    return empty && diags_have(&empty->diags, error);
}

static void keep_common(const struct sampling *s, const struct diags *found, struct diags *common)
{
    for (const struct diag *d = found->first; d; d = d->next)
        if (d->severity == SEVERITY_ERROR && has_error(&s->variants[SECOND_SAMPLE], d) &&
            has_error(&s->variants[SECOND_SAMPLE + 1], d) && !diags_have(common, d))
            diag_copy(common, d);
}

// Behind a loop that is left nothing is known, and so nothing is found; where each of the first
// samples finds the same there, it is told.
static void tell_common(struct sampling *s, const struct run_plan *start)
{
    const struct variants *first = &s->variants[0];
    struct diags *common = &s->front->result->diags;
    for (s->n = 1; s->n <= SECOND_SAMPLE + 1; s->n++)
        run_with(s, start, counts[s->n], &s->variants[s->n]);
    keep_common(s, &first->findings, common);
    for (int i = 0; i < n_unfolded(first); i++)
        keep_common(s, &unfolded_at(first, i)->run.program->diags, common);
    if (first->empty.run.program) keep_common(s, &first->empty.run.program->diags, common);
}

// ---- how many rounds there may be

struct probing {
    const struct sampling *sampling;
    const struct run_plan *start;
};

static enum probe_result probe(void *data, int64_t count, const struct diag **why)
{
    const struct probing *p = data;
    struct sampling one = *p->sampling;
    one.n = N_NEEDED - 1;
    one.variants[one.n] = (struct variants){0};
    bool good = run_with(&one, p->start, count, &one.variants[one.n]);
    *why = variants_error(&one.variants[one.n]);
    if (*why) return PROBE_REFUSED;
    return good && !one.folding[one.n] ? PROBE_GOOD : PROBE_UNKNOWN;
}

// Is there a condition already that the count breaks, as the room in an array?
static bool is_limited(const struct sampling *s, const struct variants *unfolded, int64_t count)
{
    const struct requirement_binding binding = {s->symbol, count};
    for (int i = 0; i < s->n_limits; i++)
        if (holds_at(s, &s->limits[i], count) == 0) return true;
    for (int i = 0; i < n_unfolded(unfolded); i++) {
        const struct eval_outcome *outcome = &unfolded_at(unfolded, i)->run.outcome;
        for (int k = 0; k < outcome->n_rooms; k++)
            if (requirement_at(s->front->arena, &outcome->rooms[k].requirement, &binding, 1,
                               NULL) == REQUIREMENT_BROKEN)
                return true;
    }
    return false;
}

// The values of the count that the request asks for, but for those that are limited already.
static void list_asked(const struct sampling *s, const struct variants *unfolded,
                       struct limit_request *request)
{
    const struct front_values *values = special_asked(s->front->request, s->symbol);
    int64_t *asked = arena_array(s->front->arena, int64_t, values ? values->n : 0);
    for (int i = 0; values && i < values->n; i++)
        if (!is_limited(s, unfolded, values->values[i]))
            asked[request->n_asked++] = values->values[i];
    request->asked = asked;
}

// Of models without variants or loops by another symbol; `refused`: of the samples that were to be
// made, the count of one that had an error, or 0.
static void find_needs(struct sampling *s, const struct run_plan *start,
                       const struct variants *unfolded, int64_t refused,
                       struct front_folding *folding)
{
    struct edge_sample samples[N_COUNTS];
    struct probing probing = {s, start};
    struct front_assumption *needs =
        arena_array(s->front->arena, struct front_assumption, MAX_LIMITS_FOUND);
    if (s->depth > 0 || unfolded->list.n > 1) return;
    for (int i = 0; i < s->n; i++) {
        if (s->folding[i] || s->variants[i].list.n != 1) return;
        samples[i] =
            (struct edge_sample){counts[i], s->variants[i].list.at[0].solution.run.program};
    }
    if (refused && is_limited(s, unfolded, refused)) refused = 0;
    struct limit_request request = {.arena = s->front->arena,
                                    .symbol = s->symbol,
                                    .n = s->n,
                                    .samples = samples,
                                    .refused = refused,
                                    .data = &probing,
                                    .probe = probe};
    list_asked(s, unfolded, &request);
    folding->n_needs = limit_find(&request, needs);
    folding->needs = needs;
}

// The rounds of the largest sample may be alike only because they end before the modules differ.
static bool has_others_ahead(const struct sampling *s)
{
    const struct variants *largest = &s->variants[s->n - 1];
    for (int i = 0; i < n_unfolded(largest) && !s->folding[s->n - 1]; i++)
        if (ahead_differs(s->front->arena, unfolded_at(largest, i)->run.program)) return true;
    return false;
}

static struct front_folding *sample_at_depth(const struct front *front,
                                             const struct run_plan *start,
                                             const struct variants *unfolded, int depth)
{
    struct arena *arena = front->arena;
    struct sampling s = {.front = front, .depth = depth};
    const char *symbol = depth < MAX_COUNTS ? count_of(unfolded) : NULL;
    if (!symbol || unfolded->list.n > MAX_VARIANTS) return NULL;
    s.symbol = arena_string(arena, symbol);
    find_watched(&s, unfolded);
    // Of a builder whose caller is not there nearly every size is a symbol.
    bool costly = unfolded->list.n > 1 || depth > 0 || start->entry->kind == ENTRY_GRAPH;
    int n = costly ? N_NEEDED : N_COUNTS;
    for (; s.n < n; s.n++) {
        if (s.n == N_NEEDED && took_long(&s.variants[s.n - 1])) n = N_NEEDED;
        if (s.n == n || !run_with(&s, start, counts[s.n], &s.variants[s.n])) break;
    }
    bool shown = n_unfolded(unfolded) && dialect_shows_sizes(unfolded_at(unfolded, 0)->run.program);
    if (s.n == 0 && depth == 0 && shown && variants_error(&s.variants[0])) {
        tell_common(&s, start);
        return NULL;
    }
    if (s.n < N_NEEDED || s.n_limits > MAX_LIMITS || !saw_the_same(&s) || has_others_ahead(&s))
        return NULL;
    struct front_folding *folding = arena_new(arena, struct front_folding);
    folding->loop_count = s.symbol;
    folding->n_models = unfolded->list.n;
    folding->limits = (struct claims){
        s.n_limits, arena_copy(arena, s.limits, (size_t)s.n_limits * sizeof *s.limits)};
    bool refused = s.n < n && variants_error(&s.variants[s.n]);
    find_needs(&s, start, unfolded, refused ? counts[s.n] : 0, folding);
    return add_variants(&s, folding) ? folding : NULL;
}

struct front_folding *sample_loops(const struct front *front, const struct run_plan *start,
                                   const struct variants *unfolded)
{
    return sample_at_depth(front, start, unfolded, 0);
}
