// What stands out in a model, in JSON: peaks, sums, budgets, the same at values of the symbols.

#include "analyzer/report/ggml_json.h"
#include "analyzer/report/ggml_report.h"
#include "analyzer/report/at_table.h"
#include "analyzer/report/json_figures.h"

#include "analyzer/report/findings.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/peaks.h"

static json_t *json_peak(struct arena *arena, const struct report *report,
                         const struct report_model *model, const struct report_peak *peak,
                         const struct quantity *bytes)
{
    if (peak->row < 0) return json_null();
    const struct report_row *row = &model->rows[peak->row];
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(row->name));
    json_object_set_new(object, "call", json_integer(row->call));
    json_object_set_new(object, "index", json_integer(peak->row));
    json_set_bytes(arena, object, "bytes", report, bytes);
    if (peak->condition) json_object_set_new(object, "condition", json_text(peak->condition));
    if (peak->from) json_object_set_new(object, "from", json_text(peak->from));
    return object;
}

// A figure that has one row whatever the symbols are.
json_t *json_single_peak(struct arena *arena, const struct report *report,
                         const struct report_model *model, const struct report_peak *peaks)
{
    struct quantity bytes[MAX_ASKED_DTYPES];
    for (int d = 0; d < report->n_dtypes; d++) bytes[d] = peaks[d].bytes;
    return json_peak(arena, report, model, &peaks[0], bytes);
}

// One piece of a peak that may depend on the symbols. Pieces are those of the first
// asked dtype; the row's bytes in the other ones stand beside.
static json_t *json_piece(struct arena *arena, const struct report *report,
                          const struct report_model *model, int piece)
{
    const struct report_peak *peak = &model->peaks[0][piece];
    struct quantity bytes[MAX_ASKED_DTYPES];
    if (peak->row >= 0) peaks_piece_bytes(model, report->n_dtypes, peak, bytes);
    return json_peak(arena, report, model, peak, bytes);
}

// The first piece; all of them as `pieces` where there are several.
// A reader that knows of no pieces gets the first one, with its condition beside it.
json_t *json_peak_leaf(struct arena *arena, const struct report *report,
                       const struct report_model *model)
{
    json_t *object = json_piece(arena, report, model, 0);
    if (model->n_peaks[0] < 2) return object;
    json_t *pieces = json_array();
    for (int i = 0; i < model->n_peaks[0]; i++)
        json_array_append_new(pieces, json_piece(arena, report, model, i));
    json_object_set_new(object, "pieces", pieces);
    return object;
}

// Given whether it differs or not, so that tests can hold it against PyTorch.
json_t *json_reference(struct arena *arena, const struct report *report,
                       const struct report_model *model)
{
    const struct report_reference *reference = &model->reference;
    json_t *object = json_object();
    json_object_set_new(object, "n_leaves", json_integer(reference->n_leaves));
    json_object_set_new(object, "differs", json_boolean(reference->differs));
    json_object_set_new(object, "fails", json_text(reference->fails));
    json_object_set_new(object, "peak", json_single_peak(arena, report, model, reference->peak));
    json_set_bytes(arena, object, "total", report, reference->total);
    return object;
}

static void set_live_bytes(struct arena *arena, json_t *object, const struct report *report,
                           const struct report_live *live)
{
    struct quantity bytes[MAX_ASKED_DTYPES], total[MAX_ASKED_DTYPES];
    for (int d = 0; d < report->n_dtypes; d++) {
        bytes[d] = live[d].bytes;
        total[d] = live[d].total;
    }
    json_set_bytes(arena, object, "bytes", report, bytes);
    json_set_bytes(arena, object, "total", report, total);
}

static json_t *json_live_pieces(struct arena *arena, const struct report_live *live)
{
    json_t *pieces = json_array();
    for (int i = 0; i < live->n_pieces; i++) {
        const struct report_live_piece *piece = &live->pieces[i];
        json_t *object = json_object();
        json_set_quantity(arena, object, "bytes", piece->bytes);
        json_object_set_new(object, "condition", json_text(piece->condition));
        if (piece->from) json_object_set_new(object, "from", json_text(piece->from));
        json_object_set_new(object, "moment", json_text(piece->moment));
        json_set_site(object, piece->site);
        json_array_append_new(pieces, object);
    }
    return pieces;
}

// The moment and its holders are those of the first asked dtype.
json_t *json_live(struct arena *arena, const struct report *report, const struct report_live *live)
{
    json_t *object = json_object(), *holders = json_array();
    set_live_bytes(arena, object, report, live);
    json_object_set_new(object, "n_alive", json_integer(live->n_alive));
    json_object_set_new(object, "moment", json_text(live->moment));
    json_set_site(object, live->site);
    for (int i = 0; i < live->n_holders; i++) {
        json_t *holder = json_object();
        json_object_set_new(holder, "name", json_text(live->holders[i].name));
        json_set_quantity(arena, holder, "bytes", live->holders[i].bytes);
        json_array_append_new(holders, holder);
    }
    json_object_set_new(object, "holders", holders);
    if (live->n_pieces > 1) json_object_set_new(object, "pieces", json_live_pieces(arena, live));
    return object;
}

static json_t *json_runtime(struct arena *arena, const struct runtime_memory *runtime)
{
    json_t *memory = json_object(), *parts = json_array(), *places = json_array();
    json_object_set_new(memory, "model", json_text(runtime->model));
    json_set_quantity(arena, memory, "bytes", runtime->bytes);
    for (int i = 0; i < runtime->n_parts; i++) {
        json_t *part = json_object();
        json_object_set_new(part, "name", json_text(runtime->parts[i].name));
        json_set_quantity(arena, part, "bytes", runtime->parts[i].bytes);
        json_object_set_new(part, "note", json_text(runtime->parts[i].note));
        json_set_site(part, runtime->parts[i].site);
        json_array_append_new(parts, part);
    }
    for (int i = 0; i < runtime->n_places; i++) {
        json_t *place = json_object();
        json_object_set_new(place, "tensor", json_integer(runtime->places[i].value));
        json_object_set_new(place, "offset", json_sym(arena, runtime->places[i].offset));
        json_array_append_new(places, place);
    }
    json_object_set_new(memory, "parts", parts);
    json_object_set_new(memory, "offsets", places);
    return memory;
}

// One entry a way of allocating; a place of each tensor's memory where the way has one.
json_t *json_memory(struct arena *arena, const struct report *report,
                    const struct report_model *model)
{
    static const char *const modes[] = {"inference", "training"};
    const struct report_live *lives[] = {model->live, model->live_training};
    json_t *memory = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "model", json_text(model_name(model->memory_model)));
        json_object_set_new(object, "mode", json_text(modes[i]));
        set_live_bytes(arena, object, report, lives[i]);
        json_object_set_new(object, "offsets", json_array());
        json_array_append_new(memory, object);
    }
    if (model->ggml && !model->ggml->in_contexts)
        json_array_append_new(memory, json_ggml_memory(arena, model));
    for (int i = 0; i < model->runtimes.n; i++)
        json_array_append_new(memory, json_runtime(arena, &model->runtimes.at[i]));
    return memory;
}

json_t *json_parameters(struct arena *arena, const struct report *report,
                        const struct report_model *model)
{
    json_t *object = json_object();
    json_set_quantity(arena, object, "count", model->parameters);
    json_set_bytes(arena, object, "bytes", report, model->parameter_bytes);
    json_set_bytes(arena, object, "buffer_bytes", report, model->buffer_bytes);
    return object;
}

json_t *json_budgets(struct arena *arena, const struct report *report,
                     const struct report_model *model)
{
    json_t *budgets = json_array();
    for (int i = 0; i < model->n_budgets; i++) {
        const struct report_budget *budget = &model->budgets[i];
        json_t *object = json_object();
        json_object_set_new(object, "text", json_text(budget->text));
        json_object_set_new(object, "dtype", json_text(dtype_name(report->dtypes[budget->dtype])));
        json_object_set_new(object, "limit", json_integer(budget->limit_bytes));
        json_set_quantity(arena, object, "bytes", budget->bytes);
        json_object_set_new(object, "verdict", json_text(verdict_name(budget->proof.verdict)));
        if (budget->holds_while)
            json_object_set_new(object, "holds_while", json_text(budget->holds_while));
        json_array_append_new(budgets, object);
    }
    return budgets;
}

// ---- at values of the symbols

// Null where a condition is broken: there is no figure then.
static void set_at_quantity(struct arena *arena, json_t *object, const char *key,
                            const struct report_at_row *row, struct quantity figure)
{
    if (row->broken)
        json_object_set_new(object, key, json_null());
    else
        json_set_quantity(arena, object, key, figure);
}

// No leaf where a condition is broken, where it is not known, and where it depends on symbols that
// have no value: then there are `pieces`.
static void set_at_peak(struct arena *arena, json_t *object, const struct report_at_row *row,
                        const struct report_at_figures *figures)
{
    const struct report_model *model = row->model;
    int leaf = figures->n_peaks == 1 ? figures->peaks[0].row : -1;
    json_object_set_new(object, "peak_leaf",
                        leaf < 0 ? json_null() : json_text(model->rows[leaf].name));
    set_at_quantity(arena, object, "peak_leaf_bytes", row, figures->peak);
    if (figures->n_peaks < 2) return;
    json_t *pieces = json_array();
    for (int i = 0; i < figures->n_peaks; i++) {
        const struct report_peak *peak = &figures->peaks[i];
        json_t *piece = json_object();
        json_object_set_new(piece, "peak_leaf", json_text(model->rows[peak->row].name));
        json_set_quantity(arena, piece, "peak_leaf_bytes", peak->bytes);
        json_object_set_new(piece, "condition", json_text(peak->condition));
        json_array_append_new(pieces, piece);
    }
    json_object_set_new(object, "pieces", pieces);
}

json_t *json_at_row(const struct report *report, const struct report_at_row *row, int dtype)
{
    json_t *object = json_object(), *values = json_object();
    for (int k = 0; k < report->at_axes.n; k++)
        json_object_set_new(values, report->at_axes.at[k].name, json_integer(row->values[k]));
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "dtype", json_text(dtype_name(report->dtypes[dtype])));
    return object;
}

void json_set_at_side(struct arena *arena, json_t *object, const char *side,
                      const struct report_at_row *row, int dtype)
{
    const struct report_at_figures *figures = &row->figures[dtype];
    int leaf = !row->broken && figures->n_peaks == 1 ? figures->peaks[0].row : -1;
    const char *layer = leaf < 0 ? NULL : row->model->rows[leaf].name;
    set_at_quantity(arena, object, arena_printf(arena, "%s_peak_bytes", side), row, figures->peak);
    json_object_set_new(object, arena_printf(arena, "%s_peak_layer", side), json_text(layer));
}

// Those that are held in the type, in the order of the option.
static json_t *json_at_budgets(struct arena *arena, const struct report_at_row *row, int dtype)
{
    json_t *budgets = json_array();
    for (int i = 0; i < row->n_budgets; i++) {
        const struct report_at_verdict *verdict = &row->budgets[i];
        if (verdict->dtype != dtype) continue;
        json_t *object = json_object();
        json_object_set_new(object, "figure", json_text(verdict->name));
        json_set_quantity(arena, object, "bytes", verdict->bytes);
        json_object_set_new(object, "verdict", json_text(verdict_name(verdict->proof.verdict)));
        json_array_append_new(budgets, object);
    }
    return budgets;
}

// Peaks at values: one object a combination and dtype.
json_t *json_at(struct arena *arena, const struct report *report, const struct report_model *model)
{
    json_t *rows = json_array();
    for (int i = 0; i < model->n_at * report->n_dtypes; i++) {
        const struct report_at_row *row = &model->at[i / report->n_dtypes];
        int d = i % report->n_dtypes;
        if (row->taken_by == AT_ANOTHER) continue;
        const struct report_at_figures *figures = &row->figures[d];
        json_t *object = json_at_row(report, row, d);
        json_object_set_new(object, "broken", json_text(row->broken));
        set_at_peak(arena, object, row, figures);
        set_at_quantity(arena, object, "peak_live_bytes", row, figures->live);
        set_at_quantity(arena, object, "peak_live_training_bytes", row, figures->live_training);
        set_at_quantity(arena, object, "parameter_bytes", row, figures->parameters);
        if (at_table_budgets(arena, row, d))
            json_object_set_new(object, "budgets", json_at_budgets(arena, row, d));
        json_array_append_new(rows, object);
    }
    return rows;
}
