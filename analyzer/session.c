// One analysis from request to report: read, settle shapes, measure memory, gather findings. Every
// pass is called from here by name; nothing else in analyzer/ but cli/ knows that there are
// frontends.

#include "analyzer/session.h"

#include "analyzer/at.h"
#include "analyzer/budget.h"
#include "analyzer/dead.h"
#include "analyzer/fold.h"
#include "analyzer/ggml_checks.h"
#include "analyzer/kann_checks.h"
#include "analyzer/report/collect.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/ggml_report.h"
#include "analyzer/report/live.h"
#include "analyzer/report/why.h"
#include "analyzer/session_assumptions.h"
#include "analyzer/session_settings.h"
#include "analyzer/shapes.h"
#include "analyzer/suppose.h"
#include "ir/verify.h"

#include <assert.h>
#include <string.h>

// What the passes of one analysis share.
struct session {
    struct arena *arena;
    const struct session_request *request;
    struct session_result *result;
    struct session_settings *settings;
    struct diags own_diags; // of budgets, and of entries without a model
};

// Are there figures of other models in its table of symbols, which have conditions of their own?
static bool shares_symbols(const struct session *s, const struct front_model *from)
{
    const struct front_result *front = &s->result->front;
    int n = 0;
    for (int i = 0; i < front->n_models; i++)
        n += front->models[i].program->syms == from->program->syms;
    return n > 1;
}

// Figures are asked for where the model accepts its inputs, and is the variant that it is.
static void suppose_accepted(const struct session *s, const struct front_model *from, int n,
                             const struct front_assumption *all)
{
    const struct claims none = {0}, *way = from->n_ways == 1 ? &from->ways[0] : &none;
    const struct requirement **needed =
        arena_array(s->arena, const struct requirement *, n + way->n + 1);
    int n_needed = 0;
    for (int i = 0; i < way->n; i++) needed[n_needed++] = &way->at[i].requirement;
    for (int i = 0; i < n; i++)
        if (all[i].requirement) needed[n_needed++] = all[i].requirement;
    if (!shares_symbols(s, from)) suppose_all(s->arena, from->program->syms, n_needed, needed);
}

// Settles what the shapes of one program left open, collects rows, measures.
static void measure_model(struct session *s, const struct front_model *from,
                          struct report_model *model)
{
    const struct session_request *request = s->request;
    struct shapes shapes;
    // What must hold of a program is checked after each pass that changes it, in debug builds.
    assert(!program_verify(s->arena, from->program));
    shapes_settle(s->arena, from->program, &shapes);
    if (!from->condition && !from->incomplete) dead_find(s->arena, from->program);
    if (from->program->ggml_graph) ggml_check_graph(s->arena, from->program, &shapes);
    if (from->program->kann_network) kann_check_demands(s->arena, from->program, &shapes);
    assert(!program_verify(s->arena, from->program));
    int n_assumptions;
    const struct front_assumption *assumptions =
        session_assumptions_gather(s->arena, from, &shapes, &n_assumptions);
    suppose_accepted(s, from, n_assumptions, assumptions);
    struct collect_request collect = {
        .program = from->program,
        .entry = from->entry,
        .site = from->site,
        .condition = from->condition,
        .incomplete = from->incomplete,
        .n_assumptions = n_assumptions,
        .assumptions = session_assumptions_texts(s->arena, n_assumptions, assumptions),
        .n_dtypes = request->n_dtypes,
        .dtypes = request->dtypes,
        .memory_model = request->memory_model,
    };
    collect_model(s->arena, &collect, model);
    model->ggml = ggml_collect(s->arena, from->program);
    model->runtimes = runtime_memories_of(s->arena, from->program);
    session_assumptions_conditions(s->arena, n_assumptions, assumptions, model);
    model->taken = session_assumptions_taken(s->arena, n_assumptions, assumptions);
    model->layouts = session_assumptions_layouts(s->arena, &shapes);
    model->ranges = from->ranges;
    model->left_loops = from->left_loops;
    model->n_ways = from->n_ways;
    model->ways = from->ways;
    live_fill(s->arena, model, request->n_dtypes, request->dtypes);
}

// ---- loops of a symbol's count

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

static bool fold_samples(struct session *, const struct front_model *from, const char *symbol,
                         const struct front_variant *, struct report_model *);

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
    if (folding)
        return fold_samples(s, &one, folding->loop_count, &folding->variants[sample->part], model);
    measure_model(s, &one, model);
    return one.program->diags.n_errors == 0;
}

// The samples that lie below the closed forms; --at has figures of them too.
static void keep_short_runs(struct arena *arena, const struct fold_request *request, int64_t least,
                            struct report_model *model)
{
    struct report_short_run *runs = arena_array(arena, struct report_short_run, request->n_samples);
    int n = 0;
    for (int i = 0; i < request->n_samples; i++)
        if (request->counts[i] < least)
            runs[n++] =
                (struct report_short_run){request->symbol, request->counts[i], &request->models[i]};
    model->n_short_runs = n;
    model->short_runs = runs;
}

// The report of any number of rounds, if the samples show that they are alike.
static bool fold_samples(struct session *s, const struct front_model *from, const char *symbol,
                         const struct front_variant *variant, struct report_model *model)
{
    int n = variant->n_samples;
    struct report_model *models = arena_array(s->arena, struct report_model, n);
    int64_t *counts = arena_array(s->arena, int64_t, n), least;
    struct text tried = {.arena = s->arena};
    for (int i = 0; i < n; i++) {
        if (!measure_sample(s, from, variant, &variant->samples[i], &models[i])) return false;
        counts[i] = variant->samples[i].count;
        text_printf(&tried, "%s%lld", i ? ", " : "", (long long)counts[i]);
    }
    struct fold_request request = {.symbol = symbol,
                                   .n_samples = n,
                                   .counts = counts,
                                   .models = models,
                                   .n_dtypes = s->request->n_dtypes,
                                   .dtypes = s->request->dtypes};
    if (!fold_models(s->arena, &request, model, &least)) return false;
    const char *text = arena_printf(
        s->arena,
        rounds_differ(model)
            ? "%s >= %lld, and in every later round its loops go on as they do with %s"
            : "%s >= %lld, and every later round of its loops is like the second, as it is with %s",
        symbol, (long long)least, text_string(&tried));
    keep_assumptions(s, &models[2], text, model);
    keep_short_runs(s->arena, &request, least, model);
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
static bool fold_variants(struct session *s, const struct front_model *from,
                          struct report_model *models)
{
    const struct front_folding *folding = from->folding;
    for (int i = 0; folding && i < folding->n_variants; i++) {
        const struct front_variant *variant = &folding->variants[i];
        if (!fold_samples(s, from, folding->loop_count, variant, &models[i])) return false;
        const struct front_model *same = unfolded(from, variant->condition);
        if (same) add_rooms(s, same->n_rooms, same->rooms, &models[i]);
        add_limits(s, &folding->limits, &models[i]);
        add_ggml_limits(s, &models[i]);
    }
    return folding != NULL;
}

// What is asked of a model that was measured.
static void answer_model(struct session *s, struct report_model *model)
{
    const struct session_request *request = s->request;
    for (int i = 0; i < model->runtimes.n; i++)
        malloc_shorten(s->arena, model->program->syms, &model->runtimes.at[i]);
    if (request->at.n_rows) at_fill(s->arena, model, request->n_dtypes, &request->at);
    if (request->why &&
        why_derive(s->arena, model, request->why, request->n_dtypes, request->dtypes))
        s->result->why_found = true;
    const struct report_budget *budgets = request->budgets;
    int n_budgets = request->n_budgets;
    if (!n_budgets) n_budgets = session_settings_budgets(s->settings, model, &budgets);
    if (request->at.n_rows)
        budget_check_at(s->arena, model, &request->at, n_budgets, budgets, &s->own_diags);
    else
        budget_check(s->arena, model, n_budgets, budgets, &s->own_diags);
}

// Rounds that have no closed form, and no model with the symbol: what was found is all there is.
static int drop_lone(struct session *s, const struct front_model *lone)
{
    for (const struct diag *d = lone->program->diags.first; d; d = d->next)
        diag_copy(&s->own_diags, d);
    if (!s->result->front.lacks_model && !lone->program->diags.n_errors)
        s->result->front.lacks_model = lone->site->file;
    return 0;
}

static int measure_models(struct session *, int n_from, const struct front_model *from,
                          struct report_model **models);

// Of an entry with numbers in the place of some symbols.
static void measure_specials(struct session *s, const struct front_model *from,
                             struct report_model *model)
{
    struct report_special *all = arena_array(s->arena, struct report_special, from->n_specials);
    for (int i = 0; i < from->n_specials; i++) {
        const struct front_special *one = &from->specials[i];
        all[i] = (struct report_special){.n = one->n, .names = one->names, .values = one->values};
        struct report_model *models;
        all[i].n_models = measure_models(s, one->n_models, one->models, &models);
        all[i].models = models;
    }
    model->n_specials = from->n_specials;
    model->specials = all;
}

// A folded entry gives one report a variant in place of the models that it was folded from.
static int measure_models(struct session *s, int n_from, const struct front_model *all,
                          struct report_model **measured)
{
    int room = n_from, n = 0;
    for (int i = 0; i < n_from; i++)
        if (all[i].folding) room += all[i].folding->n_variants;
    struct report_model *models = arena_array(s->arena, struct report_model, room);
    for (int i = 0; i < n_from;) {
        const struct front_model *from = &all[i];
        bool folded = fold_variants(s, from, &models[n]);
        int n_reports = folded ? from->folding->n_variants : 1;
        if (!folded && from->folding && from->folding->stands_alone)
            n_reports = drop_lone(s, from);
        else if (!folded)
            measure_model(s, from, &models[n]);
        for (; n_reports > 0; n_reports--) measure_specials(s, from, &models[n++]);
        i += folded ? from->folding->n_models : 1;
    }
    *measured = models;
    return n;
}

static void report_models(struct session *s)
{
    const struct front_result *front = &s->result->front;
    struct report *report = &s->result->report;
    struct report_model *models;
    report->n_models = measure_models(s, front->n_models, front->models, &models);
    report->models = models;
    for (int i = 0; i < report->n_models; i++) answer_model(s, &models[i]);
}

// One list for all writers: reading, each model, budgets.
static void gather_findings(struct session *s)
{
    const struct front_result *front = &s->result->front;
    int n = 0;
    const struct diags **lists =
        arena_array(s->arena, const struct diags *, s->result->report.n_models + 2);
    lists[n++] = &front->diags;
    for (int i = 0; i < s->result->report.n_models; i++)
        lists[n++] = &s->result->report.models[i].program->diags;
    lists[n++] = &s->own_diags;
    findings_gather(s->arena, n, lists, &s->result->report);
    findings_keep(&s->result->report, session_settings_want, s->settings);
}

// Where all tensors have the types that the program gives them, one column holds what they weigh.
static void narrow_dtypes(struct session *s)
{
    const struct front_result *front = &s->result->front;
    bool fixed = front->n_models > 0;
    for (int i = 0; i < front->n_models; i++)
        fixed = fixed && front->models[i].program->manner->own_types;
    if (!fixed) return;
    struct session_request *request = arena_copy(s->arena, s->request, sizeof *request);
    request->n_dtypes = 1;
    request->dtypes[0] = DTYPE_F32;
    s->request = request;
}

// Sizes that --at or a budget is about may not be those that closed forms are of.
static void ask_values(struct session *s, struct front_request *front)
{
    const struct report_at_axes *at = &s->request->at;
    struct front_values *values = arena_array(s->arena, struct front_values, at->n);
    for (int i = 0; i < at->n; i++)
        values[i] = (struct front_values){at->at[i].name, at->at[i].n, at->at[i].values};
    front->n_values = at->n;
    front->values = values;
    front->any_values = s->request->any_values || s->request->n_budgets > 0;
}

// Every pass, in order.
static void run(void *data)
{
    struct session *s = data;
    struct report *report = &s->result->report;
    struct session_request adjusted = *s->request;
    s->settings = session_settings_open(s->arena, s->request, &s->own_diags);
    adjusted.front.project = session_settings_project(s->settings);
    ask_values(s, &adjusted.front);
    front_analyse(s->arena, &adjusted.front, &s->result->front);
    session_settings_depend(s->settings, &s->result->front.dependencies);
    narrow_dtypes(s);
    report->n_files = s->result->front.n_sources;
    report->files = s->result->front.sources;
    report->n_dtypes = s->request->n_dtypes;
    memcpy(report->dtypes, s->request->dtypes, sizeof report->dtypes);
    report->at_axes = s->request->at;
    report_models(s);
    gather_findings(s);
}

void session_analyse(struct arena *arena, const struct session_request *request,
                     struct session_result *result)
{
    struct session session = {.arena = arena, .request = request, .result = result};
    *result = (struct session_result){0};
    diags_open(&session.own_diags, arena);
    unit_with_stack(run, &session);
}
