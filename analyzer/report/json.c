// The report for programs. report.schema.json beside this file documents it;
// tests/golden holds output against that schema.

#include "analyzer/report/collect.h"
#include "analyzer/report/writer.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA_VERSION 1

// Bytes of the character of UTF-8 at `text`, which is not at its end; 0: it is none.
static int character_bytes(const char *text)
{
    for (size_t n = 1; n <= 4 && n <= strlen(text); n++) {
        json_t *character = json_stringn(text, n);
        json_decref(character);
        if (character) return (int)n;
    }
    return 0;
}

// With U+FFFD for each byte that is no UTF-8, which JSON cannot hold.
static json_t *json_replaced(const char *text)
{
    struct arena *scratch = arena_open();
    struct text replaced = {.arena = scratch};
    while (*text) {
        int n = character_bytes(text);
        text_add_n(&replaced, n ? text : "\xef\xbf\xbd", n ? (size_t)n : 3);
        text += n ? n : 1;
    }
    json_t *string = json_string(text_string(&replaced));
    arena_close(scratch);
    return string;
}

// NULL is null. Names and paths are what the user's sources and system make of them.
static json_t *json_text(const char *text)
{
    if (!text) return json_null();
    json_t *string = json_string(text);
    return string ? string : json_replaced(text);
}

// An integer, a string where it is symbolic, null where it is not known.
// 64-bit sizes fit: jansson's integers are long long.
static json_t *json_sym(struct arena *arena, const struct sym *sym)
{
    int64_t value;
    if (!sym || sym_kind(sym) == SYM_UNKNOWN) return json_null();
    if (sym_is_const(sym, &value)) return json_integer(value);
    return json_text(sym_string(arena, sym));
}

// Sets `key`, and beside it `<key>_tag` and `<key>_reason` where it is not exact.
static void set_quantity(struct arena *arena, json_t *object, const char *key, struct quantity q)
{
    json_object_set_new(object, key, json_sym(arena, quantity_known(q) ? q.value : NULL));
    if (q.tag == TAG_EXACT) return;
    json_object_set_new(object, arena_printf(arena, "%s_tag", key), json_text(tag_name(q.tag)));
    if (q.reason)
        json_object_set_new(object, arena_printf(arena, "%s_reason", key), json_text(q.reason));
}

// Of the figures for all asked types the one that can be trusted least.
static struct quantity weakest(int n, const struct quantity *figures)
{
    struct quantity worst = figures[0];
    for (int i = 1; i < n; i++)
        if (worst.tag == TAG_EXACT || figures[i].tag == TAG_UNKNOWN) worst = figures[i];
    return worst;
}

// "bytes": {"f32": 1024, ...}, and one tag for all.
static void set_bytes(struct arena *arena, json_t *object, const char *key,
                      const struct report *report, const struct quantity *bytes)
{
    json_t *sizes = json_object();
    for (int d = 0; d < report->n_dtypes; d++)
        json_object_set_new(sizes, dtype_name(report->dtypes[d]),
                            json_sym(arena, quantity_known(bytes[d]) ? bytes[d].value : NULL));
    json_object_set_new(object, key, sizes);
    struct quantity worst = weakest(report->n_dtypes, bytes);
    if (worst.tag == TAG_EXACT) return;
    json_object_set_new(object, arena_printf(arena, "%s_tag", key), json_text(tag_name(worst.tag)));
    if (worst.reason)
        json_object_set_new(object, arena_printf(arena, "%s_reason", key), json_text(worst.reason));
}

// Three members, so that a place is flat in every object that has one.
static void set_site(json_t *object, const struct site *site)
{
    json_object_set_new(object, "file", json_text(site ? site->file : NULL));
    json_object_set_new(object, "line", site ? json_integer(site->line) : json_null());
    json_object_set_new(object, "column", site ? json_integer(site->column) : json_null());
}

static json_t *json_sizes(struct arena *arena, int n, const struct sym *const *sizes)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(array, json_sym(arena, sizes[i]));
    return array;
}

static json_t *json_strings(int n, const char *const *strings)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(array, json_text(strings[i]));
    return array;
}

// ---- leaves

// Of one among several outputs; the row itself has only their sum.
static struct quantity output_bytes(struct syms *syms, const struct report_output *output,
                                    enum dtype asked)
{
    if (output->reason) return quantity_unknown(output->reason);
    struct tensor_type type = {.dtype = output->dtype, .shape = output->shape};
    if (type.dtype == DTYPE_F32) type.dtype = asked;
    return quantity_of(tensor_bytes(syms, &type));
}

// A single output has the bytes of its row, which may be the library's own figure.
static json_t *json_output(struct arena *arena, const struct report *report, struct syms *syms,
                           const struct report_row *row, int index)
{
    const struct report_output *output = &row->outputs[index];
    json_t *object = json_object();
    struct quantity bytes[MAX_ASKED_DTYPES];
    for (int d = 0; d < report->n_dtypes; d++)
        bytes[d] =
            row->n_outputs == 1 ? row->bytes[d] : output_bytes(syms, output, report->dtypes[d]);
    json_object_set_new(object, "dtype",
                        output->reason ? json_null() : json_text(dtype_name(output->dtype)));
    json_object_set_new(object, "shape",
                        output->reason ? json_null()
                                       : json_sizes(arena, output->shape.rank, output->shape.dim));
    set_bytes(arena, object, "bytes", report, bytes);
    return object;
}

// `index` orders the calls of all leaves as they ran, which grouping by leaf loses.
static json_t *json_call(struct arena *arena, const struct report *report,
                         const struct report_model *model, int index)
{
    const struct report_row *row = &model->rows[index];
    json_t *object = json_object(), *outputs = json_array();
    for (int i = 0; i < row->n_outputs; i++)
        json_array_append_new(outputs, json_output(arena, report, model->program->syms, row, i));
    json_object_set_new(object, "index", json_integer(index));
    json_object_set_new(object, "line", row->site ? json_integer(row->site->line) : json_null());
    json_object_set_new(object, "outputs", outputs);
    if (row->times) json_object_set_new(object, "times", json_sym(arena, row->times));
    set_bytes(arena, object, "bytes", report, row->bytes);
    set_quantity(arena, object, "flops", row->flops);
    json_object_set_new(object, "visible_to_hooks", json_boolean(row->visible_to_hooks));
    return object;
}

static json_t *json_leaf(struct arena *arena, const struct report_row *row)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(row->name));
    json_object_set_new(object, "op", json_text(row->op));
    json_object_set_new(object, "args", json_text(row->args));
    json_object_set_new(object, "file",
                        json_text(row->made && row->made->file ? row->made->file : NULL));
    json_object_set_new(object, "line", row->made ? json_integer(row->made->line) : json_null());
    set_quantity(arena, object, "parameters", row->parameters);
    json_object_set_new(object, "calls", json_array());
    return object;
}

// Leaves in order of their first call; each functional op is one of its own.
static json_t *json_leaves(struct arena *arena, const struct report *report,
                           const struct report_model *model)
{
    json_t *leaves = json_array();
    json_t **of_scope = arena_array(arena, json_t *, model->program->scopes.n + 1);
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        json_t *leaf = row->visible_to_hooks ? of_scope[row->scope] : NULL;
        if (!leaf) {
            leaf = json_leaf(arena, row);
            json_array_append_new(leaves, leaf);
            if (row->visible_to_hooks) of_scope[row->scope] = leaf;
        }
        json_array_append_new(json_object_get(leaf, "calls"), json_call(arena, report, model, i));
    }
    return leaves;
}

// A module has the members of a leaf, and instead of calls the range of indices
// that ran inside this call of it.
static json_t *json_modules(struct arena *arena, const struct report *report,
                            const struct report_model *model)
{
    json_t *modules = json_array();
    for (int i = 0; i < model->n_modules; i++) {
        const struct report_module *module = &model->modules[i];
        json_t *object = json_leaf(arena, &module->row);
        json_object_del(object, "calls");
        json_object_set_new(object, "call", json_integer(module->row.call));
        json_object_set_new(object, "first_index", json_integer(module->first_row));
        json_object_set_new(object, "n_indices", json_integer(module->n_rows));
        set_bytes(arena, object, "bytes", report, module->row.bytes);
        set_quantity(arena, object, "flops", module->row.flops);
        json_array_append_new(modules, object);
    }
    return modules;
}

// ---- tensors

// Contiguous tensors carry no strides in the graph; a reader of the report should
// not have to work them out.
static json_t *json_strides(struct arena *arena, const struct program *p, const struct value *value)
{
    if (value->stride) return json_sizes(arena, value->rank, value->stride);
    struct tensor_type type = value_type(value);
    const struct sym *strides[MAX_RANK];
    tensor_contiguous_strides(p->syms, &type.shape, strides);
    return json_sizes(arena, value->rank, strides);
}

// "GGML_OP_MUL_MAT", where the library has a name of its own for the op.
static const char *library_op(const struct node *node)
{
    for (int i = 0; i < node->n_facts; i++) {
        if (!strcmp(node->facts[i].name, "library_op")) return node->facts[i].value;
    }
    return NULL;
}

static const char *storage_word(const struct program *p, const struct value *value)
{
    return value->storage ? storage_kind_name(program_storage(p, value->storage)->kind) : NULL;
}

// A tensor in its own dtype: scaling to asked dtypes is for leaves.
static json_t *json_tensor(struct arena *arena, const struct program *p, value_id id)
{
    const struct value *value = program_value(p, id);
    const struct node *node = value->producer ? program_node(p, value->producer) : NULL;
    bool poisoned = value->flags & VALUE_POISONED;
    const char *op = node && node->op != N_OPS ? op_get(node->op)->name : node ? node->name : NULL;
    json_t *object = json_object();
    json_object_set_new(object, "index", json_integer(id));
    json_object_set_new(object, "name", json_text(value->name));
    json_object_set_new(object, "op", json_text(op));
    json_object_set_new(object, "library_op", json_text(node ? library_op(node) : NULL));
    json_object_set_new(object, "kind", json_text(storage_word(p, value)));
    json_object_set_new(object, "dtype",
                        poisoned ? json_null() : json_text(dtype_name(value->dtype)));
    json_object_set_new(object, "shape",
                        poisoned ? json_null() : json_sizes(arena, value->rank, value->dim));
    json_object_set_new(object, "strides", poisoned ? json_null() : json_strides(arena, p, value));
    set_quantity(arena, object, "bytes", collect_bytes(p, id, DTYPE_F32));
    json_object_set_new(object, "view_of",
                        value->view_of ? json_integer(value->view_of) : json_null());
    set_site(object, value->site);
    return object;
}

static json_t *json_tensors(struct arena *arena, const struct program *p)
{
    json_t *tensors = json_array();
    for (int i = 1; i < p->values.n; i++)
        json_array_append_new(tensors, json_tensor(arena, p, (value_id)i));
    return tensors;
}

// ---- figures of a model

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
    set_bytes(arena, object, "bytes", report, bytes);
    if (peak->condition) json_object_set_new(object, "condition", json_text(peak->condition));
    if (peak->from) json_object_set_new(object, "from", json_text(peak->from));
    return object;
}

// A figure that has one row whatever the symbols are.
static json_t *json_single_peak(struct arena *arena, const struct report *report,
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
    for (int d = 0; d < report->n_dtypes && peak->row >= 0; d++) {
        bytes[d] = model->rows[peak->row].bytes[d];
        bytes[d].tag = peak->bytes.tag;
        bytes[d].reason = peak->bytes.reason;
    }
    return json_peak(arena, report, model, peak, bytes);
}

// The first piece; all of them as `pieces` where there are several.
// A reader that knows of no pieces gets the first one, with its condition beside it.
static json_t *json_peak_leaf(struct arena *arena, const struct report *report,
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
static json_t *json_reference(struct arena *arena, const struct report *report,
                              const struct report_model *model)
{
    const struct report_reference *reference = &model->reference;
    json_t *object = json_object();
    json_object_set_new(object, "n_leaves", json_integer(reference->n_leaves));
    json_object_set_new(object, "differs", json_boolean(reference->differs));
    json_object_set_new(object, "fails", json_text(reference->fails));
    json_object_set_new(object, "peak", json_single_peak(arena, report, model, reference->peak));
    set_bytes(arena, object, "total", report, reference->total);
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
    set_bytes(arena, object, "bytes", report, bytes);
    set_bytes(arena, object, "total", report, total);
}

static json_t *json_live_pieces(struct arena *arena, const struct report_live *live)
{
    json_t *pieces = json_array();
    for (int i = 0; i < live->n_pieces; i++) {
        const struct report_live_piece *piece = &live->pieces[i];
        json_t *object = json_object();
        set_quantity(arena, object, "bytes", piece->bytes);
        json_object_set_new(object, "condition", json_text(piece->condition));
        if (piece->from) json_object_set_new(object, "from", json_text(piece->from));
        json_object_set_new(object, "moment", json_text(piece->moment));
        set_site(object, piece->site);
        json_array_append_new(pieces, object);
    }
    return pieces;
}

// The moment and its holders are those of the first asked dtype.
static json_t *json_live(struct arena *arena, const struct report *report,
                         const struct report_live *live)
{
    json_t *object = json_object(), *holders = json_array();
    set_live_bytes(arena, object, report, live);
    json_object_set_new(object, "n_alive", json_integer(live->n_alive));
    json_object_set_new(object, "moment", json_text(live->moment));
    set_site(object, live->site);
    for (int i = 0; i < live->n_holders; i++) {
        json_t *holder = json_object();
        json_object_set_new(holder, "name", json_text(live->holders[i].name));
        set_quantity(arena, holder, "bytes", live->holders[i].bytes);
        json_array_append_new(holders, holder);
    }
    json_object_set_new(object, "holders", holders);
    if (live->n_pieces > 1) json_object_set_new(object, "pieces", json_live_pieces(arena, live));
    return object;
}

// One entry a way of allocating; a place of each tensor's memory where the way has one.
static json_t *json_memory(struct arena *arena, const struct report *report,
                           const struct report_model *model)
{
    static const char *const modes[] = {"inference", "training"};
    const struct report_live *lives[] = {model->live, model->live_training};
    json_t *memory = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "model", json_text("ideal"));
        json_object_set_new(object, "mode", json_text(modes[i]));
        set_live_bytes(arena, object, report, lives[i]);
        json_object_set_new(object, "offsets", json_array());
        json_array_append_new(memory, object);
    }
    return memory;
}

static json_t *json_parameters(struct arena *arena, const struct report *report,
                               const struct report_model *model)
{
    json_t *object = json_object();
    set_quantity(arena, object, "count", model->parameters);
    set_bytes(arena, object, "bytes", report, model->parameter_bytes);
    set_bytes(arena, object, "buffer_bytes", report, model->buffer_bytes);
    return object;
}

static json_t *json_budgets(struct arena *arena, const struct report_model *model)
{
    json_t *budgets = json_array();
    for (int i = 0; i < model->n_budgets; i++) {
        const struct report_budget *budget = &model->budgets[i];
        json_t *object = json_object();
        json_object_set_new(object, "text", json_text(budget->text));
        json_object_set_new(object, "limit", json_integer(budget->limit_bytes));
        set_quantity(arena, object, "bytes", budget->bytes);
        json_object_set_new(object, "verdict", json_text(verdict_name(budget->proof.verdict)));
        json_array_append_new(budgets, object);
    }
    return budgets;
}

static json_t *json_why(const struct report_model *model)
{
    json_t *lines = json_array();
    for (int i = 0; i < model->n_why; i++) {
        const struct report_reason *reason = &model->why[i];
        json_t *object = json_object();
        json_object_set_new(object, "label", json_text(reason->label));
        json_object_set_new(object, "text", json_text(reason->text));
        set_site(object, reason->site);
        json_array_append_new(lines, object);
    }
    return lines;
}

static json_t *json_inputs(struct arena *arena, const struct report_model *model)
{
    json_t *inputs = json_array();
    for (int i = 0; i < model->n_inputs; i++) {
        const struct tensor_type *type = &model->inputs[i].type;
        json_t *object = json_object();
        json_object_set_new(object, "name", json_text(model->inputs[i].name));
        json_object_set_new(object, "dtype", json_text(dtype_name(type->dtype)));
        json_object_set_new(object, "shape", json_sizes(arena, type->shape.rank, type->shape.dim));
        json_array_append_new(inputs, object);
    }
    return inputs;
}

static json_t *json_conditions(const struct report_model *model)
{
    json_t *conditions = json_array();
    for (int i = 0; i < model->n_conditions; i++) {
        const struct report_condition *condition = &model->conditions[i];
        json_t *object = json_object();
        json_object_set_new(object, "condition", json_text(condition->text));
        json_object_set_new(object, "needed_by", json_text(condition->needed_by));
        set_site(object, condition->site);
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
    json_object_set_new(object, "assumptions",
                        json_strings(model->n_assumptions, model->assumptions));
    json_object_set_new(object, "symbols", json_strings(model->n_symbols, model->symbols));
}

// Null where a condition is broken: there is no figure then.
static void set_at_quantity(struct arena *arena, json_t *object, const char *key,
                            const struct report_at_row *row, struct quantity figure)
{
    if (row->broken)
        json_object_set_new(object, key, json_null());
    else
        set_quantity(arena, object, key, figure);
}

// No leaf where a condition is broken, where it is not known, and where it depends on symbols that
// have no value: then there are `pieces`.
static void set_at_peak(struct arena *arena, json_t *object, const struct report_model *model,
                        const struct report_at_row *row, const struct report_at_figures *figures)
{
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
        set_quantity(arena, piece, "peak_leaf_bytes", peak->bytes);
        json_object_set_new(piece, "condition", json_text(peak->condition));
        json_array_append_new(pieces, piece);
    }
    json_object_set_new(object, "pieces", pieces);
}

// Peaks at values: one object a combination and dtype.
static json_t *json_at(struct arena *arena, const struct report *report,
                       const struct report_model *model)
{
    json_t *rows = json_array();
    for (int i = 0; i < model->n_at * report->n_dtypes; i++) {
        const struct report_at_row *row = &model->at[i / report->n_dtypes];
        int d = i % report->n_dtypes;
        const struct report_at_figures *figures = &row->figures[d];
        json_t *object = json_object(), *values = json_object();
        for (int k = 0; k < report->at_axes.n; k++)
            json_object_set_new(values, report->at_axes.at[k].name, json_integer(row->values[k]));
        json_object_set_new(object, "values", values);
        json_object_set_new(object, "dtype", json_text(dtype_name(report->dtypes[d])));
        json_object_set_new(object, "broken", json_text(row->broken));
        set_at_peak(arena, object, model, row, figures);
        set_at_quantity(arena, object, "peak_live_bytes", row, figures->live);
        set_at_quantity(arena, object, "peak_live_training_bytes", row, figures->live_training);
        set_at_quantity(arena, object, "parameter_bytes", row, figures->parameters);
        json_array_append_new(rows, object);
    }
    return rows;
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
    json_object_set_new(object, "tensors", json_tensors(arena, model->program));
    json_object_set_new(object, "peak_leaf", json_peak_leaf(arena, report, model));
    json_object_set_new(object, "largest", json_single_peak(arena, report, model, model->largest));
    json_object_set_new(object, "reference", json_reference(arena, report, model));
    json_object_set_new(object, "peak_live", json_live(arena, report, model->live));
    json_object_set_new(object, "peak_live_training",
                        json_live(arena, report, model->live_training));
    set_bytes(arena, object, "total", report, model->total);
    json_object_set_new(object, "parameters", json_parameters(arena, report, model));
    set_quantity(arena, object, "flops", model->flops);
    json_object_set_new(object, "never_called", json_uncalled(model));
    json_object_set_new(object, "budgets", json_budgets(arena, model));
    if (model->n_why) json_object_set_new(object, "why", json_why(model));
    if (model->n_at) json_object_set_new(object, "at", json_at(arena, report, model));
    json_object_set_new(object, "memory", json_memory(arena, report, model));
    return object;
}

// ---- findings

// Verdict and severity both: an open condition is a note, whatever its kind.
static json_t *json_diag(const struct diag *diag)
{
    json_t *object = json_object(), *notes = json_array();
    json_object_set_new(object, "code", json_text(diag_info(diag->id)->code));
    json_object_set_new(object, "name", json_text(diag_info(diag->id)->name));
    json_object_set_new(object, "severity", json_text(severity_name(findings_severity(diag))));
    json_object_set_new(object, "verdict", json_text(verdict_name(diag->verdict)));
    set_site(object, diag->site);
    json_object_set_new(object, "message", json_text(diag->message));
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        json_t *entry = json_object();
        set_site(entry, note->site);
        json_object_set_new(entry, "message", json_text(note->message));
        json_array_append_new(notes, entry);
    }
    json_object_set_new(object, "notes", notes);
    json_object_set_new(object, "fix", json_text(diag->fix));
    return object;
}

static json_t *json_diags(const struct report *report)
{
    json_t *diags = json_array();
    for (int i = 0; i < report->n_diags; i++)
        json_array_append_new(diags, json_diag(report->diags[i]));
    return diags;
}

// jansson keeps the order of insertion, so the same report gives the same bytes.
static void write_json(struct text *text, json_t *root)
{
    char *dump = json_dumps(root, JSON_INDENT(2));
    text_add(text, dump ? dump : "null");
    text_add_char(text, '\n');
    free(dump);
    json_decref(root);
}

void json_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    json_t *root = json_object(), *models = json_array(), *dtypes = json_array();
    for (int d = 0; d < report->n_dtypes; d++)
        json_array_append_new(dtypes, json_text(dtype_name(report->dtypes[d])));
    for (int i = 0; i < report->n_models; i++)
        json_array_append_new(models, json_model(text->arena, report, &report->models[i]));
    json_object_set_new(root, "schema", json_integer(SCHEMA_VERSION));
    json_object_set_new(root, "files", json_strings(report->n_files, report->files));
    json_object_set_new(root, "dtypes", dtypes);
    json_object_set_new(root, "models", models);
    json_object_set_new(root, "diagnostics", json_diags(report));
    write_json(text, root);
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
    json_object_set_new(object, "peak_leaf", json_peak_leaf(arena, side->report, model));
    json_object_set_new(object, "largest",
                        json_single_peak(arena, side->report, model, model->largest));
    json_object_set_new(object, "reference", json_reference(arena, side->report, model));
    json_object_set_new(object, "peak_live", json_live(arena, side->report, model->live));
    set_bytes(arena, object, "total", side->report, model->total);
    json_object_set_new(object, "parameters", json_parameters(arena, side->report, model));
    set_quantity(arena, object, "flops", model->flops);
    return object;
}

void json_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    struct arena *arena = text->arena;
    json_t *root = json_object(), *details = json_object();
    json_object_set_new(root, "a_peak_bytes", json_sym(arena, c->a.peak.bytes.value));
    json_object_set_new(root, "a_peak_layer", json_text(c->a.peak_layer));
    json_object_set_new(root, "b_peak_bytes", json_sym(arena, c->b.peak.bytes.value));
    json_object_set_new(root, "b_peak_layer", json_text(c->b.peak_layer));
    json_object_set_new(root, "bottleneck", json_text(bottleneck_name(c->bottleneck)));
    json_object_set_new(details, "schema", json_integer(SCHEMA_VERSION));
    json_object_set_new(details, "dtype", json_text(dtype_name(c->a.report->dtypes[0])));
    json_object_set_new(details, "reason", json_text(c->reason));
    json_object_set_new(details, "a", json_side(arena, &c->a));
    json_object_set_new(details, "b", json_side(arena, &c->b));
    json_object_set_new(details, "diagnostics", json_diags(&c->findings));
    json_object_set_new(root, "details", details);
    write_json(text, root);
}
