// Modules, events and graphs of a program that is being built.
//
// A module call spans the nodes from builder_enter to builder_leave; calls nest as the user's
// functions do. Events are kept in the order in which the program does things, which is what
// liveness counts time by.

#include "ir/base/text.h"
#include "ir/builder.h"

#include <assert.h>

scope_id build_scope(struct builder *b, scope_id parent, const char *name, const char *kind,
                     enum scope_form form)
{
    struct program *program = b->program;
    struct scope *scope = vec_push(program->arena, &program->scopes);
    *scope = (struct scope){.parent = parent, .leaf = form == SCOPE_LEAF, .site = b->site};
    // Names go into lines and tables of every output.
    scope->name = arena_string(program->arena, name ? text_printable(program->arena, name) : "");
    scope->kind = arena_string(program->arena, text_printable(program->arena, kind));
    return (scope_id)program->scopes.n - 1;
}

void build_scope_parameter(struct builder *b, scope_id id, value_id parameter)
{
    struct scope *scope = program_scope(b->program, id);
    struct arena *arena = b->program->arena;
    value_id *list = scope->parameters;
    if (scope->n_parameters >= scope->parameter_room) {
        scope->parameter_room = 2 * scope->n_parameters + 4;
        list = arena_array(arena, value_id, scope->parameter_room);
        for (int i = 0; i < scope->n_parameters; i++) list[i] = scope->parameters[i];
        scope->parameters = list;
    }
    list[scope->n_parameters++] = parameter;
}

void builder_enter(struct builder *b, scope_id scope)
{
    struct call_frame frame = {scope, (node_id)b->program->nodes.n, b->site};
    *vec_push(b->program->arena, &b->frames) = frame;
}

// What a forward hook on a leaf would be given: marked at the node, so that passes need not look
// for the call.
static void mark_leaf_results(struct program *program, const value_id *out, int n_out)
{
    for (int i = 0; i < n_out; i++) {
        node_id producer = program_value(program, out[i])->producer;
        if (producer) program_node(program, producer)->leaf_result = true;
    }
}

void builder_leave(struct builder *b, scope_id scope, const value_id *out, int n_out)
{
    struct program *program = b->program;
    // An early end of the user's function may have left calls inside open.
    while (b->frames.n > 1 && b->frames.at[b->frames.n - 1].scope != scope) b->frames.n--;
    assert(b->frames.n > 0);
    struct call_frame frame = b->frames.at[--b->frames.n];
    node_id last = (node_id)program->nodes.n - 1;
    struct module_call *call = vec_push(program->arena, &program->calls);
    *call = (struct module_call){.scope = scope, .n_out = n_out, .site = frame.site};
    call->out = arena_copy(b->arena, out, (size_t)n_out * sizeof *out);
    if (frame.first_node <= last) {
        call->first_node = frame.first_node;
        call->last_node = last;
    }
    if (program_scope(program, scope)->leaf) mark_leaf_results(program, out, n_out);
    build_event(b, EVENT_CALL, (uint32_t)program->calls.n - 1);
}

void build_checkpoint_begin(struct builder *b)
{
    if (!b->n_checkpoints++) b->checkpoint_first = (node_id)b->program->nodes.n;
}

void build_checkpoint_end(struct builder *b)
{
    struct program *program = b->program;
    struct checkpoint checkpoint = {b->checkpoint_first, (node_id)program->nodes.n - 1};
    if (b->n_checkpoints == 0 || --b->n_checkpoints > 0) return;
    if (checkpoint.first <= checkpoint.last)
        *vec_push(program->arena, &program->checkpoints) = checkpoint;
}

void builder_unwind(struct builder *b)
{
    b->frames.n = b->n_checkpoints = 0;
    builder_mode(b, BUILD_TRAINING);
}

void build_event(struct builder *b, enum event_kind kind, uint32_t id)
{
    struct program *program = b->program;
    *vec_push(program->arena, &program->events) = (struct event){kind, id, b->site};
}

// A selection of nodes, empty so far.
graph_id build_graph(struct builder *b, const char *name)
{
    struct program *program = b->program;
    struct graph *graph = vec_push(program->arena, &program->graphs);
    *graph = (struct graph){.name = arena_string(program->arena, name ? name : "")};
    return (graph_id)program->graphs.n - 1;
}

void build_graph_node(struct builder *b, graph_id id, node_id node)
{
    *vec_push(b->program->arena, &b->program->graphs.at[id].nodes) = node;
}

void build_graph_input(struct builder *b, graph_id id, value_id value)
{
    *vec_push(b->program->arena, &b->program->graphs.at[id].inputs) = value;
}

void build_graph_output(struct builder *b, graph_id id, value_id value)
{
    *vec_push(b->program->arena, &b->program->graphs.at[id].outputs) = value;
    program_value(b->program, value)->flags |= VALUE_OUTPUT;
}
