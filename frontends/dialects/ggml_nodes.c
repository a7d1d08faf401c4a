// The list of a graph's nodes as programs get at it themselves, and several results of which one is
// computed.

#include "frontends/dialects/ggml_dialect.h"
#include "frontends/ggml/graph.h"

#define MAX_SELECTED 256 // tensors that one call chooses from

static struct cvalue unknown(const struct dialect_call *c, const char *reason)
{
    return c->result->kind == CTYPE_VOID ? ggml_nothing(c) : cvalue_unknown(c->result, reason);
}

// An array of pointers to them, one more for none.
static struct cvalue rule_nodes(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    if (!graph) return unknown(c, "a graph that is not known");
    if (graph->unseen) return unknown(c, graph->unseen);
    const int64_t size = c->result->element->size;
    struct cvalue array =
        eval_allocate(d->eval, (graph->nodes.n + 1) * size, c->result, "ggml_graph_nodes");
    for (int i = 0; i < graph->nodes.n; i++) {
        struct cvalue pointer = *ggml_object_pointer(d, graph->nodes.at[i]);
        pointer.type = c->result->element;
        eval_store(d->eval, &array, i * size, &pointer);
    }
    return array;
}

static struct cvalue lose(struct dialect_ggml *d, const struct dialect_call *c,
                          struct ggml_graph *graph, const char *reason)
{
    if (graph) graph->unseen = reason;
    build_unseen(eval_builder(d->eval), reason);
    return unknown(c, reason);
}

static bool is_full(const struct ggml_graph *graph)
{
    int64_t size;
    return sym_is_const(graph->size, &size) && graph->nodes.n >= size;
}

// Behind the last one as it is: nothing that it reads is looked at.
static struct cvalue rule_add_node(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    const char *reason = NULL;
    struct ggml_tensor *t = ggml_argument(d, c, 1, &reason);
    if (!graph || !t) return lose(d, c, graph, reason ? reason : "a node that is not known");
    if (is_full(graph))
        ggml_tell_full(d, c, graph, GRAPH_NODES_FULL);
    else
        *vec_push(d->arena, &graph->nodes) = t;
    return ggml_nothing(c);
}

static struct ggml_tensor *candidate(struct dialect_ggml *d, const struct cvalue *array, int64_t i)
{
    const char *reason;
    const struct ctype *element = array->type->element;
    struct cvalue v = eval_load(d->eval, array, i * element->size, element);
    return ggml_object_tensor(d, &v, &reason);
}

// All of them are in the graph, and one is computed.
static struct cvalue rule_forward_select(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    const struct ggml_tensor *chosen = NULL;
    int64_t n, index;
    bool known = graph && cvalue_as_int(&c->arguments[2], &n) &&
                 cvalue_as_int(&c->arguments[3], &index) && n > 0 && n <= MAX_SELECTED &&
                 index >= 0 && index < n;
    if (!known) return lose(d, c, graph, "a choice of results that is not known");
    for (int64_t i = 0; i < n; i++) {
        struct ggml_tensor *t = candidate(d, &c->arguments[1], i);
        if (!t) return lose(d, c, graph, "a result to choose from that is not known");
        enum graph_limit limit = graph_expand(d->arena, graph, t, i == index ? GGML_COMPUTE : 0);
        if (limit != GRAPH_FITS) ggml_tell_full(d, c, graph, limit);
        if (i == index) chosen = t;
    }
    for (int i = 0; i < graph->nodes.n; i++) ggml_object_write(d, graph->nodes.at[i]);
    for (int i = 0; i < graph->leafs.n; i++) ggml_object_write(d, graph->leafs.at[i]);
    return ggml_result_tensor(d, c, chosen);
}

const struct dialect_rule ggml_node_rules[] = {
    {"ggml_graph_nodes", ".", rule_nodes, NULL},
    {"ggml_graph_add_node", "..", rule_add_node, NULL},
    {"ggml_build_forward_select", "..ii", rule_forward_select, NULL},
    {0},
};
