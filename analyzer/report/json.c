// The report for programs. report.schema.json beside this file documents it;
// tests/golden holds output against that schema.

#include "analyzer/report/ggml_json.h"
#include "analyzer/report/nnom_json.h"
#include "analyzer/report/execution_json.h"
#include "analyzer/report/json.h"
#include "analyzer/report/json_figures.h"
#include "analyzer/report/json_parts.h"
#include "analyzer/report/json_rows.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/writer.h"

#define SCHEMA_VERSION 1

static json_t *json_why(const struct report_model *model)
{
    json_t *lines = json_array();
    for (int i = 0; i < model->n_why; i++) {
        const struct report_reason *reason = &model->why[i];
        json_t *object = json_object();
        json_object_set_new(object, "label", json_text(reason->label));
        json_object_set_new(object, "text", json_text(reason->text));
        json_set_site(object, reason->site);
        json_array_append_new(lines, object);
    }
    return lines;
}

static json_t *json_conditions(const struct report_model *model)
{
    json_t *conditions = json_array();
    for (int i = 0; i < model->n_conditions; i++) {
        const struct report_condition *condition = &model->conditions[i];
        json_t *object = json_object();
        json_object_set_new(object, "condition", json_text(condition->text));
        json_object_set_new(object, "needed_by", json_text(condition->needed_by));
        json_set_site(object, condition->site);
        json_object_set_new(object, "input",
                            condition->input < 0 ? json_null()
                                                 : json_text(model->inputs[condition->input].name));
        json_array_append_new(conditions, object);
    }
    return conditions;
}

// Who the model is and under which conditions its numbers hold.
static void set_identity(json_t *object, const struct report_model *model)
{
    json_object_set_new(object, "name", json_text(model->name));
    json_object_set_new(object, "entry", json_text(model->entry));
    json_object_set_new(object, "file", json_text(model->site ? model->site->file : NULL));
    json_object_set_new(object, "line",
                        model->site ? json_integer(model->site->line) : json_null());
    json_object_set_new(object, "library", json_text(model->library));
    json_object_set_new(object, "condition", json_text(model->condition));
    json_object_set_new(object, "incomplete", json_text(model->incomplete));
    json_object_set_new(object, "tensors_of", json_text(model->tensors_of));
    json_t *left_out = json_left_out(model);
    if (left_out) json_object_set_new(object, "left_out", left_out);
    json_object_set_new(object, "assumptions",
                        json_strings(model->n_assumptions, model->assumptions));
    json_object_set_new(object, "symbols", json_strings(model->n_symbols, model->symbols));
}

// Names only: readers take each for the dotted name of a leaf.
static json_t *json_uncalled(const struct report_model *model)
{
    json_t *names = json_array();
    for (int i = 0; i < model->n_uncalled; i++)
        json_array_append_new(names, json_text(model->uncalled[i].name));
    return names;
}

static json_t *json_model(struct arena *arena, const struct report *report,
                          const struct report_model *model)
{
    json_t *object = json_object();
    set_identity(object, model);
    json_object_set_new(object, "inputs", json_inputs(arena, model));
    json_object_set_new(object, "conditions", json_conditions(model));
    json_object_set_new(object, "leaves", json_leaves(arena, report, model));
    json_object_set_new(object, "modules", json_modules(arena, report, model));
    json_object_set_new(object, "tensors", json_tensors(arena, model));
    json_object_set_new(object, "peak_leaf", json_peak_leaf(arena, report, model));
    json_object_set_new(object, "largest", json_single_peak(arena, report, model, model->largest));
    json_object_set_new(object, "reference", json_reference(arena, report, model));
    json_object_set_new(object, "peak_live", json_live(arena, report, model->live));
    json_object_set_new(object, "peak_live_training",
                        json_live(arena, report, model->live_training));
    json_set_bytes(arena, object, "total", report, model->total);
    json_object_set_new(object, "parameters", json_parameters(arena, report, model));
    json_set_quantity(arena, object, "flops", model->flops);
    json_object_set_new(object, "never_called", json_uncalled(model));
    json_object_set_new(object, "budgets", json_budgets(arena, report, model));
    if (model->n_why) json_object_set_new(object, "why", json_why(model));
    if (model->n_at) json_object_set_new(object, "at", json_at(arena, report, model));
    json_object_set_new(object, "memory", json_memory(arena, report, model));
    if (model->program->nnom_model) json_object_set_new(object, "nnom", json_nnom(arena, model));
    if (model->ggml) json_object_set_new(object, "contexts", json_ggml_contexts(arena, model));
    return object;
}

static json_t *json_unread(const struct report_unread *unread)
{
    json_t *object = json_object();
    json_object_set_new(object, "compiler_errors", json_integer(unread->n_errors));
    json_object_set_new(object, "missing_headers", json_integer(unread->n_headers));
    json_object_set_new(object, "undeclared_calls", json_integer(unread->n_undeclared));
    return object;
}

// So that a file that was kept tells what the command ended with.
static json_t *json_status(int exit_status)
{
    static const char *const meanings[] = {
        "nothing was found",
        "an error was found, a broken budget or, with --werror, a warning",
        "it could not be analysed or, with --strict, not as a whole",
    };
    json_t *object = json_object();
    json_object_set_new(object, "exit", json_integer(exit_status));
    json_object_set_new(object, "means", json_text(meanings[exit_status]));
    return object;
}

json_t *json_whole(struct arena *arena, const struct report *report)
{
    json_t *root = json_object(), *models = json_array(), *dtypes = json_array();
    for (int d = 0; d < report->n_dtypes; d++)
        json_array_append_new(dtypes, json_text(dtype_name(report->dtypes[d])));
    for (int i = 0; i < report->n_models; i++)
        json_array_append_new(models, json_model(arena, report, &report->models[i]));
    json_object_set_new(root, "schema", json_integer(SCHEMA_VERSION));
    json_object_set_new(root, "files", json_strings(report->n_files, report->files));
    json_object_set_new(root, "dtypes", dtypes);
    json_object_set_new(root, "models", models);
    json_object_set_new(root, "status", json_status(report->exit_status));
    json_object_set_new(root, "unread", json_unread(&report->unread));
    json_object_set_new(root, "diagnostics", json_diags(report));
    return root;
}

void json_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    json_write(text, json_whole(text->arena, report));
}

// ---- two models: the five keys, and everything else under `details`

// Of each side what helps to understand the verdict; the whole report of a file is
// what `analyse` gives.
static json_t *json_side(struct arena *arena, const struct comparison_side *side)
{
    const struct report_model *model = side->model;
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(side->name));
    json_object_set_new(object, "entry", json_text(model->entry));
    json_object_set_new(object, "inputs", json_inputs(arena, model));
    json_object_set_new(object, "assumptions",
                        json_strings(model->n_assumptions, model->assumptions));
    json_object_set_new(object, "peak_leaf", json_peak_leaf(arena, side->report, model));
    json_object_set_new(object, "largest",
                        json_single_peak(arena, side->report, model, model->largest));
    json_object_set_new(object, "reference", json_reference(arena, side->report, model));
    json_object_set_new(object, "peak_live", json_live(arena, side->report, model->live));
    json_set_bytes(arena, object, "total", side->report, model->total);
    json_object_set_new(object, "parameters", json_parameters(arena, side->report, model));
    json_set_quantity(arena, object, "flops", model->flops);
    return object;
}

static json_t *json_runs(struct arena *arena, const struct comparison *c)
{
    json_t *object = json_object();
    json_object_set_new(object, "a", json_execution(arena, c->a_run));
    json_object_set_new(object, "b", json_execution(arena, c->b_run));
    json_object_set_new(object, "bottleneck", json_text(bottleneck_name(c->measured)));
    json_object_set_new(object, "confirmed", json_boolean(c->confirmed));
    return object;
}

// Where which side is the bottleneck.
static void json_set_conditions(json_t *object, const struct comparison_verdict *verdict)
{
    if (!verdict->a_if && !verdict->b_if) return;
    json_t *conditions = json_object();
    json_object_set_new(conditions, "a", json_text(verdict->a_if));
    json_object_set_new(conditions, "b", json_text(verdict->b_if));
    json_object_set_new(object, "conditions", conditions);
}

// One object a combination and dtype, with the five keys.
static json_t *json_comparison_at(struct arena *arena, const struct comparison *c)
{
    json_t *rows = json_array();
    for (int i = 0; i < c->n_at; i++)
        for (int d = 0; d < comparison_dtypes(c); d++) {
            const struct comparison_verdict *verdict = &c->at[i].verdicts[d];
            json_t *object = json_at_row(c->a.report, c->at[i].a, d);
            json_set_at_side(arena, object, "a", c->at[i].a, d);
            json_set_at_side(arena, object, "b", c->at[i].b, d);
            json_object_set_new(object, "bottleneck",
                                json_text(bottleneck_name(verdict->bottleneck)));
            json_object_set_new(object, "reason", json_text(verdict->reason));
            json_set_conditions(object, verdict);
            json_array_append_new(rows, object);
        }
    return rows;
}

json_t *json_comparison_whole(struct arena *arena, const struct comparison *c)
{
    json_t *root = json_object(), *details = json_object();
    json_object_set_new(root, "a_peak_bytes", json_sym(arena, c->a.peak[0].value));
    json_object_set_new(root, "a_peak_layer", json_text(c->a.peak_layer));
    json_object_set_new(root, "b_peak_bytes", json_sym(arena, c->b.peak[0].value));
    json_object_set_new(root, "b_peak_layer", json_text(c->b.peak_layer));
    json_object_set_new(root, "bottleneck", json_text(bottleneck_name(c->verdict.bottleneck)));
    json_object_set_new(details, "schema", json_integer(SCHEMA_VERSION));
    json_object_set_new(details, "dtype", json_text(dtype_name(c->a.report->dtypes[0])));
    json_object_set_new(details, "reason", json_text(c->verdict.reason));
    json_set_conditions(details, &c->verdict);
    json_object_set_new(details, "a", json_side(arena, &c->a));
    json_object_set_new(details, "b", json_side(arena, &c->b));
    if (c->n_at) json_object_set_new(details, "at", json_comparison_at(arena, c));
    if (c->a_run) json_object_set_new(details, "run", json_runs(arena, c));
    json_object_set_new(details, "diagnostics", json_diags(&c->findings));
    json_object_set_new(root, "details", details);
    return root;
}

void json_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    json_write(text, json_comparison_whole(text->arena, c));
}
