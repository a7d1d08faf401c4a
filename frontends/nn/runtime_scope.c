// NN_TENSOR_SCOPE: what a block made is given back at its end, and what it recorded is taken away
// again, so that a loop of any number of steps needs the memory of one.
//
// What a block makes that stays (a module, a parameter, the first gradient of one, a finding) may
// point to what else it made: then all that was recorded stays, as it does without a scope. That is
// the first step of a loop; what stays is made once.

#include "frontends/nn/overwritten.h"
#include "frontends/nn/runtime.h"

static bool is_inside(const struct runtime *rt)
{
    const struct nn_recording *r = rt->recording;
    return r->calling.n || r->n_in_hooks || rt->in_backward;
}

static void note_rooms(const struct nn_recording *r, int *rooms)
{
    rooms[0] = r->calling.capacity;
    rooms[1] = r->guarded.capacity;
    rooms[2] = r->hooked.capacity;
}

static void begin_recording(struct runtime *rt, struct runtime_scope *scope)
{
    struct nn_recording *r = rt->recording;
    struct arena *arena = arena_open_inside(r->arena);
    scope->overwritten = overwritten_begin(r, arena);
    scope->gradients = rt->gradients;
    rt->gradients = map_copy_below(arena, rt->gradients, UINT64_MAX);
    scope->handles = handles_mark(&rt->handles);
    scope->n_lasting = r->n_lasting;
    scope->n_roots = map_count(r->roots);
    scope->unfollowed = r->unfollowed;
    note_rooms(r, scope->rooms);
    scope->arena = arena;
    scope->before = r->arena;
    r->arena = arena;
    builder_arena(r->builder, arena);
}

nn_tensor_mark nn_tensor_scope(void)
{
    struct runtime *rt = runtime_current();
    struct runtime_scope scope = {.number = ++rt->n_scopes, .n_hooked = rt->recording->hooked.n};
    scope.mark = build_mark(rt->recording->builder);
    bool plain = !is_inside(rt) && build_can_rewind(rt->recording->builder, &scope.mark);
    if (plain) begin_recording(rt, &scope);
    *vec_push(rt->arena, &rt->scopes) = scope;
    return (nn_tensor_mark){runtime_thread(), rt->number, scope.number};
}

// A gradient that stays has a handle of its own.
static bool have_gradients_come(const struct runtime *rt, const struct runtime_scope *scope)
{
    for (int i = map_count(scope->gradients); i < map_count(rt->gradients); i++)
        if (*(const uint64_t *)map_key(rt->gradients, i) < (uint64_t)scope->mark.n_values)
            return true;
    return false;
}

static bool can_rewind(struct runtime *rt, const struct runtime_scope *scope)
{
    struct nn_recording *r = rt->recording;
    int rooms[3];
    note_rooms(r, rooms);
    for (int i = 0; i < 3; i++)
        if (rooms[i] != scope->rooms[i]) return false;
    return !is_inside(rt) && r->n_lasting == scope->n_lasting &&
           map_count(r->roots) == scope->n_roots && r->unfollowed == scope->unfollowed &&
           !have_gradients_come(rt, scope) &&
           overwritten_can_rewind(r, scope->overwritten, (value_id)scope->mark.n_values) &&
           build_can_rewind(r->builder, &scope->mark);
}

static void rewind_recording(struct runtime *rt, const struct runtime_scope *scope)
{
    struct nn_recording *r = rt->recording;
    const struct build_mark *mark = &scope->mark;
    value_id end = (value_id)builder_program(r->builder)->values.n;
    rt->engine->forget_since(runtime_engine(rt), (node_id)mark->n_nodes, (value_id)mark->n_values,
                             end);
    build_rewind(r->builder, mark);
    overwritten_rewind(r, scope->overwritten, (node_id)mark->n_nodes - 1);
    rt->gradients = scope->gradients;
    handles_take_back(&rt->handles, scope->handles);
    arena_close(scope->arena);
}

// Scopes inside of it that a longjmp has left end with it.
static struct runtime_scope *scope_of(struct runtime *rt, uint64_t number)
{
    for (int i = rt->scopes.n - 1; i >= 0; i--)
        if (rt->scopes.at[i].number == number) return &rt->scopes.at[i];
    return NULL;
}

void nn_tensor_scope_end(nn_tensor_mark *mark)
{
    struct runtime *rt = runtime_open_one();
    bool ours =
        mark && rt && mark->nn_thread == runtime_thread() && mark->nn_recording == rt->number;
    struct runtime_scope *found = ours ? scope_of(rt, mark->nn_scope) : NULL;
    if (!found) return;
    struct runtime_scope scope = *found;
    struct nn_recording *r = rt->recording;
    rt->scopes.n = (int)(found - rt->scopes.at);
    rt->engine->give_back_since(runtime_engine(rt), (node_id)scope.mark.n_nodes,
                                (value_id)scope.mark.n_values);
    // Backward hooks wait for calls whose nodes keep nothing any more.
    if (r->hooked.n > scope.n_hooked && !rt->in_backward) r->hooked.n = (int)scope.n_hooked;
    if (!scope.arena) return;
    bool goes = can_rewind(rt, &scope);
    r->arena = scope.before;
    builder_arena(r->builder, scope.before);
    if (goes) rewind_recording(rt, &scope);
}
