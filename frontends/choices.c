// Decisions of several runs in the order of the program. The nodes of the tree tell which decisions
// are the same: a run that learned more meets the same branches but for those that facts decide.

#include "frontends/choices.h"

#include <string.h>

static void note_first(struct choices *choices, struct arena *arena, const struct run_plan *plan)
{
    for (int i = 0; i < plan->n_inputs; i++)
        for (int axis = 0; axis < plan->inputs[i].rank; axis++)
            choices->first[choices->n_first++] = arena_string(arena, plan->inputs[i].dim[axis]);
}

static bool is_first(const struct choices *choices, const char *name)
{
    for (int i = 0; i < choices->n_first; i++)
        if (strcmp(choices->first[i], name) == 0) return true;
    return false;
}

// Are all symbols of an expression still free?
static bool side_is_free(const struct choices *choices, const struct run_plan *plan,
                         const struct run *run, const char *text)
{
    const struct sym *side = text ? sym_parse(run->syms, text, NULL) : NULL, **vars;
    int n = side ? sym_vars(run->arena, side, &vars) : 0;
    for (int i = 0; i < n; i++) {
        if (sym_is_const(sym_simplify(run->syms, vars[i]), NULL)) return false;
        if (is_first(choices, sym_name(vars[i])) && !run_has_axis(plan, sym_name(vars[i])))
            return false;
    }
    return side != NULL;
}

static bool is_free(const struct choices *choices, const struct run_plan *plan,
                    const struct run *run, const struct eval_decision *decision)
{
    const struct requirement *r = &decision->taken.requirement;
    return side_is_free(choices, plan, run, r->left) && side_is_free(choices, plan, run, r->right);
}

// A run ends before its path is asked for.
static struct eval_decision keep_decision(struct arena *arena, const struct eval_decision *decision)
{
    struct eval_decision kept = *decision;
    kept.taken = claim_copy(arena, &decision->taken);
    kept.other = claim_copy(arena, &decision->other);
    kept.site = site_copy(arena, decision->site);
    return kept;
}

// The place of a node among the decisions from `i` on; n where it is none of them.
static int find_node(const struct choices *choices, int i, const struct ast *node)
{
    while (i < choices->list.n && choices->list.at[i].node != node) i++;
    return i;
}

// Those of earlier runs up to `end`, which this run passed over.
static void keep_passed(struct choices *merged, struct arena *arena, const struct choices *choices,
                        int from, int end, const struct run_plan *plan, const struct run *run)
{
    for (int i = from; i < end; i++) {
        if (!is_free(choices, plan, run, &choices->list.at[i])) continue;
        struct eval_decision *kept = vec_push(arena, &merged->list);
        *kept = choices->list.at[i];
        kept->early = true;
    }
}

void choices_add(struct choices *choices, struct arena *arena, const struct run_plan *plan,
                 const struct run *run)
{
    const struct eval_outcome *outcome = &run->outcome;
    struct choices merged = *choices;
    int next = 0, n = choices->list.n;
    if (!choices->n_first) note_first(&merged, arena, plan);
    merged.list.n = merged.list.capacity = 0;
    merged.list.at = NULL;
    for (int i = 0; i < outcome->n_decisions; i++) {
        int same = find_node(choices, next, outcome->decisions[i].node);
        if (same < n) {
            keep_passed(&merged, arena, choices, next, same, plan, run);
            next = same + 1;
        }
        *vec_push(arena, &merged.list) = keep_decision(arena, &outcome->decisions[i]);
    }
    keep_passed(&merged, arena, choices, next, n, plan, run);
    *choices = merged;
}

void choices_prescribe(const struct choices *choices, struct arena *arena, struct run_plan *plan)
{
    int n = choices->list.n;
    bool *sides = arena_array(arena, bool, n + 1);
    const struct ast **nodes = arena_array(arena, const struct ast *, n + 1);
    for (int i = 0; i < n; i++) {
        sides[i] = choices->list.at[i].side;
        nodes[i] = choices->list.at[i].node;
    }
    plan->n_decisions = n;
    plan->decisions = sides;
    plan->decision_nodes = nodes;
}
