// A run for programs. run.schema.json beside this file documents it; tests/golden holds output
// against that schema.

#include "analyzer/report/execution_json.h"
#include "analyzer/report/json_parts.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/writer.h"

#include <math.h>

#define RUN_SCHEMA_VERSION 1

// JSON has no word for NaN and infinities.
static json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_pair(struct execution_pair pair)
{
    json_t *object = json_object();
    json_object_set_new(object, "predicted",
                        pair.predicted == NOT_PREDICTED ? json_null()
                                                        : json_integer(pair.predicted));
    json_object_set_new(object, "measured", json_integer(pair.measured));
    return object;
}

// ---- rows

static json_t *json_predicted_output(struct arena *arena, const struct report_output *output)
{
    json_t *object = json_object();
    if (output->reason) return json_null();
    json_object_set_new(object, "dtype", json_text(dtype_name(output->dtype)));
    json_object_set_new(object, "shape", json_sizes(arena, output->shape.rank, output->shape.dim));
    return object;
}

static json_t *json_measured_output(const struct execution_output *output)
{
    json_t *object = json_object(), *shape = json_array();
    if (output->dtype == DTYPE_NONE) return json_null();
    for (int axis = 0; axis < output->rank; axis++)
        json_array_append_new(shape, json_integer(output->dim[axis]));
    json_object_set_new(object, "dtype", json_text(dtype_name(output->dtype)));
    json_object_set_new(object, "shape", shape);
    return object;
}

static json_t *json_outputs(struct arena *arena, const struct execution_row *row)
{
    json_t *outputs = json_array();
    for (int i = 0; i < row->n_outputs; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "predicted",
                            json_predicted_output(arena, &row->row->outputs[i]));
        json_object_set_new(object, "measured", json_measured_output(&row->outputs[i]));
        json_array_append_new(outputs, object);
    }
    return outputs;
}

static json_t *json_time(struct execution_time time)
{
    json_t *object = json_object();
    json_object_set_new(object, "min", json_number(time.min));
    json_object_set_new(object, "median", json_number(time.median));
    return object;
}

static json_t *json_row(struct arena *arena, const struct execution *e,
                        const struct execution_row *row)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(row->row->name));
    json_object_set_new(object, "call", json_integer(row->row->call));
    json_object_set_new(object, "calls", json_integer(row->row->n_calls));
    json_object_set_new(object, "op", json_text(row->row->op));
    json_object_set_new(object, "visible_to_hooks", json_boolean(row->row->visible_to_hooks));
    json_set_site(object, row->row->site);
    json_object_set_new(object, "outputs", json_outputs(arena, row));
    json_object_set_new(object, "bytes", json_pair(row->bytes));
    json_object_set_new(object, "alive", json_pair(row->alive));
    json_object_set_new(object, "same", json_boolean(row->same));
    json_object_set_new(object, "mean", row->n_numbers ? json_number(row->mean) : json_null());
    json_object_set_new(object, "l2", row->n_numbers ? json_number(row->l2) : json_null());
    if (e->n_repeats) json_object_set_new(object, "seconds", json_time(row->forward));
    if (e->n_repeats && e->training)
        json_object_set_new(object, "backward_seconds", json_time(row->backward));
    return object;
}

// ---- backward

static json_t *json_norm(double l2)
{
    return l2 < 0.0 ? json_null() : json_number(l2);
}

static json_t *json_layers(const struct execution *e)
{
    json_t *layers = json_array();
    for (int i = 0; i < e->backward.n_layers; i++) {
        const struct execution_layer *layer = &e->backward.layers[i];
        json_t *object = json_object();
        json_object_set_new(object, "row", json_integer(layer->row));
        json_object_set_new(object, "name", json_text(e->rows[layer->row].row->name));
        json_object_set_new(object, "grad_output_l2", json_norm(layer->output_l2));
        json_object_set_new(object, "grad_input_l2", json_norm(layer->input_l2));
        json_object_set_new(object, "parameters_l2", json_norm(layer->parameters_l2));
        json_array_append_new(layers, object);
    }
    return layers;
}

static json_t *json_backward(const struct execution *e)
{
    json_t *object = json_object();
    const struct execution_backward *b = &e->backward;
    if (!b->n_losses) return json_null();
    bool known = b->flow != FLOW_UNKNOWN;
    json_object_set_new(object, "own_loss", json_boolean(b->own_loss));
    json_object_set_new(object, "loss", json_number(b->loss));
    json_object_set_new(object, "layers", json_layers(e));
    json_object_set_new(object, "first", known ? json_integer(b->first) : json_null());
    json_object_set_new(object, "last", known ? json_integer(b->last) : json_null());
    json_object_set_new(object, "ratio", known ? json_number(b->ratio) : json_null());
    json_object_set_new(object, "flow", json_text(execution_flow_name(b->flow)));
    return object;
}

// ---- models

static json_t *json_rows(struct arena *arena, const struct execution *e)
{
    json_t *rows = json_array();
    for (int i = 0; i < e->n_rows; i++)
        json_array_append_new(rows, json_row(arena, e, &e->rows[i]));
    return rows;
}

static json_t *json_execution_figures(const struct execution *e)
{
    json_t *figures = json_array();
    for (int i = 0; i < e->n_figures; i++) {
        json_t *object = json_object(), *pair = json_pair(e->figures[i].bytes);
        json_object_set_new(object, "name", json_text(execution_figure_name(e->figures[i].id)));
        json_object_update(object, pair);
        json_decref(pair);
        json_object_set_new(object, "same", json_boolean(execution_same(e->figures[i].bytes)));
        json_array_append_new(figures, object);
    }
    return figures;
}

// Those that were chosen, or those that were asked for.
static json_t *json_some_sizes(const struct execution *e, bool chosen)
{
    json_t *sizes = json_object();
    for (int i = 0; i < e->n_sizes; i++)
        if (e->sizes[i].chosen == chosen)
            json_object_set_new(sizes, e->sizes[i].name, json_integer(e->sizes[i].value));
    return sizes;
}

static json_t *json_profile(const struct execution_profile *profile)
{
    json_t *object = json_object(), *kernels = json_array();
    for (int i = 0; i < profile->n_kernels; i++) {
        const struct execution_kernel *kernel = &profile->kernels[i];
        json_t *one = json_object();
        json_object_set_new(one, "name", json_text(kernel->name));
        json_object_set_new(one, "seconds", json_number(kernel->seconds));
        json_object_set_new(one, "calls", json_integer(kernel->calls));
        json_object_set_new(one, "predicted", json_integer(kernel->predicted));
        json_object_set_new(one, "bytes", json_integer(kernel->bytes));
        json_array_append_new(kernels, one);
    }
    json_object_set_new(object, "steps", json_integer(profile->n_steps));
    json_object_set_new(object, "kernels", kernels);
    return object;
}

static json_t *json_variants(const struct execution_compiled *c)
{
    json_t *variants = json_array();
    for (int i = 0; i < c->n_variants; i++) {
        const struct execution_variant *v = &c->variants[i];
        json_t *one = json_object();
        json_object_set_new(one, "name", json_text(v->name));
        json_object_set_new(one, "seconds",
                            v->seconds < 0.0 ? json_null() : json_number(v->seconds));
        json_object_set_new(one, "won", json_boolean(v->won));
        json_array_append_new(variants, one);
    }
    return variants;
}

static json_t *json_compiled(const struct execution_compiled *c)
{
    json_t *object = json_object();
    json_object_set_new(object, "mode", json_text(c->mode));
    json_object_set_new(object, "ops", json_integer(c->n_nodes));
    json_object_set_new(object, "steps", json_integer(c->n_steps));
    json_object_set_new(object, "fused", json_strings(c->n_chains, c->chains));
    json_object_set_new(object, "piece", json_integer(c->piece));
    json_object_set_new(object, "arena", json_pair(c->arena));
    json_object_set_new(object, "peak_live", json_pair(c->peak));
    json_object_set_new(object, "variants", json_variants(c));
    json_object_set_new(object, "allocations", json_integer(c->allocations));
    json_object_set_new(object, "bindings", json_integer(c->bindings));
    json_object_set_new(object, "compile_seconds", json_number(c->compile_seconds));
    json_object_set_new(object, "call_seconds", json_number(c->call_seconds));
    json_object_set_new(object, "plain_seconds", json_number(c->plain_seconds));
    json_object_set_new(object, "pays_after",
                        c->pays_after < 0 ? json_null() : json_integer(c->pays_after));
    json_object_set_new(object, "largest_difference", json_number(c->largest_difference));
    return object;
}

static json_t *json_checkpoints(const struct execution_checkpoints *c)
{
    json_t *object = json_object();
    json_object_set_new(object, "segments",
                        c->n_segments ? json_integer(c->n_segments) : json_null());
    json_object_set_new(object, "ranges", json_strings(c->n, c->ranges));
    json_object_set_new(object, "saved_without", json_integer(c->saved_without));
    json_object_set_new(object, "peak_without", json_integer(c->peak_without));
    json_object_set_new(object, "recomputed_flops",
                        c->recomputed < 0 ? json_null() : json_integer(c->recomputed));
    json_object_set_new(object, "gradients", json_text(execution_gradients_name(c->gradients)));
    return object;
}

json_t *json_execution(struct arena *arena, const struct execution *e)
{
    json_t *object = json_object();
    const struct report_model *model = e->model;
    json_object_set_new(object, "name", json_text(model->name));
    json_object_set_new(object, "entry", json_text(model->entry));
    json_object_set_new(object, "library", json_text(model->library));
    json_object_set_new(object, "inputs", json_inputs(arena, model));
    json_object_set_new(object, "at", json_some_sizes(e, false));
    json_object_set_new(object, "chosen", json_some_sizes(e, true));
    json_object_set_new(object, "failure", json_text(e->failure));
    if (e->failure) return object;
    json_object_set_new(object, "training", json_boolean(e->training));
    json_object_set_new(object, "seed", json_integer(e->seed));
    json_object_set_new(object, "dtype", json_text(dtype_name(e->dtype)));
    json_object_set_new(object, "rows", json_rows(arena, e));
    json_object_set_new(object, "peak_row",
                        e->peak_row < 0 ? json_null() : json_integer(e->peak_row));
    if (e->n_repeats) {
        json_object_set_new(object, "repeats", json_integer(e->n_repeats));
        json_object_set_new(object, "slowest_row", json_integer(e->slowest_row));
    }
    if (e->profile.n_steps) json_object_set_new(object, "profile", json_profile(&e->profile));
    if (e->compiled.mode) json_object_set_new(object, "compiled", json_compiled(&e->compiled));
    if (e->checkpoints.n)
        json_object_set_new(object, "checkpoints", json_checkpoints(&e->checkpoints));
    json_object_set_new(object, "figures", json_execution_figures(e));
    json_object_set_new(object, "workspace", json_integer(e->workspace));
    if (e->training) json_object_set_new(object, "backward", json_backward(e));
    json_object_set_new(object, "difference", json_text(e->difference));
    return object;
}

void json_executions(struct text *text, const struct executions *executions,
                     const struct view *view)
{
    (void)view;
    const struct report *report = executions->report;
    json_t *root = json_object(), *models = json_array();
    for (int i = 0; i < executions->n; i++)
        json_array_append_new(models, json_execution(text->arena, &executions->at[i]));
    json_object_set_new(root, "schema", json_integer(RUN_SCHEMA_VERSION));
    json_object_set_new(root, "files", json_strings(report->n_files, report->files));
    json_object_set_new(root, "models", models);
    json_object_set_new(root, "diagnostics", json_diags(report));
    json_write(text, root);
}
