// Functions that a body names, in its order, and those that the initialisers of its variables name.
// Worked out once for a body: callers of callers come to the same ones again and again.

#include "frontends/c/parse/link.h"

struct mentioning {
    struct unit *unit;
    struct map *seen; // functions and variables
    VEC(struct function *) functions;
    bool lost;
};

static void mention_in(struct mentioning *, const struct ast *);

static void mention_in_stores(struct mentioning *m, const struct initializer *init)
{
    for (int i = 0; init && i < init->n; i++) mention_in(m, init->stores[i].value);
}

static bool is_new(struct mentioning *m, const void *thing)
{
    uint64_t key = (uint64_t)(uintptr_t)thing;
    if (map_get_number(m->seen, key)) return false;
    map_put_number(m->seen, key, m);
    return true;
}

// A table of functions is a way to reach them.
static void mention_variable(struct mentioning *m, const struct variable *variable)
{
    bool has_value = variable->storage == VARIABLE_GLOBAL || variable->storage == VARIABLE_STATIC;
    if (has_value && is_new(m, variable)) mention_in_stores(m, unit_global_init(m->unit, variable));
}

static void mention_in(struct mentioning *m, const struct ast *n)
{
    if (!n) return;
    m->lost = m->lost || (n->kind == AST_HOLE && n->lost);
    if (n->kind == AST_FUNCTION && is_new(m, n->function))
        *vec_push(m->unit->arena, &m->functions) = n->function;
    if (n->kind == AST_VARIABLE) mention_variable(m, n->variable);
    mention_in(m, n->a);
    mention_in(m, n->b);
    mention_in(m, n->c);
    mention_in(m, n->d);
    for (int i = 0; i < n->n_kids; i++) mention_in(m, n->kids[i]);
    mention_in_stores(m, n->init);
}

const struct mentions *unit_mentions(struct unit *unit, struct function *function)
{
    struct linked_function *linked = unit->functions.at[function->index];
    const struct ast *body = unit_body(unit, function);
    if (linked->mentions) return linked->mentions;
    struct arena *scratch = arena_open();
    struct mentioning m = {.unit = unit, .seen = map_open(scratch)};
    mention_in(&m, body);
    struct mentions *mentions = arena_new(unit->arena, struct mentions);
    *mentions = (struct mentions){m.functions.n, m.functions.at, m.lost};
    linked->mentions = mentions;
    arena_close(scratch);
    return mentions;
}
