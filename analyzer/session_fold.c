// Entries whose loops run as often as a symbol says: the samples of each variant are measured as
// any model is, and become one report if they show that their rounds are alike (fold.c).

#include "analyzer/session_fold.h"

#include "analyzer/fold.h"
#include "analyzer/report/ggml_report.h"
#include "analyzer/report/peaks.h"
#include "analyzer/session_assumptions.h"

#include <string.h>

// By what is said, since sites of two samples differ.
static bool has_text(int n, const char *const *texts, const char *text)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(texts[i], text)) return true;
    return false;
}

// What the model was run with and needs, whatever the count: of two samples what both say.
static void keep_assumptions(struct session *s, const struct report_model *other,
                             const char *counts, struct report_model *model)
{
    const char **kept = arena_array(s->arena, const char *, model->n_assumptions + 1);
    struct report_condition *conditions =
        arena_array(s->arena, struct report_condition, model->n_conditions);
    int n = 0, n_conditions = 0;
    for (int i = 0; i < model->n_assumptions; i++)
        if (has_text(other->n_assumptions, other->assumptions, model->assumptions[i]))
            kept[n++] = model->assumptions[i];
    for (int i = 0; i < model->n_conditions; i++)
        if (has_text(n, kept, model->conditions[i].assumption))
            conditions[n_conditions++] = model->conditions[i];
    kept[n++] = counts;
    model->assumptions = kept;
    model->n_assumptions = n;
    model->conditions = conditions;
    model->n_conditions = n_conditions;
}

// Does the condition's side speak of the symbol that the loop was folded over?
static bool mentions(struct arena *arena, const char *expression, const char *symbol)
{
    const struct sym **vars;
    const struct sym *sym = expression ? sym_parse(syms_open(arena), expression, NULL) : NULL;
    int n = sym ? sym_vars(arena, sym, &vars) : 0;
    for (int i = 0; i < n; i++)
        if (!strcmp(sym_name(vars[i]), symbol)) return true;
    return false;
}

// A folded report holds for every count of its loops: only others were left early.
static struct claims without_loops_of(struct arena *arena, const struct claims *left,
                                      const char *symbol)
{
    struct claim *kept = arena_array(arena, struct claim, left->n);
    int n = 0;
    for (int i = 0; i < left->n; i++) {
        const struct requirement *goes_on = &left->at[i].requirement;
        if (!mentions(arena, goes_on->left, symbol) && !mentions(arena, goes_on->right, symbol))
            kept[n++] = left->at[i];
    }
    return (struct claims){n, kept};
}

static bool rounds_differ(const struct report_model *model)
{
    for (int i = 0; i < model->n_rows; i++)
        if (model->rows[i].rounds != ROUNDS_ALIKE) return true;
    return false;
}

// Beside what the samples say: of arrays and graphs, which only have room for so many rounds, they
// know nothing, as they have a number in the place of the count.
static void add_rooms(struct session *s, int n_rooms, const struct front_assumption *from,
                      struct report_model *model)
{
    const char **texts = arena_array(s->arena, const char *, model->n_assumptions + n_rooms);
    struct report_model rooms = *model;
    session_assumptions_conditions(s->arena, n_rooms, from, &rooms);
    int n = model->n_conditions + rooms.n_conditions;
    struct report_condition *all = arena_array(s->arena, struct report_condition, n);
    for (int i = 0; i < n; i++)
        all[i] = i < model->n_conditions ? model->conditions[i]
                                         : rooms.conditions[i - model->n_conditions];
    for (int i = 0; i < model->n_assumptions; i++) texts[i] = model->assumptions[i];
    for (int i = 0; i < n_rooms; i++) texts[model->n_assumptions++] = from[i].text;
    model->assumptions = texts;
    model->n_conditions = n;
    model->conditions = all;
}

static void add_fitted(struct session *s, const struct fold_holds *holds,
                       struct report_model *model)
{
    struct front_assumption *all =
        arena_array(s->arena, struct front_assumption, holds->n_conditions);
    for (int i = 0; i < holds->n_conditions; i++) {
        const struct report_condition *condition = &holds->conditions[i];
        all[i] = (struct front_assumption){.text = condition->assumption,
                                           .site = condition->site,
                                           .needed_by = condition->needed_by,
                                           .requirement = &condition->requirement};
    }
    add_rooms(s, holds->n_conditions, all, model);
}

// A count that was asked for and refused need not be told where a condition says no to it already.
static bool is_told(struct arena *arena, const struct report_model *model, const char *symbol,
                    const struct requirement *needed)
{
    const struct sym *value = sym_parse(model->program->syms, needed->right, NULL);
    struct requirement_binding at = {.name = symbol};
    if (needed->kind != REQUIRE_DIFFERENT || !value || !sym_is_const(value, &at.value))
        return false;
    for (int i = 0; i < model->n_conditions; i++) {
        const struct requirement *told = &model->conditions[i].requirement;
        if (told->left && requirement_at(arena, told, &at, 1, NULL) == REQUIREMENT_BROKEN)
            return true;
    }
    return false;
}

static void add_needs(struct session *s, const struct front_folding *folding,
                      struct report_model *model)
{
    struct front_assumption *all = arena_array(s->arena, struct front_assumption, folding->n_needs);
    int n = 0;
    for (int i = 0; i < folding->n_needs; i++)
        if (!is_told(s->arena, model, folding->loop_count, folding->needs[i].requirement))
            all[n++] = folding->needs[i];
    add_rooms(s, n, all, model);
}

// What the count was on one side of in each sample.
static void add_limits(struct session *s, const struct claims *limits, struct report_model *model)
{
    struct front_assumption *all = arena_array(s->arena, struct front_assumption, limits->n);
    for (int i = 0; i < limits->n; i++)
        all[i] = (struct front_assumption){
            .text = arena_printf(s->arena, "%s: otherwise the program goes another way",
                                 limits->at[i].text),
            .requirement = &limits->at[i].requirement};
    add_rooms(s, limits->n, all, model);
}

static void add_ggml_limits(struct session *s, struct report_model *model)
{
    int n = model->ggml ? model->ggml->n_limits : 0;
    struct front_assumption *all = arena_array(s->arena, struct front_assumption, n);
    for (int i = 0; i < n; i++) {
        const struct report_ggml_limit *limit = &model->ggml->limits[i];
        const char *needed = requirement_string(s->arena, &limit->requirement);
        all[i] = (struct front_assumption){
            .text = arena_printf(s->arena, "%s, as %s needs", needed, limit->needed_by),
            .site = limit->site,
            .needed_by = limit->needed_by,
            .requirement = &limit->requirement};
    }
    add_rooms(s, n, all, model);
}

static bool fold_samples(struct session *, const struct front_model *from,
                         const struct front_folding *, const struct front_variant *,
                         struct report_model *);

// One sample of a variant; it may have loops by another symbol. False: these have no closed form.
static bool measure_sample(struct session *s, const struct front_model *from,
                           const struct front_variant *variant, const struct front_sample *sample,
                           struct report_model *model)
{
    struct front_model one = *from;
    const struct front_folding *folding = sample->folding;
    one.condition = variant->condition;
    one.n_ways = variant->n_ways;
    one.ways = variant->ways;
    one.program = sample->program;
    one.n_assumptions = sample->n_assumptions;
    one.assumptions = sample->assumptions;
    one.n_rooms = 0;
    if (folding) return fold_samples(s, &one, folding, &folding->variants[sample->part], model);
    session_measure(s, &one, MEASURE_SAMPLE, model);
    return one.program->diags.n_errors == 0;
}

// The samples that lie below the closed forms; --at has figures of them too.
static void keep_short_runs(struct arena *arena, const struct fold_request *request, int64_t least,
                            struct report_model *samples, struct report_model *model)
{
    struct report_short_run *runs = arena_array(arena, struct report_short_run, request->n_samples);
    int n = 0;
    for (int i = 0; i < request->n_samples; i++) {
        if (request->counts[i] >= least) continue;
        if (!samples[i].n_peaks[0])
            peaks_find(arena, request->n_dtypes, request->dtypes, &samples[i]);
        runs[n++] = (struct report_short_run){request->symbol, request->counts[i], &samples[i]};
    }
    model->n_short_runs = n;
    model->short_runs = runs;
}

static const struct requirement *const *list_needs(struct arena *arena,
                                                   const struct front_folding *folding)
{
    const struct requirement **needs =
        arena_array(arena, const struct requirement *, folding->n_needs);
    for (int i = 0; i < folding->n_needs; i++) needs[i] = folding->needs[i].requirement;
    return needs;
}

// What is taken for granted of rounds beyond those that were tried.
static const char *rounds_text(struct arena *arena, const struct report_model *model,
                               const struct fold_request *request, int64_t least)
{
    struct text tried = {.arena = arena};
    for (int i = 0; i < request->n_samples; i++)
        text_printf(&tried, "%s%lld", i ? ", " : "", (long long)request->counts[i]);
    return arena_printf(
        arena,
        rounds_differ(model)
            ? "%s >= %lld, and in every later round its loops go on as they do with %s"
            : "%s >= %lld, and every later round of its loops is like the second, as it is with %s",
        request->symbol, (long long)least, text_string(&tried));
}

// The report of any number of rounds, if the samples show that they are alike.
static bool fold_samples(struct session *s, const struct front_model *from,
                         const struct front_folding *folding, const struct front_variant *variant,
                         struct report_model *model)
{
    const char *symbol = folding->loop_count;
    int n = variant->n_samples;
    struct report_model *models = arena_array(s->arena, struct report_model, n);
    int64_t *counts = arena_array(s->arena, int64_t, n);
    struct fold_holds holds;
    for (int i = 0; i < n; i++) {
        if (!measure_sample(s, from, variant, &variant->samples[i], &models[i])) return false;
        counts[i] = variant->samples[i].count;
    }
    struct fold_request request = {.symbol = symbol,
                                   .n_samples = n,
                                   .counts = counts,
                                   .models = models,
                                   .n_needs = folding->n_needs,
                                   .needs = list_needs(s->arena, folding),
                                   .n_dtypes = s->request->n_dtypes,
                                   .dtypes = s->request->dtypes};
    if (!fold_models(s->arena, &request, model, &holds)) return false;
    keep_assumptions(s, &models[2], rounds_text(s->arena, model, &request, holds.least), model);
    add_fitted(s, &holds, model);
    keep_short_runs(s->arena, &request, holds.least, models, model);
    const struct claims *left =
        variant->samples[0].folding ? &models[0].left_loops : &from->left_loops;
    model->left_loops = without_loops_of(s->arena, left, symbol);
    return true;
}

// The model with the symbol that this variant is; NULL: its condition has another form there.
static const struct front_model *unfolded(const struct front_model *from, const char *condition)
{
    for (int i = 0; i < from->folding->n_models; i++) {
        const char *other = from[i].condition;
        if (condition && other ? !strcmp(condition, other) : condition == other) return &from[i];
    }
    return NULL;
}

// All variants of an entry, or none: together they are what it computes.
bool session_fold(struct session *s, const struct front_model *from, struct report_model *models)
{
    const struct front_folding *folding = from->folding;
    for (int i = 0; folding && i < folding->n_variants; i++) {
        const struct front_variant *variant = &folding->variants[i];
        if (!fold_samples(s, from, folding, variant, &models[i])) return false;
        const struct front_model *same = unfolded(from, variant->condition);
        if (same) add_rooms(s, same->n_rooms, same->rooms, &models[i]);
        add_limits(s, &folding->limits, &models[i]);
        add_needs(s, folding, &models[i]);
        add_ggml_limits(s, &models[i]);
    }
    return folding != NULL;
}
