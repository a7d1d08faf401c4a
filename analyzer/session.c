// One analysis from request to report: read, settle shapes, measure memory, gather findings. Every
// pass is called from here by name, but for those that make one report of the samples of a loop
// (session_fold.c); nothing else in analyzer/ but cli/ knows that there are frontends.

#include "analyzer/session.h"

#include "analyzer/at.h"
#include "analyzer/budget.h"
#include "analyzer/dead.h"
#include "analyzer/ggml_checks.h"
#include "analyzer/kann_checks.h"
#include "analyzer/report/collect.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/ggml_report.h"
#include "analyzer/report/live.h"
#include "analyzer/report/why.h"
#include "analyzer/session_assumptions.h"
#include "analyzer/session_fold.h"
#include "analyzer/session_settings.h"
#include "analyzer/shapes.h"
#include "analyzer/stale.h"
#include "analyzer/suppose.h"
#include "ir/verify.h"

#include <assert.h>
#include <string.h>

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

// What each pass finds wrong with one program. What must hold of it is checked after each that
// changes it, in debug builds.
static void check_program(struct session *s, const struct front_model *from, struct shapes *shapes)
{
    struct program *program = from->program;
    assert(!program_verify(s->arena, program));
    shapes_settle(s->arena, program, shapes);
    if (!from->condition && !from->incomplete) dead_find(s->arena, program);
    if (!from->incomplete) stale_find(s->arena, program);
    if (program->ggml_graph) ggml_check_graph(s->arena, program, shapes);
    if (program->kann_network) kann_check_demands(s->arena, program, shapes);
    assert(!program_verify(s->arena, program));
}

// Settles what the shapes of one program left open, collects rows, measures.
void session_measure(struct session *s, const struct front_model *from, enum measuring measuring,
                     struct report_model *model)
{
    const struct session_request *request = s->request;
    struct shapes shapes;
    check_program(s, from, &shapes);
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
        .is_sample = measuring == MEASURE_SAMPLE,
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

// What is asked of a model that was measured.
static void answer_model(struct session *s, struct report_model *model)
{
    const struct session_request *request = s->request;
    if (request->why &&
        why_derive(s->arena, model, request->why, request->n_dtypes, request->dtypes, &request->at))
        s->result->why_found = true;
    const struct report_budget *budgets = request->budgets;
    int n_budgets = request->n_budgets;
    if (!n_budgets) n_budgets = session_settings_budgets(s->settings, model, &budgets);
    n_budgets = budget_for_dtypes(
        s->arena, n_budgets, budgets, request->n_dtypes, request->dtypes, s->result->report.widths,
        request->dtypes_given ? BUDGET_EACH_DTYPE : BUDGET_FIRST_DTYPE, &budgets);
    if (request->at.n_rows)
        budget_check_at(s->arena, model, &request->at, n_budgets, budgets, &s->own_diags);
    else
        budget_check(s->arena, model, n_budgets, budgets, &s->own_diags);
}

// Variants of one entry share the combinations of --at.
static void answer_models(struct session *s, int n, struct report_model *models)
{
    const struct session_request *request = s->request;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < models[i].runtimes.n; k++)
            malloc_shorten(s->arena, models[i].program->syms, &models[i].runtimes.at[k]);
        if (request->at.n_rows) at_fill(s->arena, &models[i], request->n_dtypes, &request->at);
    }
    at_settle_variants(s->arena, n, models);
    for (int i = 0; i < n; i++) answer_model(s, &models[i]);
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
        all[i] = (struct report_special){
            .solved = one->solved, .n = one->n, .names = one->names, .values = one->values};
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
        bool folded = session_fold(s, from, &models[n]);
        int n_reports = folded ? from->folding->n_variants : 1;
        s->lacks_rounds |= !folded && from->folding && s->request->at.n_rows;
        if (!folded && from->folding && from->folding->stands_alone)
            n_reports = drop_lone(s, from);
        else if (!folded)
            session_measure(s, from, MEASURE_MODEL, &models[n]);
        for (; n_reports > 0; n_reports--) {
            if (models[n].widths == WIDTHS_APART) s->result->report.widths = WIDTHS_APART;
            measure_specials(s, from, &models[n++]);
        }
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
    answer_models(s, report->n_models, models);
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

// Whether loops that were sampled have runs of their own at the values of --at.
enum opening { OPENS_OTHERS, OPENS_ALL };

// Every pass, in order.
static void analyse(struct session *s, enum opening opening)
{
    struct report *report = &s->result->report;
    struct session_request adjusted = *s->request;
    s->settings = session_settings_open(s->arena, s->request, &s->own_diags);
    adjusted.front.project = session_settings_project(s->settings);
    adjusted.front.opens_folded = opening == OPENS_ALL;
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

// Whether samples have a closed form only their reports tell, so where they have none and figures
// are asked for all is done again.
static void run(void *data)
{
    struct session *s = data;
    const struct session_request *request = s->request;
    analyse(s, OPENS_OTHERS);
    if (!s->lacks_rounds) return;
    s->request = request;
    *s->result = (struct session_result){0};
    diags_open(&s->own_diags, s->arena);
    analyse(s, OPENS_ALL);
}

void session_analyse(struct arena *arena, const struct session_request *request,
                     struct session_result *result)
{
    struct session session = {.arena = arena, .request = request, .result = result};
    *result = (struct session_result){0};
    diags_open(&session.own_diags, arena);
    unit_with_stack(run, &session);
}
