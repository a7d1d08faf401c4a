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

// What the rule was told of the operand.
static struct operand operand_of(const struct program *p, value_id id)
{
    if (!id) return (struct operand){0};
    const struct value *value = program_value(p, id);
    return (struct operand){
        .type = value_type(value),
        .is_number = value->flags & VALUE_NUMBER,
        .value = value->constant,
    };
}

// The rule's own view of the call, with results filled in, as it was when the
// node was built.
static struct infer infer_of(struct arena *arena, const struct program *p, const struct node *node)
{
    struct operand *in = arena_array(arena, struct operand, node->n_in);
    for (int i = 0; i < node->n_in; i++) in[i] = operand_of(p, node->in[i]);
    struct result *out = arena_array(arena, struct result, node->n_out);
    for (int i = 0; i < node->n_out; i++) {
        out[i].type = value_type(program_value(p, node->out + (value_id)i));
        out[i].view_of = -1;
    }
    return (struct infer){
        .arena = arena,
        .syms = p->syms,
        .op = op_get(node->op),
        .training = node->training,
        .n_in = node->n_in,
        .in = in,
        .attrs = node->attrs,
        .n_out = node->n_out,
        .out = out,
    };
}

static struct quantity flops_of_node(struct arena *arena, const struct program *p, node_id id)
{
    const struct node *node = program_node(p, id);
    if (node->body)
        return quantity_times(p->syms, flops_of_graph(arena, p, node->body), node->count);
    if (node->op == N_OPS || !op_get(node->op)->flops) return quantity_of(sym_const(p->syms, 0));
    if (poisoned(p, node)) return quantity_unknown("its operands are not known");
    struct infer infer = infer_of(arena, p, node);
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
