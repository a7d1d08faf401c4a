// Checkpoint plans for programs. plan.schema.json beside this file documents it; tests/golden holds
// output against that schema.

#include "analyzer/report/json_parts.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/plans.h"

#define PLAN_SCHEMA_VERSION 1

static json_t *json_row(const struct model_plans *plans, const struct plan_row *row)
{
    json_t *object = json_object();
    json_object_set_new(object, "plan", json_text(plan_row_kind_name(row->kind)));
    json_object_set_new(object, "segments",
                        row->kind == PLAN_ROW_EQUAL ? json_integer(row->n_segments) : json_null());
    json_object_set_new(object, "square_root", json_boolean(row->is_root));
    json_object_set_new(object, "refused", json_text(row->refused));
    if (row->refused) return object;
    json_object_set_new(object, "checkpoints", json_strings(row->n, row->ranges));
    json_object_set_new(object, "saved_bytes", json_integer(row->saved.predicted));
    json_object_set_new(object, "peak_bytes", json_integer(row->peak.predicted));
    json_object_set_new(object, "recomputed_flops",
                        row->recomputed < 0 ? json_null() : json_integer(row->recomputed));
    json_object_set_new(object, "gain", json_boolean(row->gains));
    if (!plans->was_run) return object;
    json_object_set_new(object, "measured_saved_bytes", json_integer(row->saved.measured));
    json_object_set_new(object, "measured_peak_bytes", json_integer(row->peak.measured));
    json_object_set_new(object, "gradients", json_text(execution_gradients_name(row->gradients)));
    return object;
}

static json_t *json_chosen(const struct model_plans *plans)
{
    json_t *sizes = json_object();
    for (int i = 0; i < plans->n_sizes; i++)
        json_object_set_new(sizes, plans->sizes[i].name, json_integer(plans->sizes[i].value));
    return sizes;
}

static json_t *json_model(struct arena *arena, const struct model_plans *plans)
{
    json_t *object = json_object(), *rows = json_array();
    const struct report_model *model = plans->model;
    json_object_set_new(object, "name", json_text(model->name));
    json_object_set_new(object, "entry", json_text(model->entry));
    json_object_set_new(object, "inputs", json_inputs(arena, model));
    json_object_set_new(object, "chosen", json_chosen(plans));
    json_object_set_new(object, "failure", json_text(plans->failure));
    if (!plans->failure) {
        for (int i = 0; i < plans->n_rows; i++)
            json_array_append_new(rows, json_row(plans, &plans->rows[i]));
        json_object_set_new(object, "dtype", json_text(dtype_name(plans->dtype)));
        json_object_set_new(object, "parts", json_strings(plans->n_units, plans->units));
        json_object_set_new(object, "chain", json_boolean(plans->is_chain));
        json_object_set_new(object, "plans", rows);
        json_object_set_new(object, "difference", json_text(plans->difference));
    } else {
        json_decref(rows);
    }
    return object;
}

void json_plans(struct text *text, const struct plans *plans, const struct view *view)
{
    (void)view;
    const struct report *report = plans->report;
    json_t *root = json_object(), *models = json_array();
    for (int i = 0; i < plans->n; i++)
        json_array_append_new(models, json_model(text->arena, &plans->at[i]));
    json_object_set_new(root, "schema", json_integer(PLAN_SCHEMA_VERSION));
    json_object_set_new(root, "files", json_strings(report->n_files, report->files));
    json_object_set_new(root, "models", models);
    json_object_set_new(root, "diagnostics", json_diags(report));
    json_write(text, root);
}
