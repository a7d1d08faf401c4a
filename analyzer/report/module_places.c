// Sums go from children to parents. A tensor of two modules would come twice to the innermost
// module that has both of them, and to all above: there it is taken off again, once for each pair
// that follows one another in preorder.

#include "analyzer/report/module_places.h"

struct places {
    struct arena *arena;
    const struct program *program;
    struct module_place *of;   // by scope
    scope_id *in_preorder;     // scopes, by their `first`
    const struct sym **shared; // by scope: elements that came to it twice; NULL: none
};

static const struct sym *elements(const struct program *p, value_id id)
{
    struct tensor_type type = value_type(program_value(p, id));
    return shape_count(p->syms, &type.shape);
}

// A parent is older than its children, so one pass each way is enough.
static void number(struct places *places)
{
    const struct program *p = places->program;
    int n = p->scopes.n;
    int *next = arena_array(places->arena, int, n); // free place for a child
    for (int i = 0; i < n; i++) places->of[i].size = 1;
    for (int i = n - 1; i > 0; i--) places->of[p->scopes.at[i].parent].size += places->of[i].size;
    next[0] = 1;
    for (int i = 1; i < n; i++) {
        scope_id parent = p->scopes.at[i].parent;
        places->of[i].first = next[parent];
        next[parent] += places->of[i].size;
        next[i] = places->of[i].first + 1;
        places->in_preorder[places->of[i].first] = (scope_id)i;
    }
}

static bool has(const struct places *places, scope_id module, scope_id scope)
{
    int place = places->of[scope].first - places->of[module].first;
    return place >= 0 && place < places->of[module].size;
}

static void note_shared(struct places *places, scope_id earlier, scope_id later, value_id id)
{
    struct syms *syms = places->program->syms;
    scope_id both = earlier;
    while (!has(places, both, later)) both = program_scope(places->program, both)->parent;
    const struct sym *count = elements(places->program, id), **sum = &places->shared[both];
    *sum = *sum ? sym_add(syms, *sum, count) : count;
}

static void find_shared(struct places *places)
{
    const struct program *p = places->program;
    scope_id *last = arena_array(places->arena, scope_id, p->storages.n + 1); // that has it
    for (int i = 1; i < p->scopes.n; i++) {
        scope_id id = places->in_preorder[i];
        const struct scope *scope = program_scope(p, id);
        for (int k = 0; k < scope->n_parameters; k++) {
            storage_id storage = program_value(p, scope->parameters[k])->storage;
            if (program_storage(p, storage)->kind != STORAGE_PARAMETER) continue;
            if (last[storage]) note_shared(places, last[storage], id, scope->parameters[k]);
            last[storage] = id;
        }
    }
}

static const struct sym *registered(const struct program *p, const struct scope *scope)
{
    const struct sym *sum = sym_const(p->syms, 0);
    for (int i = 0; i < scope->n_parameters; i++) {
        value_id id = scope->parameters[i];
        if (program_storage(p, program_value(p, id)->storage)->kind == STORAGE_PARAMETER)
            sum = sym_add(p->syms, sum, elements(p, id));
    }
    return sum;
}

// Why one of its parameters has no size; NULL: all have one.
static const char *lost_parameter(const struct program *p, const struct scope *scope)
{
    for (int i = 0; i < scope->n_parameters; i++) {
        const struct value *value = program_value(p, scope->parameters[i]);
        if (!value->storage) return value->reason ? value->reason : "a parameter has no size";
    }
    return NULL;
}

// What is known of a module with a size that is not is left out: a bound of the rest remains.
static struct quantity without(struct syms *syms, struct quantity sum, const struct sym *shared)
{
    if (!shared || !quantity_known(sum) || !quantity_known(quantity_of(shared))) return sum;
    sum.value = sym_sub(syms, sum.value, shared);
    return sum;
}

static void sum_up(struct places *places)
{
    const struct program *p = places->program;
    for (int i = 0; i < p->scopes.n; i++)
        places->of[i].parameters = quantity_of(sym_const(p->syms, 0));
    for (int i = p->scopes.n - 1; i > 0; i--) {
        const struct scope *scope = &p->scopes.at[i];
        struct module_place *own = &places->of[i], *above = &places->of[scope->parent];
        const char *lost = scope->unseen ? scope->unseen : lost_parameter(p, scope);
        struct quantity registers = quantity_at_least(quantity_of(registered(p, scope)), lost);
        own->parameters = quantity_add(p->syms, registers, own->parameters);
        own->parameters = without(p->syms, own->parameters, places->shared[i]);
        above->parameters = quantity_add(p->syms, above->parameters, own->parameters);
    }
}

const struct module_place *module_places(struct arena *arena, const struct program *p)
{
    int n = p->scopes.n;
    struct places places = {.arena = arena,
                            .program = p,
                            .of = arena_array(arena, struct module_place, n),
                            .in_preorder = arena_array(arena, scope_id, n),
                            .shared = arena_array(arena, const struct sym *, n)};
    number(&places);
    find_shared(&places);
    sum_up(&places);
    return places.of;
}
