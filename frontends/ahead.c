#include "frontends/ahead.h"

#include "ir/base/map.h"
#include "ir/base/text.h"

#include <inttypes.h>
#include <string.h>

// The list that a module is an element of, by its parent and its name without the number behind
// it; NULL: its name has none.
static const char *list_of(struct arena *arena, const struct scope *scope)
{
    size_t n = scope->name ? strlen(scope->name) : 0, stem = n;
    while (stem > 0 && strchr("0123456789", scope->name[stem - 1])) stem--;
    if (stem == n) return NULL;
    return arena_printf(arena, "%" PRIu32 " %.*s", (uint32_t)scope->parent, (int)stem, scope->name);
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

bool ahead_differs(struct arena *arena, const struct program *program)
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
        const char *list = called[i] ? list_of(arena, program_scope(program, (scope_id)i)) : NULL;
        if (list) map_put_string(last, list, (void *)(intptr_t)i);
    }
    for (int i = 1; i < n && map_count(last); i++) {
        if (called[i]) continue;
        const char *list = list_of(arena, program_scope(program, (scope_id)i));
        intptr_t like = list ? (intptr_t)map_get_string(last, list) : 0;
        if (like && make_of(&makes, (scope_id)i) != make_of(&makes, (scope_id)like)) return true;
    }
    return false;
}
