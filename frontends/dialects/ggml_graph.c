// Graphs: what is expanded into them, and the calls that use them.

#include "frontends/dialects/ggml_dialect.h"

#include "frontends/ggml/graph.h"
#include "ir/ggml_memory.h"

#include <string.h>

// ---- making

static struct cvalue new_graph(struct dialect_ggml *d, const struct dialect_call *c,
                               const struct sym *size, bool gradients)
{
    struct ggml_context *context = ggml_argument_context(d, c, 0);
    struct ggml_graph *graph = graph_make(d->arena, d->syms, d->state, size, gradients);
    graph->context = context;
    graph->site = eval_site(d->eval);
    enum ggml_gradients with = gradients ? GGML_GRADIENTS : GGML_NO_GRADIENTS;
    if (context) ggml_take(d, context, ggml_graph_object(d->syms, graph->size, with), "a graph");
    return ggml_handle_make(d, HANDLE_GRAPH, c->result, graph->number, "graph");
}

static struct cvalue rule_new_graph(const struct dialect_call *c)
{
    return new_graph(dialect_ggml_of(c->eval), c, NULL, false);
}

static struct cvalue rule_new_graph_custom(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    int64_t gradients = 0;
    cvalue_as_int(&c->arguments[2], &gradients);
    return new_graph(d, c, ggml_argument_size(d, c, 1), gradients != 0);
}

static struct cvalue rule_graph_dup(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *from = ggml_argument_graph(d, c, 1);
    int64_t forced = 0;
    if (!from) return cvalue_unknown(c->result, "a graph that is not known");
    if (c->n > 2) cvalue_as_int(&c->arguments[2], &forced);
    struct cvalue made = new_graph(d, c, from->size, from->has_gradients || forced);
    graph_copy(d->arena, from, d->state->graphs.at[d->state->graphs.n - 1]);
    return made;
}

// The lists of the other graph must be as long, and its table, which the size as it was asked for
// tells.
static bool can_hold(struct dialect_ggml *d, const struct dialect_call *c,
                     const struct ggml_graph *from, struct ggml_graph *to)
{
    int64_t size, other;
    if (!sym_is_const(to->size, &size) || !sym_is_const(from->size, &other)) return true;
    bool table = size >= other || ggml_hash_slots(2 * size) >= ggml_hash_slots(2 * other);
    if (size >= from->nodes.n && size >= from->leafs.n && table) return true;
    if (to->told_full) return false;
    to->told_full = true;
    struct diag *diag = diag_add(
        d->diags, DIAG_GGML_GRAPH_FULL, eval_site(d->eval),
        "%s: the graph that is written was made for %lld nodes, the other one, of %d nodes "
        "and %d leafs, for %lld",
        c->function->name, (long long)size, from->nodes.n, from->leafs.n, (long long)other);
    diag_note(d->diags, diag, to->site, "the graph that is written is made here");
    diag_note(d->diags, diag, from->site, "the other one is made here");
    diag_fix(d->diags, diag, "make both of the same size, or copy by ggml_graph_dup");
    d->refused = true;
    return false;
}

static struct cvalue rule_graph_cpy(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *from = ggml_argument_graph(d, c, 0), *to = ggml_argument_graph(d, c, 1);
    if (!from || !to || !can_hold(d, c, from, to)) return ggml_nothing(c);
    graph_clear(to);
    graph_copy(d->arena, from, to);
    return ggml_nothing(c);
}

static struct cvalue rule_graph_clear(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    if (!graph) return ggml_nothing(c);
    if (!graph->used_at) {
        graph_clear(graph);
        return ggml_nothing(c);
    }
    // What was used stays as it was then; from here on the program has another graph in its place.
    struct ggml_graph *next =
        graph_make(d->arena, d->syms, d->state, graph->size, graph->has_gradients);
    next->context = graph->context;
    next->site = graph->site;
    ggml_handle_change(d, HANDLE_GRAPH, &c->arguments[0], next->number);
    return ggml_nothing(c);
}

// ---- expanding

void ggml_tell_full(struct dialect_ggml *d, const struct dialect_call *c, struct ggml_graph *graph,
                    enum graph_limit limit)
{
    const char *what = limit == GRAPH_NODES_FULL ? "nodes" : "leafs";
    if (graph->told_full) return;
    graph->told_full = true;
    struct diag *diag = diag_add(d->diags, DIAG_GGML_GRAPH_FULL, eval_site(d->eval),
                                 "%s: the graph was made for %s %s, and here comes another one",
                                 c->function->name, sym_string(d->arena, graph->size), what);
    diag_note(d->diags, diag, graph->site, "the graph is made here");
    diag_fix(d->diags, diag,
             "make it by ggml_new_graph_custom with the %s that it needs, and count "
             "its context's mem_size by ggml_graph_overhead_custom",
             what);
    d->refused = true;
}

static struct cvalue expand(const struct dialect_call *c, unsigned flags)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    const char *reason = NULL;
    struct ggml_tensor *t = ggml_argument(d, c, 1, &reason);
    if (!graph || !t) {
        if (!reason) reason = graph ? "a tensor that is not known" : "a graph that is not known";
        if (graph) graph->unseen = reason;
        build_unseen(eval_builder(d->eval), reason);
        return ggml_nothing(c);
    }
    int n_nodes = graph->nodes.n, n_leafs = graph->leafs.n;
    enum graph_limit limit = graph_expand(d->arena, graph, t, flags);
    for (int i = n_nodes; i < graph->nodes.n; i++) ggml_object_write(d, graph->nodes.at[i]);
    for (int i = n_leafs; i < graph->leafs.n; i++) ggml_object_write(d, graph->leafs.at[i]);
    if (limit != GRAPH_FITS) ggml_tell_full(d, c, graph, limit);
    return ggml_nothing(c);
}

static struct cvalue rule_forward_expand(const struct dialect_call *c)
{
    return expand(c, GGML_COMPUTE);
}

static struct cvalue rule_forward_order(const struct dialect_call *c)
{
    return expand(c, 0);
}

// ---- asking

static struct cvalue unknown_graph(const struct dialect_call *c)
{
    return cvalue_unknown(c->result, "a graph that is not known");
}

// What is not in the part of a graph that is known may be in the other one. Once the program has
// ended, NULL would be no news.
static struct cvalue not_there(const struct dialect_call *c, const struct ggml_graph *graph)
{
    if (graph->unseen) return cvalue_unknown(c->result, graph->unseen);
    return dialect_ggml_of(c->eval)->refused ? unknown_graph(c) : cvalue_null(c->result);
}

static struct cvalue absent(struct dialect_ggml *d, const struct dialect_call *c,
                            const struct ggml_graph *graph, const char *name)
{
    struct ggml_absent *asked = arena_new(d->arena, struct ggml_absent);
    *asked = (struct ggml_absent){name, graph, eval_site(d->eval)};
    d->absent = asked;
    return not_there(c, graph);
}

static struct cvalue rule_n_nodes(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    // Once the program has ended, what is not known of it is its consequence.
    if (graph && graph->unseen && !d->refused) return not_there(c, graph);
    return graph ? cvalue_int(c->result, graph->nodes.n) : unknown_graph(c);
}

static struct cvalue rule_size(const struct dialect_call *c)
{
    struct ggml_graph *graph = ggml_argument_graph(dialect_ggml_of(c->eval), c, 0);
    return graph ? ggml_size(c, graph->size) : unknown_graph(c);
}

// Below 0 it counts from the end.
static struct cvalue rule_node(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    int64_t i;
    if (!graph || !cvalue_as_int(&c->arguments[1], &i)) return unknown_graph(c);
    if (graph->unseen) return not_there(c, graph);
    if (i < 0) i += graph->nodes.n;
    return ggml_result_tensor(d, c, i >= 0 && i < graph->nodes.n ? graph->nodes.at[i] : NULL);
}

static const struct ggml_tensor *graph_item(const struct ggml_graph *graph, int i)
{
    return i < graph->leafs.n ? graph->leafs.at[i] : graph->nodes.at[i - graph->leafs.n];
}

static struct cvalue rule_graph_tensor(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct ggml_graph *graph = ggml_argument_graph(d, c, 0);
    const char *name = eval_string(d->eval, &c->arguments[1]);
    if (!graph || !name) return unknown_graph(c);
    for (int i = 0; i < graph->leafs.n; i++)
        if (strcmp(graph->leafs.at[i]->name, name) == 0)
            return ggml_result_tensor(d, c, graph->leafs.at[i]);
    for (int i = 0; i < graph->nodes.n; i++)
        if (strcmp(graph->nodes.at[i]->name, name) == 0)
            return ggml_result_tensor(d, c, graph->nodes.at[i]);
    for (int i = 0; i < graph->leafs.n + graph->nodes.n; i++)
        if (graph_item(graph, i)->name_unknown)
            return cvalue_unknown(c->result, "a name that is not known");
    return absent(d, c, graph, arena_string(d->arena, name));
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return ggml_nothing(c);
}

const struct dialect_rule ggml_graph_rules[] = {
    {"ggml_new_graph", ".", rule_new_graph, NULL},
    {"ggml_new_graph_custom", ".ii", rule_new_graph_custom, NULL},
    {"ggml_graph_dup", "..*", rule_graph_dup, NULL},
    {"ggml_graph_cpy", "..", rule_graph_cpy, NULL},
    {"ggml_graph_clear", ".", rule_graph_clear, NULL},
    {"ggml_build_forward_expand", "..", rule_forward_expand, NULL},
    {"ggml_build_forward_order", "..", rule_forward_order, NULL},
    {"ggml_graph_n_nodes", ".", rule_n_nodes, NULL},
    {"ggml_graph_size", ".", rule_size, NULL},
    {"ggml_graph_node", ".i", rule_node, NULL},
    {"ggml_graph_get_tensor", "..", rule_graph_tensor, NULL},
    {"ggml_graph_print", ".", rule_nothing, NULL},
    {"ggml_graph_dump_dot", "*", rule_nothing, NULL},
    {0},
};
