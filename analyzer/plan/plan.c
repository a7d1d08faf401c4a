#include "analyzer/plan/plan.h"

#include "ir/base/vec.h"

struct plan_range plan_whole(const struct program *program)
{
    return (struct plan_range){.end = program->events.n};
}

bool plan_wants(const struct plan *plan, value_id id)
{
    if (!plan->range.n_wanted) return program_value(plan->program, id)->flags & VALUE_OUTPUT;
    for (int i = 0; i < plan->range.n_wanted; i++)
        if (plan->range.wanted[i] == id) return true;
    return false;
}

bool plan_makes(const struct plan *plan, value_id id)
{
    node_id producer = program_value(plan->program, id)->producer;
    return producer && plan->inside[producer];
}

static bool is_input(const struct plan *plan, value_id id)
{
    const struct value *value = program_value(plan->program, id);
    if (!value->storage || plan_makes(plan, id)) return false;
    enum storage_kind kind = program_storage(plan->program, value->storage)->kind;
    return kind == STORAGE_INPUT || kind == STORAGE_ACTIVATION;
}

// Inputs of the program, and results of nodes before the range.
static void list_given(struct arena *arena, struct plan *plan)
{
    const struct program *p = plan->program;
    bool *seen = arena_array(arena, bool, p->storages.n);
    VEC(value_id) given = {0};
    for (int i = 0; i < plan->n_steps; i++)
        for (int k = 0; k < plan->steps[i].n; k++) {
            const struct node *node = program_node(p, plan->nodes[plan->steps[i].first + k]);
            for (int in = 0; in < node->n_in; in++) {
                storage_id storage = program_value(p, node->in[in])->storage;
                if (!node->in[in] || !is_input(plan, node->in[in]) || seen[storage]) continue;
                seen[storage] = true;
                *vec_push(arena, &given) = node->in[in];
            }
        }
    plan->n_given = given.n;
    plan->given = given.at;
}

const char *plan_make(struct arena *arena, const struct program *program,
                      const struct plan_range *range, enum plan_fusion fusion, struct plan *plan)
{
    *plan = (struct plan){.program = program, .range = *range, .n_storages = program->storages.n};
    for (int i = range->first; i < range->end; i++)
        if (program->events.at[i].kind == EVENT_REPEAT) return "it has a loop of unknown count";
    plan_find_steps(arena, fusion, plan);
    list_given(arena, plan);
    return plan_place(arena, plan);
}
