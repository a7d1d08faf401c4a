#include "analyzer/report/origin.h"

#include "analyzer/report/derive.h"

// A chain of calls that hand a size on may be as long as the program.
#define MAX_STEPS 10000

// What a layer computes follows from the arguments that it was made with.
static const struct site *maker(const struct program *p, const struct node *node)
{
    const struct scope *scope = node->scope ? program_scope(p, node->scope) : NULL;
    return scope && scope->leaf && scope->site ? scope->site : node->site;
}

void origins_open(struct origins *origins, struct arena *arena, const struct program *p)
{
    *origins = (struct origins){arena, p, map_open(arena)};
}

static uint64_t key_of(value_id id, int axis)
{
    return (uint64_t)id * MAX_RANK + (uint64_t)axis + 1;
}

// Up the calls that hand the size on, to the one that makes it, or to what has an answer already.
static const struct site *search(struct origins *o, value_id id, int axis)
{
    const struct program *p = o->program;
    const struct value *value = program_value(p, id);
    for (int steps = 0; value->producer && steps < MAX_STEPS; steps++) {
        const struct node *node = program_node(p, value->producer);
        int operand, its_axis;
        if (node->op == N_OPS || value->flags & VALUE_POISONED) return node->site;
        if (!derive_axis(o->arena, p, node, value->result, axis, &operand, &its_axis))
            return maker(p, node);
        id = node->in[operand];
        axis = its_axis;
        const struct site *known = map_get_number(o->known, key_of(id, axis));
        if (known) return known;
        value = program_value(p, id);
    }
    return value->site;
}

const struct site *origin_of_size(struct origins *o, value_id id, int axis)
{
    const struct site *known = map_get_number(o->known, key_of(id, axis));
    if (known) return known;
    const struct site *site = search(o, id, axis);
    if (site) map_put_number(o->known, key_of(id, axis), (void *)(uintptr_t)site);
    return site;
}
