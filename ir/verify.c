// The invariants of a program, in the order in which ids may refer to each other. They are
// checked of every text that is parsed and, in debug builds, of every program that is analysed.
//
// Checks stop at the first thing that is broken: later ones would follow ids that lead nowhere.

#include "ir/verify.h"

#include <stdarg.h>
#include <string.h>

struct check {
    struct arena *arena;
    const struct program *program;
    const char *broken; // the first; NULL: none yet
};

static void holds(struct check *c, bool condition, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Keeps the message of the first condition that does not hold.
static void holds(struct check *c, bool condition, const char *format, ...)
{
    if (condition || c->broken) return;
    va_list arguments;
    va_start(arguments, format);
    c->broken = arena_vprintf(c->arena, format, arguments);
    va_end(arguments);
}

static bool is_value(const struct check *c, value_id id)
{
    return id > 0 && id < (value_id)c->program->values.n;
}

static bool is_storage(const struct check *c, storage_id id)
{
    return id > 0 && id < (storage_id)c->program->storages.n;
}

static bool is_node(const struct check *c, node_id id)
{
    return id > 0 && id < (node_id)c->program->nodes.n;
}

static bool is_graph(const struct check *c, graph_id id)
{
    return id > 0 && id < (graph_id)c->program->graphs.n;
}

static bool is_scope(const struct check *c, scope_id id)
{
    return id > 0 && id < (scope_id)c->program->scopes.n;
}

static bool all_values(const struct check *c, int n, const value_id *ids)
{
    for (int i = 0; i < n; i++) {
        if (!is_value(c, ids[i])) return false;
    }
    return true;
}

static void check_storage(struct check *c, storage_id id)
{
    const struct storage *storage = program_storage(c->program, id);
    holds(c, storage->bytes != NULL, "s%u has no size", id);
    holds(c, !storage->first || is_value(c, storage->first), "s%u: its first value is missing", id);
    holds(c, storage->inside < id, "s%u lies inside a later storage", id);
    holds(c, storage->inside || !storage->inside_offset, "s%u has an offset into nothing", id);
}

// Sizes may be unknown, but they are there.
static void check_sizes(struct check *c, value_id id, const struct value *value)
{
    holds(c, value->rank <= MAX_RANK, "v%u has too many axes", id);
    holds(c, value->rank == 0 || value->dim, "v%u has no sizes", id);
    for (int axis = 0; axis < value->rank && !c->broken; axis++) {
        holds(c, value->dim[axis] != NULL, "v%u: dim %d is missing", id, axis);
        holds(c, !value->stride || value->stride[axis], "v%u: stride %d is missing", id, axis);
    }
}

// Poisoned values and numbers have no memory; everything else has. A view lies in the storage of
// what it is a view of.
static void check_place(struct check *c, value_id id, const struct value *value)
{
    if (value->flags & (VALUE_POISONED | VALUE_NUMBER)) {
        holds(c, value->storage == 0, "v%u is no tensor but has a storage", id);
        holds(c, value->rank == 0, "v%u is no tensor but has axes", id);
        holds(c, !value->offset && !value->stride, "v%u is no tensor but has a place", id);
    } else {
        holds(c, is_storage(c, value->storage), "v%u has no storage", id);
    }
    if (!value->view_of) return;
    bool earlier = is_value(c, value->view_of) && value->view_of < id;
    holds(c, earlier, "v%u is a view of something later", id);
    if (!earlier || value->flags & VALUE_POISONED) return;
    const struct value *base = program_value(c->program, value->view_of);
    holds(c, base->storage == value->storage, "v%u is a view outside of v%u's storage", id,
          value->view_of);
}

static void check_value(struct check *c, value_id id)
{
    const struct value *value = program_value(c->program, id);
    bool poisoned = (value->flags & VALUE_POISONED) != 0;
    holds(c, poisoned == (value->dtype == DTYPE_NONE), "v%u: poison and dtype disagree", id);
    holds(c, !poisoned || value->reason, "v%u is poisoned without a reason", id);
    check_sizes(c, id, value);
    check_place(c, id, value);
    if (!value->producer) return;
    holds(c, is_node(c, value->producer), "v%u: its node is missing", id);
    if (c->broken) return;
    const struct node *node = program_node(c->program, value->producer);
    holds(c, value->result < node->n_out && node->out + value->result == id,
          "v%u is no result of n%u", id, value->producer);
}

// Attributes are kept even where none is given (all ATTR_NONE), as passes index them.
static void check_op(struct check *c, node_id id, const struct node *node)
{
    const struct op *op = op_get(node->op);
    holds(c, node->attrs != NULL, "n%u has no attributes", id);
    holds(c, node->n_in <= op_max_operands(op), "n%u: too many operands for %s", id, op->name);
    for (const struct obligation *o = node->obligations; o && !c->broken; o = o->next) {
        holds(c, o->a.size && o->b.size, "n%u: a condition without a side", id);
        holds(c, o->a.operand < node->n_in && o->b.operand < node->n_in,
              "n%u: a condition about an operand that is not there", id);
    }
}

// Ids below the node's results are those made before the region ended.
static void check_carried(struct check *c, node_id id, const struct node *node, int i)
{
    const struct carried *carried = &node->carried[i];
    holds(c,
          is_value(c, carried->inside) && carried->inside < node->out &&
              is_value(c, carried->next) && carried->next < node->out,
          "n%u: carried value %d is not made before the region ends", id, i);
    holds(c, carried->initial == node->in[i], "n%u: carried value %d is not operand %d", id, i, i);
}

// Nodes without an op: a repeat region, or a library call with a name.
static void check_other(struct check *c, node_id id, const struct node *node)
{
    holds(c, !node->obligations, "n%u has conditions but no op", id);
    if (!node->body) {
        holds(c, node->name != NULL, "n%u has neither op nor name", id);
        return;
    }
    holds(c, is_graph(c, node->body), "n%u: its body is missing", id);
    holds(c, node->count != NULL, "n%u has no count", id);
    holds(c, node->n_carried == node->n_in && node->n_carried == node->n_out,
          "n%u: operands, results and carried values differ in number", id);
    for (int i = 0; i < node->n_carried && !c->broken; i++) check_carried(c, id, node, i);
}

// Results have consecutive ids, behind those of the node before.
static void check_results(struct check *c, node_id id, const struct node *node)
{
    holds(c, node->out > 0 && (int64_t)node->out + node->n_out <= c->program->values.n,
          "n%u: its results are missing", id);
    if (id > 1) {
        const struct node *before = node - 1;
        holds(c, before->out + before->n_out <= node->out, "n%u: its results are n%u's", id,
              id - 1);
    }
    for (int i = 0; i < node->n_out && !c->broken; i++) {
        const struct value *value = program_value(c->program, node->out + (value_id)i);
        holds(c, value->producer == id && value->result == i, "n%u: result %d is not its own", id,
              i);
    }
}

static void check_node(struct check *c, node_id id)
{
    const struct node *node = program_node(c->program, id);
    holds(c, node->op <= N_OPS, "n%u has no op", id);
    holds(c, !node->scope || is_scope(c, node->scope), "n%u: its module is missing", id);
    check_results(c, id, node);
    for (int i = 0; i < node->n_in && !c->broken; i++) {
        value_id in = node->in[i];
        holds(c, !in || (is_value(c, in) && in < node->out), "n%u: v%u is used before it is made",
              id, in);
    }
    for (int i = 0; i < node->n_accesses && !c->broken; i++) {
        const struct access *access = &node->accesses[i];
        holds(c, is_storage(c, access->storage), "n%u touches a storage that is not there", id);
        holds(c, access->mode >= ACCESS_READ && access->mode <= (ACCESS_READ | ACCESS_WRITE),
              "n%u neither reads nor writes", id);
        holds(c, access->low && access->high, "n%u touches a range without ends", id);
    }
    if (c->broken) return;
    if (op_get(node->op)) {
        check_op(c, id, node);
    } else {
        check_other(c, id, node);
    }
}

static void check_scope(struct check *c, scope_id id)
{
    const struct scope *scope = program_scope(c->program, id);
    holds(c, scope->parent < id, "m%u lies in a later module", id);
    holds(c, scope->name && scope->kind, "m%u has no name or kind", id);
    holds(c, all_values(c, scope->n_parameters, scope->parameters),
          "m%u has a parameter that is not there", id);
}

static void check_call(struct check *c, int index)
{
    const struct module_call *call = &c->program->calls.at[index];
    holds(c, is_scope(c, call->scope), "call %d: its module is missing", index);
    holds(c, all_values(c, call->n_out, call->out), "call %d: a result is missing", index);
    holds(c,
          !call->first_node || (call->first_node <= call->last_node && is_node(c, call->last_node)),
          "call %d: its nodes are missing", index);
}

static void check_graph(struct check *c, graph_id id)
{
    const struct graph *graph = &c->program->graphs.at[id];
    for (int i = 0; i < graph->nodes.n && !c->broken; i++)
        holds(c, is_node(c, graph->nodes.at[i]), "g%u: a node is missing", id);
    holds(c, all_values(c, graph->inputs.n, graph->inputs.at), "g%u: an input is missing", id);
    holds(c, all_values(c, graph->outputs.n, graph->outputs.at), "g%u: an output is missing", id);
}

static void check_checkpoint(struct check *c, int index)
{
    const struct checkpoint *at = &c->program->checkpoints.at[index];
    node_id before = index ? at[-1].last : 0;
    holds(c, at->first > before && at->first <= at->last && is_node(c, at->last),
          "checkpoint %d: its nodes are missing, or another one's", index);
}

static bool event_is_about_something(const struct check *c, const struct event *event)
{
    switch (event->kind) {
    case EVENT_NODE: return is_node(c, event->id);
    case EVENT_ALLOC:
    case EVENT_FREE:
    case EVENT_CONTEXT_OPEN:
    case EVENT_CONTEXT_CLOSE: return is_storage(c, event->id);
    case EVENT_CALL: return event->id < (uint32_t)c->program->calls.n;
    case EVENT_GRAPH:
    case EVENT_REPEAT: return is_graph(c, event->id);
    case EVENT_BACKWARD: return is_value(c, event->id);
    case N_EVENT_KINDS: break;
    }
    return false;
}

// Nodes run once each, in the order of their ids: what a node reads was made before.
static void check_events(struct check *c)
{
    node_id next = 1;
    for (int i = 0; i < c->program->events.n && !c->broken; i++) {
        const struct event *event = &c->program->events.at[i];
        holds(c, event_is_about_something(c, event), "event %d is about nothing", i);
        if (event->kind != EVENT_NODE) continue;
        holds(c, event->id == next, "event %d: n%u runs where n%u should", i, event->id, next);
        next++;
    }
    holds(c, next == (node_id)c->program->nodes.n, "n%u never runs", next);
}

const char *program_verify(struct arena *arena, const struct program *program)
{
    struct check c = {.arena = arena, .program = program};
    for (storage_id id = 1; id < (storage_id)program->storages.n && !c.broken; id++)
        check_storage(&c, id);
    for (value_id id = 1; id < (value_id)program->values.n && !c.broken; id++) check_value(&c, id);
    for (scope_id id = 1; id < (scope_id)program->scopes.n && !c.broken; id++) check_scope(&c, id);
    for (node_id id = 1; id < (node_id)program->nodes.n && !c.broken; id++) check_node(&c, id);
    for (int i = 0; i < program->calls.n && !c.broken; i++) check_call(&c, i);
    for (graph_id id = 1; id < (graph_id)program->graphs.n && !c.broken; id++) check_graph(&c, id);
    for (int i = 0; i < program->checkpoints.n && !c.broken; i++) check_checkpoint(&c, i);
    if (!c.broken) check_events(&c);
    return c.broken;
}
