#include "frontends/ahead.h"

#include "ir/base/map.h"
#include "ir/base/site.h"
#include "ir/base/text.h"

#define XXH_INLINE_ALL
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

static size_t stem_length(const char *name)
{
    size_t n = name ? strlen(name) : 0;
    while (n > 0 && strchr("0123456789", name[n - 1])) n--;
    return n;
}

// Of the name without the number behind it.
static uint64_t stem_hash(uint64_t hash, const char *name)
{
    return XXH3_64bits_withSeed(name ? name : "", stem_length(name), hash);
}

// The list that a module is an element of, by its parent and its name without the number behind
// it; of an array that is registered nowhere, by the call that makes its elements.
static uint64_t list_of(const struct scope *scope)
{
    bool numbered = scope->name && scope->name[stem_length(scope->name)];
    uint64_t parent = (uint64_t)scope->parent;
    return numbered ? stem_hash(parent, scope->name) : site_chain_hash(parent, scope->site);
}

// By what each module is, with the modules in it: equal numbers for equal ones. Modules are made
// before or after those that hold them, so each is asked by itself.
struct makes {
    struct arena *arena;
    const struct program *program;
    struct map *numbers; // by text
    intptr_t *of;        // by scope; 0: not asked yet
    scope_id *first_child, *next_child;
};

static void link_children(struct makes *m)
{
    const struct program *p = m->program;
    for (int i = p->scopes.n - 1; i >= 1; i--) {
        scope_id parent = program_scope(p, (scope_id)i)->parent;
        if (parent == (scope_id)i) continue;
        m->next_child[i] = m->first_child[parent];
        m->first_child[parent] = (scope_id)i;
    }
}

static intptr_t make_of(struct makes *m, scope_id id)
{
    if (m->of[id]) return m->of[id];
    const struct scope *scope = program_scope(m->program, id);
    struct text text = {.arena = m->arena};
    text_printf(&text, "%s(%s)", scope->kind, scope->args ? scope->args : "");
    for (scope_id child = m->first_child[id]; child; child = m->next_child[child])
        text_printf(&text, " %s=%" PRIdPTR, program_scope(m->program, child)->name,
                    make_of(m, child));
    intptr_t number = (intptr_t)map_get_string(m->numbers, text_string(&text));
    if (!number) {
        number = map_count(m->numbers) + 1;
        map_put_string(m->numbers, text_string(&text), (void *)number);
    }
    return m->of[id] = number;
}

static const bool *find_called(struct arena *arena, const struct program *program)
{
    bool *called = arena_array(arena, bool, program->scopes.n);
    for (int i = 0; i < program->calls.n; i++) called[program->calls.at[i].scope] = true;
    return called;
}

static bool modules_differ(struct arena *arena, const struct program *program)
{
    int n = program->scopes.n;
    struct makes makes = {arena,
                          program,
                          map_open(arena),
                          arena_array(arena, intptr_t, n),
                          arena_array(arena, scope_id, n),
                          arena_array(arena, scope_id, n)};
    const bool *called = find_called(arena, program);
    struct map *last = map_open(arena); // that was called, of each list
    link_children(&makes);
    for (int i = 1; i < n; i++) {
        if (!called[i]) continue;
        map_put_number(last, list_of(program_scope(program, (scope_id)i)), (void *)(intptr_t)i);
    }
    for (int i = 1; i < n && map_count(last); i++) {
        if (called[i]) continue;
        intptr_t like =
            (intptr_t)map_get_number(last, list_of(program_scope(program, (scope_id)i)));
        if (like && make_of(&makes, (scope_id)i) != make_of(&makes, (scope_id)like)) return true;
    }
    return false;
}

// ---- tensors

static const bool *find_used(struct arena *arena, const struct program *program)
{
    bool *used = arena_array(arena, bool, program->values.n);
    for (int id = 1; id < program->values.n; id++)
        used[id] = (program->values.at[id].flags & VALUE_OUTPUT) != 0;
    for (int id = 1; id < program->nodes.n; id++) {
        const struct node *node = &program->nodes.at[id];
        for (int i = 0; i < node->n_in; i++) used[node->in[i]] = true;
    }
    return used;
}

// A parameter, a constant, or what a call makes of no other tensor.
static bool is_made(const struct program *program, value_id id)
{
    const struct value *value = program_value(program, id);
    if (!value->storage || program_storage(program, value->storage)->first != id) return false;
    if (program_storage(program, value->storage)->kind == STORAGE_INPUT) return false;
    return !value->producer || !program_node(program, value->producer)->n_in;
}

// The array that it may be an element of, by the call that makes these.
static uint64_t array_of(const struct value *value)
{
    return site_chain_hash(stem_hash(0, value->name), value->site);
}

static bool is_like(const struct value *a, const struct value *b)
{
    bool same = a->dtype == b->dtype && a->rank == b->rank;
    for (int axis = 0; axis < a->rank && same; axis++) same = a->dim[axis] == b->dim[axis];
    return same;
}

static bool tensors_differ(struct arena *arena, const struct program *program)
{
    const bool *used = find_used(arena, program);
    struct map *last = map_open(arena); // that was used, of each array
    for (int id = 1; id < program->values.n; id++) {
        const struct value *value = program_value(program, (value_id)id);
        if (!is_made(program, (value_id)id)) continue;
        uint64_t array = array_of(value);
        intptr_t like = (intptr_t)map_get_number(last, array);
        if (used[id])
            map_put_number(last, array, (void *)(intptr_t)id);
        else if (like && !is_like(value, program_value(program, (value_id)like)))
            return true;
    }
    return false;
}

bool ahead_differs(struct arena *arena, const struct program *program)
{
    return modules_differ(arena, program) || tensors_differ(arena, program);
}
