// Sums of the ops' own formulas. A region counts its body as often as it runs.

#include "analyzer/report/flops.h"

// A body counts once here; its region multiplies.
static struct quantity flops_of_graph(struct arena *, const struct program *, graph_id);

// An op whose rule refused has no sizes to count with.
static bool poisoned(const struct program *p, const struct node *node)
{
    for (int i = 0; i < node->n_out; i++) {
        if (program_value(p, node->out + (value_id)i)->flags & VALUE_POISONED) return true;
    }
    return false;
}

static struct quantity flops_of_node(struct arena *arena, const struct program *p, node_id id)
{
    const struct node *node = program_node(p, id);
    if (node->body)
        return quantity_times(p->syms, flops_of_graph(arena, p, node->body), node->count);
    if ((int)id < p->flops.n && p->flops.at[id]) return quantity_of(p->flops.at[id]);
    if (p->manner->uncounted) return quantity_unknown(p->manner->uncounted);
    if (node->op == N_OPS || !op_get(node->op)->flops) return quantity_of(sym_const(p->syms, 0));
    if (poisoned(p, node)) return quantity_unknown("its operands are not known");
    struct infer infer = infer_again(arena, p, id);
    return quantity_of(infer.op->flops(&infer));
}

static struct quantity flops_of_graph(struct arena *arena, const struct program *p, graph_id id)
{
    struct quantity sum = quantity_of(sym_const(p->syms, 0));
    const struct graph *graph = &p->graphs.at[id];
    for (int i = 0; i < graph->nodes.n; i++)
        sum = quantity_add(p->syms, sum, flops_of_node(arena, p, graph->nodes.at[i]));
    return sum;
}

// The first node of a region's body, which stands right before the region's own node.
static node_id first_of_body(const struct program *p, graph_id id)
{
    const struct graph *graph = &p->graphs.at[id];
    if (!graph->nodes.n) return 0;
    const struct node *first = program_node(p, graph->nodes.at[0]);
    node_id inner = first->body ? first_of_body(p, first->body) : 0;
    return inner ? inner : graph->nodes.at[0];
}

struct quantity flops_of_nodes(struct arena *arena, const struct program *p, node_id first,
                               node_id last)
{
    struct quantity sum = quantity_of(sym_const(p->syms, 0));
    if (!first) return sum;
    // Backwards, so that a region comes before its body and counts it as often as it runs.
    for (node_id id = last; id >= first; id--) {
        const struct node *node = program_node(p, id);
        sum = quantity_add(p->syms, sum, flops_of_node(arena, p, id));
        node_id body = node->body ? first_of_body(p, node->body) : 0;
        if (body) id = body;
    }
    return sum;
}
