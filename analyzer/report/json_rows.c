// What ran, call by call: the part of the JSON report that grows with the model.

#include "analyzer/report/ggml_json.h"
#include "analyzer/report/json_rows.h"

#include "analyzer/report/collect.h"
#include "analyzer/report/json_value.h"

#include <string.h>

// A loop that did not end is no model, and its rounds are all alike: of an analysis that ended
// early this many calls, modules and tensors are listed. Everything else is complete.
#define MAX_UNENDED 1000

static int n_listed(const struct report_model *model, int n)
{
    return model->incomplete && n > MAX_UNENDED ? MAX_UNENDED : n;
}

json_t *json_left_out(const struct report_model *model)
{
    int n_tensors = model->program->values.n - 1;
    int rows = model->n_rows - n_listed(model, model->n_rows);
    int modules = model->n_modules - n_listed(model, model->n_modules);
    int tensors = n_tensors - n_listed(model, n_tensors);
    if (!rows && !modules && !tensors) return NULL;
    json_t *object = json_object();
    json_object_set_new(object, "calls", json_integer(rows));
    json_object_set_new(object, "modules", json_integer(modules));
    json_object_set_new(object, "tensors", json_integer(tensors));
    return object;
}

// ---- leaves

// Of one among several outputs; the row itself has only their sum.
static struct quantity output_bytes(struct syms *syms, const struct report_output *output,
                                    int dtype)
{
    if (output->reason) return quantity_unknown(output->reason);
    struct tensor_type type = {.dtype = output->as[dtype], .shape = output->shape};
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
        bytes[d] = row->n_outputs == 1 ? row->bytes[d] : output_bytes(syms, output, d);
    json_object_set_new(object, "dtype",
                        output->reason ? json_null() : json_text(dtype_name(output->dtype)));
    json_object_set_new(object, "shape",
                        output->reason ? json_null()
                                       : json_sizes(arena, output->shape.rank, output->shape.dim));
    if (output->innermost_first)
        json_object_set_new(object, "ne", json_innermost(arena, &output->shape));
    json_set_bytes(arena, object, "bytes", report, bytes);
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
    if (row->rounds != ROUNDS_ALIKE)
        json_object_set_new(object, "rounds",
                            json_string(row->rounds == ROUNDS_GROW ? "grow" : "fall"));
    json_set_bytes(arena, object, "bytes", report, row->bytes);
    json_set_quantity(arena, object, "flops", row->flops);
    json_object_set_new(object, "visible_to_hooks", json_boolean(row->visible_to_hooks));
    if (row->aside) json_object_set_new(object, "role", json_string(row->aside));
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
    json_set_quantity(arena, object, "parameters", row->parameters);
    json_object_set_new(object, "calls", json_array());
    return object;
}

// Leaves in order of their first call; each functional op is one of its own.
json_t *json_leaves(struct arena *arena, const struct report *report,
                    const struct report_model *model)
{
    json_t *leaves = json_array();
    json_t **of_scope = arena_array(arena, json_t *, model->program->scopes.n + 1);
    int n = n_listed(model, model->n_rows);
    for (int i = 0; i < n; i++) {
        const struct report_row *row = &model->rows[i];
        bool is_call = row->visible_to_hooks || row->aside;
        json_t *leaf = is_call ? of_scope[row->scope] : NULL;
        if (!leaf) {
            leaf = json_leaf(arena, row);
            json_array_append_new(leaves, leaf);
            if (is_call) of_scope[row->scope] = leaf;
        }
        json_array_append_new(json_object_get(leaf, "calls"), json_call(arena, report, model, i));
    }
    return leaves;
}

// A module has the members of a leaf, and instead of calls the range of indices
// that ran inside this call of it.
json_t *json_modules(struct arena *arena, const struct report *report,
                     const struct report_model *model)
{
    json_t *modules = json_array();
    int n = n_listed(model, model->n_modules);
    for (int i = 0; i < n; i++) {
        const struct report_module *module = &model->modules[i];
        json_t *object = json_leaf(arena, &module->row);
        json_object_del(object, "calls");
        json_object_set_new(object, "call", json_integer(module->row.call));
        json_object_set_new(object, "first_index", json_integer(module->first_row));
        json_object_set_new(object, "n_indices", json_integer(module->n_rows));
        json_set_bytes(arena, object, "bytes", report, module->row.bytes);
        json_set_quantity(arena, object, "flops", module->row.flops);
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
    struct tensor_type type = value_type(value);
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
    if (p->manner->innermost_first && !poisoned)
        json_object_set_new(object, "ne", json_innermost(arena, &type.shape));
    json_object_set_new(object, "strides", poisoned ? json_null() : json_strides(arena, p, value));
    json_set_quantity(arena, object, "bytes", collect_bytes(p, id, DTYPE_F32));
    json_object_set_new(object, "view_of",
                        value->view_of ? json_integer(value->view_of) : json_null());
    json_set_site(object, value->site);
    return object;
}

json_t *json_tensors(struct arena *arena, const struct report_model *model)
{
    const struct program *p = model->program;
    json_t *tensors = json_array();
    int n = n_listed(model, p->values.n - 1);
    for (int i = 1; i <= n; i++) json_array_append_new(tensors, json_tensor(arena, p, (value_id)i));
    return tensors;
}
