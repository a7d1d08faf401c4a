// In order of execution: who keeps which memory, and who writes to it later. Only calls that a
// gradient comes to: from what the program runs backward itself, or from what it gives back, for
// its caller to do so. Of others backward reads nothing.

#include "analyzer/stale.h"

#include "ir/saving.h"

// A tensor that a node keeps: one of its operands, or of its results.
struct keeper {
    node_id node;
    int operand; // -1: a result
};

struct stale {
    struct arena *arena;
    struct program *program;
    bool *written;  // by storage: some call in place does
    bool *asked;    // by value: a gradient comes to it
    int *keeper_of; // by storage: the last that keeps it; 0: none
    VEC(struct keeper) keepers;
    int n_given_back; // behind a backward pass these are kept no more
};

static bool writes(const struct program *p, value_id id)
{
    const struct value *value = program_value(p, id);
    return value->flags & VALUE_IN_PLACE && value->storage;
}

// A part that is read again behind a call in place writes nothing.
static bool may_write(const struct node *node)
{
    const struct op *op = op_get(node->op);
    return op && !op->there_already;
}

static bool find_written(struct stale *s)
{
    const struct program *p = s->program;
    bool any = false;
    for (int v = 1; v < p->values.n; v++) {
        const struct value *value = &p->values.at[v];
        if (!value->producer || !writes(p, (value_id)v)) continue;
        if (!may_write(program_node(p, value->producer))) continue;
        s->written[value->storage] = any = true;
    }
    return any;
}

static void find_ends(struct stale *s)
{
    const struct program *p = s->program;
    bool own = false;
    for (int i = 0; i < p->events.n; i++) {
        if (p->events.at[i].kind != EVENT_BACKWARD) continue;
        s->asked[p->events.at[i].id] = own = true;
    }
    for (int v = 1; v < p->values.n && !own; v++) {
        const unsigned wanted = VALUE_OUTPUT | VALUE_REQUIRES_GRAD;
        s->asked[v] = (p->values.at[v].flags & wanted) == wanted;
    }
}

// Operands come before results.
static void find_asked(struct stale *s)
{
    const struct program *p = s->program;
    find_ends(s);
    for (int v = p->values.n - 1; v > 0; v--) {
        const struct value *value = &p->values.at[v];
        if (!s->asked[v] || !value->producer) continue;
        const struct node *node = program_node(p, value->producer);
        for (int i = 0; i < node->n_in; i++)
            if (program_value(p, node->in[i])->flags & VALUE_REQUIRES_GRAD)
                s->asked[node->in[i]] = true;
        for (int i = 0; i < node->n_carried; i++) s->asked[node->carried[i].next] = true;
    }
}

static void add_keeper(struct stale *s, value_id id, node_id node, int operand)
{
    storage_id storage = program_value(s->program, id)->storage;
    if (!storage || !s->written[storage]) return;
    *vec_push(s->arena, &s->keepers) = (struct keeper){node, operand};
    s->keeper_of[storage] = s->keepers.n - 1;
}

static bool touches_written(const struct stale *s, const struct node *node)
{
    const struct program *p = s->program;
    for (int i = 0; i < node->n_in; i++)
        if (s->written[program_value(p, node->in[i])->storage]) return true;
    for (int i = 0; i < node->n_out; i++)
        if (s->written[program_value(p, node->out + (value_id)i)->storage]) return true;
    return false;
}

static bool is_asked(const struct stale *s, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++)
        if (s->asked[node->out + (value_id)i]) return true;
    return false;
}

// What a checkpoint computes is computed again.
static void keep(struct stale *s, struct arena *scratch, node_id id)
{
    struct program *p = s->program;
    const struct node *node = program_node(p, id);
    const struct op *op = op_get(node->op);
    struct saving saving;
    if (!op || !is_asked(s, node) || !touches_written(s, node)) return;
    if (program_checkpoint_of(p, id) >= 0) return;
    if (!saving_read(&saving, scratch, p, id, &op->saved)) return;
    for (int i = 0; i < node->n_in && i < MAX_SAVED; i++)
        if (node->in[i] && saving.kept & SAVE_IN(i)) add_keeper(s, node->in[i], id, i);
    for (int i = 0; i < node->n_out && i < MAX_SAVED; i++)
        if (saving.kept & SAVE_OUT(i)) add_keeper(s, node->out + (value_id)i, id, -1);
}

static void tell(struct stale *s, const struct keeper *keeper, node_id writer)
{
    struct program *p = s->program;
    const struct node *by = program_node(p, writer), *node = program_node(p, keeper->node);
    const struct op *op = op_get(node->op);
    const char *what = "its result";
    if (keeper->operand >= 0)
        what = arena_printf(s->arena, "its %s", op_operand_name(s->arena, op, keeper->operand));
    struct diag *diag =
        diag_add(&p->diags, DIAG_STALE, by->site,
                 "%s overwrites what the gradient of %s needs (%s), so that this can't be trained",
                 op_get(by->op)->name, op->name, what);
    diag_note(&p->diags, diag, node->site, "%s is called here", op->name);
    diag_fix(&p->diags, diag, "call %s without in place, or on nn_clone of the tensor",
             op_get(by->op)->name);
}

// The first of those that need it is told; all of them would be stale for the same reason.
static void write_over(struct stale *s, node_id id)
{
    const struct node *node = program_node(s->program, id);
    for (int i = 0; i < node->n_out && may_write(node); i++) {
        value_id out = node->out + (value_id)i;
        if (!writes(s->program, out)) continue;
        storage_id storage = program_value(s->program, out)->storage;
        int keeper = s->keeper_of[storage];
        if (keeper && keeper >= s->n_given_back) tell(s, &s->keepers.at[keeper], id);
        s->keeper_of[storage] = 0;
    }
}

void stale_find(struct arena *arena, struct program *program)
{
    if (program->unseen || program->diags.n_errors || program->manner->forward_only) return;
    struct stale s = {.arena = arena, .program = program};
    s.written = arena_array(arena, bool, program->storages.n);
    if (!find_written(&s)) return;
    s.asked = arena_array(arena, bool, program->values.n);
    s.keeper_of = arena_array(arena, int, program->storages.n);
    vec_push(arena, &s.keepers)->node = 0; // so that 0 is none
    find_asked(&s);
    struct arena *scratch = arena_open();
    for (int i = 0; i < program->events.n; i++) {
        const struct event *event = &program->events.at[i];
        if (event->kind == EVENT_BACKWARD) s.n_given_back = s.keepers.n;
        if (event->kind != EVENT_NODE) continue;
        write_over(&s, event->id);
        keep(&s, scratch, event->id);
        arena_reset(scratch);
    }
    arena_close(scratch);
}
