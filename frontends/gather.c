// The whole way from the files of a program to its models, in order: parse, entries, for each entry
// its variants, then what the caller lists (symbols, files, unused bindings). Findings of a run
// count once, whatever number of runs made them.

#include "frontends/gather.h"
#include "frontends/c/dialect.h"
#include "frontends/entries.h"
#include "frontends/granted.h"
#include "frontends/library.h"
#include "frontends/lints.h"
#include "frontends/needs.h"
#include "frontends/sample.h"
#include "frontends/special.h"
#include "frontends/variants.h"
#include "ir/base/text.h"

#include <stdlib.h>
#include <inttypes.h>
#include <string.h>

struct gathering {
    struct front front;
    struct entries entries;
    VEC(struct front_model) models;
    VEC(const char *) symbols;
    struct map *symbols_seen;
    int *n_specials; // of the entry so far, those of its specials among them
};

#define MAX_SPECIALS 64

// ---- names

static void add_symbol(struct gathering *g, const char *name)
{
    if (map_get_string(g->symbols_seen, name)) return;
    map_put_string(g->symbols_seen, name, g);
    *vec_push(g->front.arena, &g->symbols) = arena_string(g->front.arena, name);
}

static void list_symbols(struct gathering *g, struct front_result *result)
{
    if (g->symbols.n > 1)
        qsort(g->symbols.at, (size_t)g->symbols.n, sizeof *g->symbols.at, text_order);
    result->n_symbols = g->symbols.n;
    result->symbols = g->symbols.at;
}

static const struct site *global_site(struct gathering *g, const char *name)
{
    for (int i = 0; i < unit_n_globals(g->front.unit); i++) {
        const struct variable *v = unit_global(g->front.unit, i);
        if (!v->name || strcmp(v->name, name) != 0) continue;
        struct site *site = arena_new(g->front.arena, struct site);
        *site = (struct site){.file = unit_file(g->front.unit, v->file),
                              .line = (int)v->line,
                              .column = (int)v->column};
        return site;
    }
    return NULL;
}

static void list_globals(struct gathering *g, struct front_result *result)
{
    const struct eval_request *request = &g->front.request->eval;
    const struct site **sites =
        arena_array(g->front.arena, const struct site *, request->n_bindings + 1);
    for (int i = 0; i < request->n_bindings; i++)
        sites[i] = global_site(g, request->binding_names[i]);
    result->binding_globals = sites;
}

static void list_files(struct gathering *g, struct front_result *result)
{
    result->n_files = unit_n_files(g->front.unit);
    const char **files = arena_array(g->front.arena, const char *, result->n_files + 1);
    for (int i = 0; i < result->n_files; i++) files[i] = unit_file(g->front.unit, (uint32_t)i);
    result->files = files;
}

// Time is no file: what ended by its limit may go further another day.
static void list_dependencies(struct gathering *g, struct front_result *result)
{
    dependencies_open(&result->dependencies, g->front.arena);
    dependencies_add_all(&result->dependencies, unit_dependencies(g->front.unit));
    if (result->n_exhausted_steps) dependencies_miss(&result->dependencies, "a run ended early");
    if (g->front.request->eval.argc)
        dependencies_miss(&result->dependencies, "the program reads files");
    if (g->front.request->unit.n_unsaved)
        dependencies_miss(&result->dependencies, "not all contents are on disk");
}

static void list_entries(struct gathering *g, struct front_result *result)
{
    const char **names = arena_array(g->front.arena, const char *, g->entries.n + 1);
    for (int i = 0; i < g->entries.n; i++) names[i] = g->entries.at[i].name;
    result->n_entries = g->entries.n;
    result->entries = names;
}

// ---- models

static const char *why_incomplete(const struct run *run)
{
    switch (run->outcome.end) {
    case EVAL_BUDGET:
    case EVAL_UNSUPPORTED:
    case EVAL_FAULT: return run->outcome.reason ? run->outcome.reason : "the run ended early";
    default: return run->outcome.lost;
    }
}

static void note_symbols(struct gathering *g, const struct run *run, int *n_unused)
{
    const struct eval_request *request = &g->front.request->eval;
    const struct sym **vars;
    int n = syms_vars(run->syms, &vars);
    for (int i = 0; i < n; i++) add_symbol(g, sym_name(vars[i]));
    for (int i = 0; i < request->n_bindings; i++) {
        if (run->bindings_used[i])
            add_symbol(g, request->binding_names[i]);
        else
            ++*n_unused;
    }
}

static void add_model(struct gathering *g, const struct entry *entry, const struct variant *variant)
{
    const struct solution *solution = &variant->solution;
    struct front_model model = {.program = solution->run.program,
                                .n_outputs = solution->run.n_outputs,
                                .outputs = solution->run.outputs,
                                .entry = entry->name,
                                .function = entry->function->name,
                                .site = entry->site,
                                .condition = variant->condition,
                                .ranges = solution->run.outcome.ranges,
                                .left_loops = solution->run.outcome.left_loops,
                                .n_rooms = solution->run.outcome.n_rooms,
                                .rooms = granted_rooms(g->front.arena, &solution->run.outcome),
                                .n_ways = variant->n_ways,
                                .ways = variant->ways,
                                .incomplete = why_incomplete(&solution->run)};
    if (model.incomplete && !model.program->unseen) model.program->unseen = model.incomplete;
    needs_explain(&g->front, &solution->learning.plan, &solution->run);
    model.assumptions = granted_assumptions(g->front.arena, solution, &model.n_assumptions);
    note_symbols(g, &solution->run, &model.n_unused_bindings);
    const struct library *library = library_of(model.program);
    if (library && library->notes_loops && !model.program->unseen)
        model.left_loops = (struct claims){0};
    if (library && library->counts_one_round && model.left_loops.n && !model.program->unseen)
        model.program->unseen = "of a loop of unknown count one round is counted";
    struct program **parts;
    int n = library_split(g->front.arena, model.program, &parts);
    for (int i = 0; i < n; i++) {
        struct front_model *one = vec_push(g->front.arena, &g->models);
        *one = model;
        one->program = parts[i];
        if (parts[i] != model.program) one->n_outputs = 0;
    }
}

// What was found on the way is told even where no model came of it.
static void keep_findings(struct diags *diags, const struct diags *found)
{
    for (const struct diag *d = found->first; d; d = d->next) diag_copy(diags, d);
}

// What the loops come to with numbers, of the variants that were found.
static struct front_folding *fold(struct gathering *g, const struct run_plan *plan,
                                  const struct variants *variants)
{
    struct run_plan start = *plan;
    const struct program *made =
        variants->list.n ? variants->list.at[0].solution.run.program : NULL;
    if (made && library_of(made) && !dialect_shows_sizes(made) && !program_is_raw(made))
        return NULL;
    if (made) start.like = &variants->list.at[0].solution.learning.plan;
    return sample_loops(&g->front, &start, variants);
}

// One of the models that the folding was made from.
static const struct program *sampled(const struct front_folding *folding)
{
    const struct front_sample *sample = &folding->variants[0].samples[0];
    while (sample->folding) sample = &sample->folding->variants[sample->part].samples[0];
    return sample->program;
}

// The graph of a library whose layers were not followed may hold nothing. Then the model is only
// what its loops come to with numbers.
static void add_lone(struct gathering *g, const struct entry *entry,
                     const struct variants *variants, const struct front_folding *folding)
{
    const struct run *blank = &variants->blank.run;
    blank->program->manner = sampled(folding)->manner;
    for (const struct diag *d = variants->loops.first; d; d = d->next)
        diag_copy(&blank->program->diags, d);
    struct front_model *model = vec_push(g->front.arena, &g->models);
    *model = (struct front_model){.program = blank->program,
                                  .entry = entry->name,
                                  .function = entry->function->name,
                                  .site = entry->site,
                                  .ranges = blank->outcome.ranges,
                                  .left_loops = blank->outcome.left_loops,
                                  .n_rooms = blank->outcome.n_rooms,
                                  .rooms = granted_rooms(g->front.arena, &blank->outcome),
                                  .incomplete = why_incomplete(blank)};
    note_symbols(g, blank, &model->n_unused_bindings);
}

// For the models of the entry, from `first` on.
static void add_folding(struct gathering *g, const struct entry *entry,
                        const struct variants *variants, struct front_folding *folding, int first)
{
    if (!folding) return;
    folding->stands_alone = g->models.n == first;
    if (folding->stands_alone) add_lone(g, entry, variants, folding);
    folding->n_models = g->models.n - first;
    g->models.at[first].folding = folding;
}

// Why a program may have got no memory for its numbers: that is told though no model came of it.
static void keep_impossible(struct diags *diags, const struct diags *found)
{
    for (const struct diag *d = found->first; d; d = d->next)
        if (d->id == DIAG_ALLOCATION_SIZE || d->id == DIAG_SIGNED_OVERFLOW) diag_copy(diags, d);
}

// With the arguments that were given the program is run as it would be, so where it ended is why
// there is no model of it.
static void tell_end_of_main(const struct front *front, const struct entry *entry,
                             const struct run *run)
{
    const struct eval_outcome *outcome = &run->outcome;
    int64_t status = outcome->status;
    bool ended = outcome->end == EVAL_RETURNED || outcome->end == EVAL_EXITED;
    if (entry->kind != ENTRY_MAIN || front->request->eval.argc == 0 || !ended ||
        outcome->n_decisions > 0 || run->program->diags.n_errors > 0)
        return;
    bool known = outcome->end == EVAL_EXITED || cvalue_as_int(&outcome->result, &status);
    bool computed = !program_is_empty(run->program);
    struct diags *diags = &run->program->diags;
    const struct site *site = outcome->site ? outcome->site : entry->site;
    diag_add(diags, DIAG_MAIN_ENDED, site,
             "with the arguments of --argv, the program ends here%s%s",
             known ? arena_printf(diags->arena, " with status %" PRId64, status) : "",
             computed ? ": what it has computed until then counts as no model"
                      : " before it reaches a model");
}

// What main does may depend on its arguments.
static bool may_read_argv(struct gathering *g, const struct entry *entry,
                          const struct variants *variants)
{
    return entry->kind == ENTRY_MAIN && g->front.request->eval.argc == 0 &&
           variants->empty.run.program->diags.n_errors + variants->findings.n_errors == 0;
}

// ---- models at numbers that break what was taken for granted

static bool analyse_models(struct gathering *, const struct entry *);

// The request with more symbols bound.
static struct front_request bind(struct arena *arena, const struct front_request *request,
                                 const struct special_values *at)
{
    struct front_request bound = *request;
    int n = request->eval.n_bindings;
    const char **names = arena_array(arena, const char *, n + at->n);
    int64_t *values = arena_array(arena, int64_t, n + at->n);
    for (int i = 0; i < n + at->n; i++) {
        names[i] = i < n ? request->eval.binding_names[i] : at->names[i - n];
        values[i] = i < n ? request->eval.binding_values[i] : at->values[i - n];
    }
    bound.eval.n_bindings = n + at->n;
    bound.eval.binding_names = names;
    bound.eval.binding_values = values;
    return bound;
}

// What is found there is no finding about the program: nobody asked for this run.
static struct front_special analyse_special(struct gathering *g, const struct entry *entry,
                                            const struct special_values *at, struct map *symbols)
{
    struct arena *arena = g->front.arena;
    struct front_request *request = arena_new(arena, struct front_request);
    struct front_result aside = *g->front.result;
    *request = bind(arena, g->front.request, at);
    diags_open(&aside.diags, arena);
    struct gathering inner = {.front = {.arena = arena,
                                        .unit = g->front.unit,
                                        .request = request,
                                        .result = &aside,
                                        .names_without_bindings = map_open(arena),
                                        .nests = g->front.nests},
                              .entries = g->entries,
                              .symbols_seen = symbols,
                              .n_specials = g->n_specials};
    analyse_models(&inner, entry);
    g->front.result->n_exhausted_steps = aside.n_exhausted_steps;
    return (struct front_special){.n = at->n,
                                  .names = at->names,
                                  .values = at->values,
                                  .n_models = inner.models.n,
                                  .models = inner.models.at};
}

struct specials {
    VEC(struct front_special) all;
};

// Are its inputs those of the models that it is about? Others may be accepted where they are not.
static bool has_inputs_of(const struct gathering *g, int first, const struct front_special *special)
{
    return !special->n_models ||
           special_has_ranks(g->models.at[first].program, special->models[0].program);
}

// Names that a run asks for and takes for sizes of the same inputs, not of an axis that they lack.
static int keep_used(struct gathering *g, const struct entry *entry, int first, int n,
                     const struct front_values *solved, struct front_values *used)
{
    int n_used = 0;
    for (int i = 0; i < n; i++) {
        struct special_values one = {1, &solved[i].name, solved[i].values};
        struct map *symbols = map_open(g->front.arena);
        struct front_special special = analyse_special(g, entry, &one, symbols);
        if (has_inputs_of(g, first, &special) && map_get_string(symbols, solved[i].name))
            used[n_used++] = solved[i];
    }
    return n_used;
}

static void add_each(struct gathering *g, const struct entry *entry, int first, int n,
                     const struct front_values *of, struct specials *specials)
{
    struct arena *arena = g->front.arena;
    struct special_values found[MAX_SPECIALS];
    n = special_combine(arena, n, of, MAX_SPECIALS, found);
    for (int k = 0; k < n && ++*g->n_specials <= MAX_SPECIALS; k++) {
        struct front_special one = analyse_special(g, entry, &found[k], map_open(arena));
        one.solved = true;
        if (has_inputs_of(g, first, &one)) *vec_push(arena, &specials->all) = one;
    }
}

// Sizes that have one number in all models, as the inputs were solved.
static void add_solved(struct gathering *g, const struct entry *entry, int first,
                       struct specials *specials)
{
    struct arena *arena = g->front.arena;
    const struct front_values *solved;
    int n =
        special_solved(arena, g->front.request, g->models.n - first, &g->models.at[first], &solved);
    struct front_values *used = arena_array(arena, struct front_values, n);
    if (!n || g->models.n == first) return;
    add_each(g, entry, first, keep_used(g, entry, first, n, solved, used), used, specials);
}

// Where a number of parts, or of rounds that no folding was tried for, is not known before the
// sizes are, each combination has a run of its own.
static void add_open(struct gathering *g, const struct entry *entry, int first,
                     struct specials *specials)
{
    const struct front_values *open;
    int n = special_open(g->front.arena, g->front.request, g->models.n - first,
                         &g->models.at[first], &open);
    if (n && g->models.n > first) add_each(g, entry, first, n, open, specials);
}

static void add_broken(struct gathering *g, const struct entry *entry, struct syms *syms,
                       const struct claims *claims, struct specials *specials)
{
    struct arena *arena = g->front.arena;
    struct special_values found[MAX_SPECIALS];
    int n = special_find(arena, g->front.request, syms, claims, MAX_SPECIALS, found);
    for (int k = 0; k < n && ++*g->n_specials <= MAX_SPECIALS; k++)
        *vec_push(arena, &specials->all) = analyse_special(g, entry, &found[k], map_open(arena));
}

// Of a difference that was granted, what is learned besides is true only where it holds.
static void add_untaken(struct gathering *g, const struct entry *entry, int first,
                        struct specials *specials)
{
    struct arena *arena = g->front.arena;
    for (int i = first; i < g->models.n; i++) {
        const struct front_model *model = &g->models.at[i];
        struct claims claims = special_claims(arena, model->program);
        struct claims granted =
            granted_differences(arena, model->n_assumptions, model->assumptions);
        add_broken(g, entry, model->program->syms, &claims, specials);
        add_broken(g, entry, syms_open(arena), &granted, specials);
    }
}

static void add_specials(struct gathering *g, const struct entry *entry, int first)
{
    struct specials specials = {0};
    if (!g->front.request->n_values && !g->front.request->any_values) return;
    add_solved(g, entry, first, &specials);
    add_open(g, entry, first, &specials);
    add_untaken(g, entry, first, &specials);
    for (int i = first; i < g->models.n; i++) {
        g->models.at[i].n_specials = specials.all.n;
        g->models.at[i].specials = specials.all.at;
    }
}

// True if the entry gave a model or a finding.
static bool analyse_entry(struct gathering *g, const struct entry *entry)
{
    int n_specials = 0;
    g->n_specials = &n_specials;
    return analyse_models(g, entry);
}

static bool analyse_models(struct gathering *g, const struct entry *entry)
{
    struct run_plan plan = {.entry = entry};
    struct variants variants;
    variants_find(&g->front, &plan, &variants);
    struct front_folding *folding = fold(g, &plan, &variants);
    if (!folding && variants.list.n == 0 && may_read_argv(g, entry, &variants)) {
        plan.symbolic_argv = true;
        variants_find(&g->front, &plan, &variants);
        folding = fold(g, &plan, &variants);
    }
    int first = g->models.n;
    for (int i = 0; i < variants.list.n; i++) add_model(g, entry, &variants.list.at[i]);
    for (int i = first; i < g->models.n; i++)
        if (!g->models.at[i].incomplete) g->models.at[i].incomplete = variants.incomplete;
    // A program that turns out to be no model is nobody's business.
    bool is_model = variants.list.n > 0 || folding || !entry->only_raw;
    if (is_model) keep_findings(&g->front.result->diags, &variants.findings);
    add_folding(g, entry, &variants, folding, first);
    add_specials(g, entry, first);
    if (g->models.n > first || !variants.empty.run.program) return g->models.n > first;
    const struct diags *found = &variants.empty.run.program->diags;
    int n_unused = 0;
    if (entry->only_raw) keep_impossible(&g->front.result->diags, found);
    if (entry->only_raw || (entry->kind == ENTRY_GRAPH && !found->n_errors)) return false;
    tell_end_of_main(&g->front, entry, &variants.empty.run);
    note_symbols(g, &variants.empty.run, &n_unused);
    keep_findings(&g->front.result->diags, found);
    keep_findings(&g->front.result->diags, &variants.loops);
    if (variants.blank.run.program)
        keep_findings(&g->front.result->diags, &variants.blank.run.program->diags);
    return found->n_errors + variants.findings.n_errors > 0;
}

// Is a call of it refused, so that what is behind it is unknown? A model that is wrong may be
// whole.
static bool was_refused(const struct program *program)
{
    for (int i = 1; i < program->values.n && program->diags.n_errors; i++)
        if (program->values.at[i].flags & VALUE_POISONED) return true;
    return false;
}

static void analyse_all(struct gathering *g)
{
    const char *asked = g->front.request->entry;
    bool main_failed = false;
    for (int i = 0; i < g->entries.n; i++) {
        const struct entry *entry = &g->entries.at[i];
        if (asked ? !entry_is_called(entry, asked) : entry->reached) continue;
        int n_errors = g->front.result->diags.n_errors, first = g->models.n;
        bool told = analyse_entry(g, entry);
        if (entry->kind != ENTRY_MAIN) continue;
        main_failed |= !told || g->front.result->diags.n_errors > n_errors;
        for (int k = first; k < g->models.n; k++)
            main_failed |= was_refused(g->models.at[k].program);
    }
    // A main that only prints or trains says nothing about the models, and behind an error in it
    // they are unknown; those it reaches do.
    for (int i = 0; main_failed && !asked && i < g->entries.n; i++)
        if (g->entries.at[i].from_main_only) analyse_entry(g, &g->entries.at[i]);
}

void gather_program(struct arena *arena, const struct front_request *request,
                    struct front_result *result)
{
    struct gathering g = {.front = {.arena = arena,
                                    .request = request,
                                    .result = result,
                                    .names_without_bindings = map_open(arena),
                                    .nests = kernel_nests_open(arena)},
                          .symbols_seen = map_open(arena)};
    // Each run has symbols of its own: what one entry needs is no fact about another.
    *result = (struct front_result){0};
    result->inputs_used = arena_array(arena, bool, request->n_inputs + 1);
    diags_open(&result->diags, arena);
    if (!unit_open(&g.front.unit, arena, &request->unit, &result->diags)) {
        result->unreadable = true;
        return;
    }
    result->unread = unit_n_sources(g.front.unit) < request->unit.n_files;
    result->partial = result->diags.n_errors > 0 || unit_is_partial(g.front.unit);
    list_files(&g, result);
    entries_find(arena, g.front.unit, &g.entries);
    analyse_all(&g);
    lints_find(arena, g.front.unit, &result->diags);
    if (request->entry)
        entries_keep_findings(arena, g.front.unit, &g.entries, request->entry, &result->diags);
    list_entries(&g, result);
    list_symbols(&g, result);
    list_globals(&g, result);
    list_dependencies(&g, result);
    result->n_models = g.models.n;
    result->models = g.models.at;
    unit_close(g.front.unit);
}
