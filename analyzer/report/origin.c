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

const struct site *origin_of_size(struct arena *arena, const struct program *p, value_id id,
                                  int axis)
{
    const struct value *value = program_value(p, id);
    for (int steps = 0; value->producer && steps < MAX_STEPS; steps++) {
        const struct node *node = program_node(p, value->producer);
        int operand, its_axis;
        if (node->op == N_OPS || value->flags & VALUE_POISONED) return node->site;
        if (!derive_axis(arena, p, node, value->result, axis, &operand, &its_axis))
            return maker(p, node);
        value = program_value(p, node->in[operand]);
        axis = its_axis;
    }
    return value->site;
}
