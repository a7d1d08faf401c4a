// From values, nodes and module calls to rows. Leaves come in the order of their calls, each with
// what a hook would see; functional ops outside of leaves are rows that hooks cannot see.

#include "analyzer/report/collect.h"

#include "analyzer/reached.h"
#include "analyzer/report/flops.h"
#include "analyzer/report/functional.h"
#include "analyzer/report/module_places.h"
#include "analyzer/report/peaks.h"
#include "analyzer/report/uncalled.h"
#include "ir/base/text.h"
#include "ir/graph_float.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Where a node stands.
enum place { OUTSIDE, INSIDE, WRITTEN_INSIDE };

// The state of one walk over the events. Rows come out in order of execution,
// because a leaf call is an event at its end, as a forward hook is.
struct collect {
    struct arena *arena;
    const struct program *program;
    const struct collect_request *request;
    const struct program *as[MAX_ASKED_DTYPES]; // where the model's float is the asked dtype
    enum dtype counted[MAX_ASKED_DTYPES];       // what f32 is taken as in it
    enum place *inside_leaf;                    // per node
    int *n_calls;                               // per scope, so far
    struct quantity *flops;          // per node: of all up to it; NULL: there are regions
    const struct module_place *tree; // per scope
    VEC(struct report_row) rows;
    VEC(struct report_module) modules;
    VEC(const struct sym *) times; // of the regions around, innermost last
    int n_leaf_rows;
};

// The model's float is f32: that is what a model is written in when nothing else
// is said. A tensor that the program made f16 or f64 itself keeps its type, and what a rule makes
// of both is its own affair: then the program is `as` another one.
struct quantity collect_bytes(const struct program *p, value_id id, enum dtype asked)
{
    const struct value *value = program_value(p, id);
    if (value->flags & VALUE_POISONED) return quantity_unknown(value->reason);
    bool fixed = value->dtype != DTYPE_F32 || asked == DTYPE_F32 || p->manner->own_types;
    if (fixed) return quantity_of(value_bytes(p, id));
    struct tensor_type type = value_type(value);
    type.dtype = asked;
    return quantity_of(tensor_bytes(p->syms, &type));
}

int collect_same_width(const enum dtype *dtypes, int dtype, enum report_widths widths)
{
    for (int d = 0; d < dtype && widths == WIDTHS_SHARED; d++) {
        if (dtype_block_bytes(dtypes[d]) == dtype_block_bytes(dtypes[dtype]) &&
            dtype_block_elements(dtypes[d]) == dtype_block_elements(dtypes[dtype]))
            return d;
    }
    return -1;
}

static void find_floats(struct collect *c)
{
    for (int d = 0; d < c->request->n_dtypes; d++) {
        c->counted[d] = c->request->dtypes[d];
        c->as[d] = program_as_float(c->arena, c->program, &c->counted[d]);
    }
}

// The type of a tensor where the model's float is an asked one.
static enum dtype dtype_as(const struct collect *c, value_id id, int dtype)
{
    enum dtype own = program_value(c->as[dtype], id)->dtype;
    return own == DTYPE_F32 && !c->program->manner->own_types ? c->counted[dtype] : own;
}

// Also whether a cast is a copy: that of f16 to f16 is none, and that of bf16 is one.
static bool same_widths(const struct collect *c, int a, int b)
{
    for (int id = 1; id < c->program->values.n; id++) {
        value_id of_a = program_value(c->as[a], (value_id)id)->view_of;
        if (of_a != program_value(c->as[b], (value_id)id)->view_of) return false;
        enum dtype in_a = dtype_as(c, (value_id)id, a), in_b = dtype_as(c, (value_id)id, b);
        if (dtype_block_bytes(in_a) != dtype_block_bytes(in_b)) return false;
    }
    return true;
}

static void compare_floats(const struct collect *c, struct report_model *model)
{
    for (int d = 0; d < c->request->n_dtypes; d++) {
        int same = collect_same_width(c->request->dtypes, d, WIDTHS_SHARED);
        if (c->as[d] == c->program && (same < 0 || c->as[same] == c->program)) continue;
        model->promotes = true;
        if (same >= 0 && !same_widths(c, same, d)) model->widths = WIDTHS_APART;
    }
}

static struct quantity zero(const struct program *p)
{
    return quantity_of(sym_const(p->syms, 0));
}

// NULL outside of any region: the row runs once.
static const struct sym *times_here(const struct collect *c)
{
    return c->times.n ? c->times.at[c->times.n - 1] : NULL;
}

// The sizes under all that is known by now.
static struct shape known_shape(const struct program *p, const struct tensor_type *type)
{
    struct shape shape = type->shape;
    for (int axis = 0; axis < shape.rank; axis++)
        shape.dim[axis] = sym_simplify(p->syms, shape.dim[axis]);
    return shape;
}

// A hook that is given a tuple measures all of it, so a row has the sum of its outputs.
static void set_outputs(struct collect *c, struct report_row *row, const value_id *out, int n)
{
    const struct program *p = c->program;
    struct report_output *outputs = arena_array(c->arena, struct report_output, n);
    for (int d = 0; d < c->request->n_dtypes; d++) row->bytes[d] = zero(p);
    for (int i = 0; i < n; i++) {
        const struct value *value = program_value(p, out[i]);
        struct tensor_type type = value_type(value);
        outputs[i] = (struct report_output){.dtype = type.dtype,
                                            .shape = known_shape(p, &type),
                                            .innermost_first = p->manner->innermost_first};
        if (value->flags & VALUE_POISONED) {
            outputs[i].reason = value->reason ? value->reason : "not known";
            row->poisoned = true;
            row->reason = outputs[i].reason;
        }
        for (int d = 0; d < c->request->n_dtypes; d++) {
            struct quantity bytes = collect_bytes(c->as[d], out[i], c->counted[d]);
            outputs[i].as[d] = dtype_as(c, out[i], d);
            row->bytes[d] = i ? quantity_add(p->syms, row->bytes[d], bytes) : bytes;
        }
    }
    row->n_outputs = n;
    row->outputs = outputs;
    row->values = arena_copy(c->arena, out, (size_t)n * sizeof *out);
}

// The root, whose name is empty, has depth 0.
static int depth_of(const char *path)
{
    int depth = *path ? 1 : 0;
    for (; *path; path++) depth += *path == '.';
    return depth;
}

// ---- leaf calls

// Sums up to each node, so that deep nests of modules cost no more than flat ones.
static void sum_flops(struct collect *c)
{
    const struct program *p = c->program;
    for (int i = 1; i < p->nodes.n; i++)
        if (p->nodes.at[i].body) return;
    c->flops = arena_alloc(c->arena, (size_t)p->nodes.n * sizeof *c->flops);
    c->flops[0] = zero(p);
    for (int i = 1; i < p->nodes.n; i++)
        c->flops[i] = quantity_add(p->syms, c->flops[i - 1],
                                   flops_of_nodes(c->arena, p, (node_id)i, (node_id)i));
}

static struct quantity flops_between(struct collect *c, node_id first, node_id last)
{
    const struct program *p = c->program;
    if (first && first < last && c->flops) {
        struct quantity before = c->flops[first - 1], all = c->flops[last];
        bool exact = before.tag == TAG_EXACT && all.tag == TAG_EXACT;
        if (exact) return quantity_of(sym_sub(p->syms, all.value, before.value));
    }
    return flops_of_nodes(c->arena, p, first, last);
}

// The row of a leaf, and of a module that may be folded to one.
static struct report_row row_of_call(struct collect *c, const struct module_call *call)
{
    const struct program *p = c->program;
    const struct scope *scope = program_scope(p, call->scope);
    struct report_row row = {
        .name = scope_path(c->arena, p, call->scope),
        .op = scope->kind ? scope->kind : "Module",
        .args = scope->args ? scope->args : "",
        // The call of the whole model stands nowhere in the source.
        .site = call->site ? call->site : scope->site,
        .made = scope->site ? scope->site : call->site,
        .scope = call->scope,
        .call = ++c->n_calls[call->scope],
        .times = times_here(c),
        .aside = scope->aside,
        .first_node = call->first_node,
        .last_node = call->last_node,
        .parameters = c->tree[call->scope].parameters,
        .flops = flops_between(c, call->first_node, call->last_node),
    };
    row.depth = depth_of(row.name);
    set_outputs(c, &row, call->out, call->n_out);
    // A module that nobody saw made: what it computes with is as unknown as what it gives.
    bool unseen = p->unseen && scope->leaf && row.poisoned && !call->first_node;
    if (unseen) row.flops = row.parameters = quantity_unknown(row.reason);
    return row;
}

// Calls besides the one that is there.
static int stand_for_rounds(const struct collect *c, struct report_row *row)
{
    const struct program *p = c->program;
    bool listed = row->first_node && (int)row->first_node < p->times.n;
    const struct sym *times = listed ? p->times.at[row->first_node] : NULL;
    int64_t n;
    if (!times || !sym_is_const(times, &n) || n > INT_MAX / 2) return 0;
    row->times = times;
    return (int)n - 1;
}

static void add_leaf_row(struct collect *c, const struct module_call *call)
{
    struct report_row row = row_of_call(c, call);
    row.visible_to_hooks = !row.aside;
    row.takes_no_memory = row.aside != NULL;
    int more = stand_for_rounds(c, &row);
    *vec_push(c->arena, &c->rows) = row;
    c->n_calls[call->scope] += more;
    if (row.visible_to_hooks) c->n_leaf_rows += 1 + more;
}

// ---- calls of modules with children

static bool scope_is_in(const struct collect *c, scope_id scope, scope_id module)
{
    int place = c->tree[scope].first - c->tree[module].first;
    return place >= 0 && place < c->tree[module].size;
}

// Of two calls of one module in a row, the second must not take the first's rows:
// they are older than its first node. A row without nodes (an empty Sequential)
// has only its place in the tree to go by.
static bool row_is_in(const struct collect *c, const struct report_row *row,
                      const struct module_call *call)
{
    if (!scope_is_in(c, row->scope, call->scope)) return false;
    return !row->first_node || row->first_node >= call->first_node;
}

// The rows of a call are the last ones when it ends.
static void add_module(struct collect *c, const struct module_call *call)
{
    struct report_module module = {.row = row_of_call(c, call)};
    module.first_row = c->rows.n;
    while (module.first_row > 0 && row_is_in(c, &c->rows.at[module.first_row - 1], call))
        module.first_row--;
    module.n_rows = c->rows.n - module.first_row;
    *vec_push(c->arena, &c->modules) = module;
}

static bool stands_at(const struct site *a, const struct site *b)
{
    return a == b || (a && b && a->file == b->file && a->line == b->line && a->column == b->column);
}

static bool gives(const struct module_call *call, const struct node *node)
{
    for (int i = 0; i < call->n_out; i++)
        if (call->out[i] >= node->out && call->out[i] < node->out + (value_id)node->n_out)
            return true;
    return false;
}

// Nodes of a layer of the library stand where it is called or was made. One that stands elsewhere
// was written in a forward of the user's: a functional op, unless it gives what the leaf's own row
// shows.
static bool is_written_inside(const struct program *p, const struct module_call *call, node_id id)
{
    const struct node *node = program_node(p, id);
    return node->site && !stands_at(node->site, call->site) &&
           !stands_at(node->site, program_scope(p, call->scope)->site) && !gives(call, node);
}

// What a leaf computes inside is its own affair: a hook sees its outputs only.
static void mark_nodes_of_leaves(struct collect *c)
{
    const struct program *p = c->program;
    for (int i = 0; i < p->calls.n; i++) {
        const struct module_call *call = &p->calls.at[i];
        if (!call->scope || !program_scope(p, call->scope)->leaf || !call->first_node) continue;
        for (node_id id = call->first_node; id <= call->last_node; id++)
            c->inside_leaf[id] = is_written_inside(p, call, id) ? WRITTEN_INSIDE : INSIDE;
    }
}

// ---- functional ops

static void add_functional_row(struct collect *c, node_id id)
{
    const struct program *p = c->program;
    const struct node *node = program_node(p, id);
    struct report_row *row = vec_push(c->arena, &c->rows);
    functional_describe(c->arena, p, id, row);
    row->times = times_here(c);
    row->depth = depth_of(scope_path(c->arena, p, node->scope)) + 1;
    value_id *out = arena_array(c->arena, value_id, node->n_out);
    for (int i = 0; i < node->n_out; i++) out[i] = node->out + (value_id)i;
    set_outputs(c, row, out, node->n_out);
}

// ---- the whole model

static const struct sym *count_of_region(const struct program *p, graph_id body)
{
    for (int i = 1; i < p->nodes.n; i++) {
        if (p->nodes.at[i].body == body) return p->nodes.at[i].count;
    }
    return sym_unknown(p->syms, "the region has no end");
}

// The body of a region is built once and its rows appear once, with their count;
// regions inside regions multiply.
static void begin_region(struct collect *c, graph_id body)
{
    const struct sym *count = count_of_region(c->program, body), *outer = times_here(c);
    if (outer) count = sym_mul(c->program->syms, outer, count);
    *vec_push(c->arena, &c->times) = count;
}

// A region's own node ends it; what it computes stands in the rows of its body.
static void collect_node(struct collect *c, node_id id)
{
    if (program_node(c->program, id)->body) {
        if (c->times.n) c->times.n--;
    } else if (c->inside_leaf[id] != INSIDE) {
        add_functional_row(c, id);
    }
}

static void collect_call(struct collect *c, const struct module_call *call)
{
    if (!call->scope) return;
    if (program_scope(c->program, call->scope)->leaf)
        add_leaf_row(c, call);
    else
        add_module(c, call);
}

static void collect_events(struct collect *c)
{
    const struct program *p = c->program;
    for (int i = 0; i < p->events.n; i++) {
        const struct event *event = &p->events.at[i];
        if (event->kind == EVENT_REPEAT) begin_region(c, event->id);
        if (event->kind == EVENT_NODE) collect_node(c, event->id);
        if (event->kind == EVENT_CALL) collect_call(c, &p->calls.at[event->id]);
    }
}

static void collect_rows(struct collect *c)
{
    const struct program *p = c->program;
    c->inside_leaf = arena_array(c->arena, enum place, p->nodes.n + 1);
    c->n_calls = arena_array(c->arena, int, p->scopes.n + 1);
    c->tree = module_places(c->arena, p);
    sum_flops(c);
    mark_nodes_of_leaves(c);
    collect_events(c);
    for (int i = 0; i < c->modules.n; i++)
        c->modules.at[i].row.n_calls = c->n_calls[c->modules.at[i].row.scope];
    for (int i = 0; i < c->rows.n; i++) {
        struct report_row *row = &c->rows.at[i];
        if (row->visible_to_hooks || row->aside) row->n_calls = c->n_calls[row->scope];
    }
    uncalled_count_parameters(c->arena, p, c->n_calls, c->rows.n, c->rows.at);
}

// What the caller gives, in the order in which the program made them.
static void collect_inputs(struct collect *c, struct report_model *model)
{
    const struct program *p = c->program;
    VEC(struct report_input) inputs = {0};
    for (int i = 1; i < p->values.n; i++) {
        const struct value *value = &p->values.at[i];
        if (value->producer || value->view_of || !value->storage) continue;
        if (value->flags & (VALUE_NUMBER | VALUE_POISONED)) continue;
        const struct storage *storage = program_storage(p, value->storage);
        if (storage->kind != STORAGE_INPUT) continue;
        const char *name = value->name ? value->name : storage->name;
        *vec_push(c->arena, &inputs) =
            (struct report_input){.name = name ? name : "",
                                  .type = value_type(value),
                                  .innermost_first = p->manner->innermost_first};
    }
    model->n_inputs = inputs.n;
    model->inputs = inputs.at;
}

// Sums over storages, so that tied parameters count once.
static void collect_memory_of_modules(struct collect *c, struct report_model *model)
{
    const struct program *p = c->program;
    const bool *reached = reached_storages(c->arena, p);
    model->parameters = zero(p);
    for (int d = 0; d < c->request->n_dtypes; d++)
        model->parameter_bytes[d] = model->buffer_bytes[d] = zero(p);
    for (int i = 1; i < p->storages.n; i++) {
        const struct storage *storage = &p->storages.at[i];
        bool parameter = storage->kind == STORAGE_PARAMETER;
        if ((!parameter && storage->kind != STORAGE_BUFFER) || !storage->first || !reached[i])
            continue;
        struct tensor_type type = value_type(program_value(p, storage->first));
        if (parameter)
            model->parameters = quantity_add(p->syms, model->parameters,
                                             quantity_of(shape_count(p->syms, &type.shape)));
        struct quantity *sums = parameter ? model->parameter_bytes : model->buffer_bytes;
        for (int d = 0; d < c->request->n_dtypes; d++)
            sums[d] = quantity_add(p->syms, sums[d],
                                   collect_bytes(c->as[d], storage->first, c->counted[d]));
    }
}

// The total is over leaf calls, as hooks would sum them; operations are over all rows, once: those
// of a leaf have what is written inside of it.
static void collect_totals(struct collect *c, struct report_model *model)
{
    const struct program *p = c->program;
    model->flops = zero(p);
    for (int d = 0; d < c->request->n_dtypes; d++) model->total[d] = zero(p);
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        const struct sym *times = row->times ? row->times : sym_const(p->syms, 1);
        if (row->visible_to_hooks || row->aside || c->inside_leaf[row->first_node] == OUTSIDE)
            model->flops =
                quantity_add(p->syms, model->flops, quantity_times(p->syms, row->flops, times));
        if (!row->visible_to_hooks) continue;
        for (int d = 0; d < c->request->n_dtypes; d++)
            model->total[d] = quantity_add(p->syms, model->total[d],
                                           quantity_times(p->syms, row->bytes[d], times));
    }
}

// Where a part of the program was not seen, sums are of what was.
static void mark_unseen(struct collect *c, struct report_model *model)
{
    const char *unseen = c->program->unseen, *in_part = c->program->manner->counted_in_part;
    model->parameters = quantity_at_least(model->parameters, unseen);
    model->flops = quantity_at_least(model->flops, unseen ? unseen : in_part);
    for (int d = 0; d < c->request->n_dtypes; d++) {
        model->parameter_bytes[d] = quantity_at_least(model->parameter_bytes[d], unseen);
        model->buffer_bytes[d] = quantity_at_least(model->buffer_bytes[d], unseen);
        model->total[d] = quantity_at_least(model->total[d], unseen);
    }
}

void collect_model(struct arena *arena, const struct collect_request *request,
                   struct report_model *model)
{
    struct collect c = {.arena = arena, .program = request->program, .request = request};
    *model = (struct report_model){
        .name = request->program->name,
        .entry = request->entry,
        .library = request->program->library,
        .site = request->site,
        .condition = request->condition,
        .incomplete = request->incomplete,
        .n_assumptions = request->n_assumptions,
        .assumptions = request->assumptions,
        .program = request->program,
        .memory_model = request->memory_model,
    };
    find_floats(&c);
    compare_floats(&c, model);
    collect_rows(&c);
    model->n_rows = c.rows.n;
    model->n_leaf_rows = c.n_leaf_rows;
    model->rows = c.rows.at;
    model->n_modules = c.modules.n;
    model->modules = c.modules.at;
    uncalled_list(arena, request->program, c.n_calls, model);
    collect_inputs(&c, model);
    collect_memory_of_modules(&c, model);
    collect_symbols(arena, model);
    collect_totals(&c, model);
    mark_unseen(&c, model);
    if (!request->is_sample) peaks_find(arena, request->n_dtypes, request->dtypes, model);
    for (int d = 0; d < request->n_dtypes; d++) {
        if (request->is_sample) peaks_find_total(arena, d, model);
        model->live[d].bytes = model->live_training[d].bytes = quantity_unknown("not computed");
    }
}
