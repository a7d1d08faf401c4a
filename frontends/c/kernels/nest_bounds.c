// Which variables are sizes that loops run to: they stand in a condition of a loop, and get their
// value once, before any loop.

#include "frontends/c/kernels/nest_walk.h"

enum { IN_CONDITION = 1, SET_ONCE = 2, CHANGES = 4 };

static void mark(struct nest_walk *w, const struct variable *v, uintptr_t flag)
{
    uint64_t key = (uint64_t)(uintptr_t)v;
    uintptr_t flags = (uintptr_t)map_get_number(w->bounds, key);
    if (flag == SET_ONCE && (flags & SET_ONCE)) flag = CHANGES;
    map_put_number(w->bounds, key, (void *)(flags | flag));
}

enum where { OUTSIDE, IN_LOOP, IN_LOOP_CONDITION };

static void look(struct nest_walk *w, const struct ast *n, enum where where)
{
    if (!n) return;
    bool writes = n->kind == AST_ASSIGN || n->kind == AST_COMPOUND_ASSIGN || n->kind == AST_STEP;
    if (writes && n->a->kind == AST_VARIABLE)
        mark(w, n->a->variable, n->kind == AST_ASSIGN && where == OUTSIDE ? SET_ONCE : CHANGES);
    if (n->kind == AST_ADDRESS && n->a->kind == AST_VARIABLE) mark(w, n->a->variable, CHANGES);
    if (n->kind == AST_DECLARE && n->init) mark(w, n->variable, SET_ONCE);
    if (n->kind == AST_VARIABLE && where == IN_LOOP_CONDITION) mark(w, n->variable, IN_CONDITION);
    const struct ast *const parts[] = {n->a, n->b, n->c, n->d};
    const struct ast *condition = !ast_is_loop(n) ? NULL : n->kind == AST_FOR ? n->b : n->a;
    enum where inside = ast_is_loop(n) ? IN_LOOP : where;
    for (int i = 0; i < 4; i++)
        look(w, parts[i], parts[i] && parts[i] == condition ? IN_LOOP_CONDITION : inside);
    for (int i = 0; i < n->n_kids; i++) look(w, n->kids[i], inside);
    for (int i = 0; n->init && i < n->init->n; i++) look(w, n->init->stores[i].value, inside);
}

void nest_bounds_look(struct nest_walk *w, const struct ast *body)
{
    uint64_t key = (uint64_t)(uintptr_t)body;
    if (!body || map_get_number(w->bounds, key)) return;
    map_put_number(w->bounds, key, w);
    look(w, body, OUTSIDE);
}

bool nest_bounds_loops(const struct nest_walk *w, const struct variable *v)
{
    uint64_t key = (uint64_t)(uintptr_t)v;
    return ((uintptr_t)map_get_number(w->bounds, key) & (IN_CONDITION | CHANGES)) == IN_CONDITION;
}
