// Depth first from a tensor, its sources in the order of their slots; a tensor is marked before
// its sources are followed, and appended after them.

#include "frontends/ggml/graph.h"

#include <string.h>

struct ggml_graph *graph_make(struct arena *arena, struct syms *syms, struct ggml_state *state,
                              const struct sym *size, bool has_gradients)
{
    struct ggml_graph *graph = arena_new(arena, struct ggml_graph);
    *graph = (struct ggml_graph){.size = size ? size : sym_const(syms, GGML_GRAPH_SIZE),
                                 .has_gradients = has_gradients,
                                 .number = (uint32_t)state->graphs.n};
    *vec_push(arena, &state->graphs) = graph;
    return graph;
}

// ---- which tensors are in it

bool graph_holds(const struct ggml_graph *graph, const struct ggml_tensor *t)
{
    return t->number < (uint32_t)graph->visited.n && graph->visited.at[t->number];
}

static void mark(struct arena *arena, struct ggml_graph *graph, const struct ggml_tensor *t)
{
    while ((uint32_t)graph->visited.n <= t->number) *vec_push(arena, &graph->visited) = false;
    graph->visited.at[t->number] = true;
}

// One list is full when it has as many tensors as the graph was made for.
static bool has_room(const struct ggml_graph *graph, int n)
{
    int64_t size;
    return !sym_is_const(graph->size, &size) || n < size;
}

static bool is_named(const struct ggml_tensor *t)
{
    return t->name && *t->name;
}

static enum graph_limit append(struct arena *arena, struct ggml_graph *graph, struct ggml_tensor *t)
{
    bool leaf = t->op == GGML_OP_NONE && !(t->flags & GGML_PARAM);
    int n = leaf ? graph->leafs.n : graph->nodes.n;
    if (!has_room(graph, n)) return leaf ? GRAPH_LEAFS_FULL : GRAPH_NODES_FULL;
    if (!is_named(t)) t->name = arena_printf(arena, leaf ? "leaf_%d" : "node_%d", n);
    if (leaf)
        *vec_push(arena, &graph->leafs) = t;
    else
        *vec_push(arena, &graph->nodes) = t;
    return GRAPH_FITS;
}

// ---- the walk

// A tensor whose sources before `next` were followed. One that is in the graph already is walked
// again for those that are not computed yet.
struct step {
    struct ggml_tensor *tensor;
    int next;
    bool again;
};

// Graphs of thousands of nodes in a row are common, so the walk keeps its own stack.
struct walk {
    struct arena *arena;
    struct ggml_graph *graph;
    unsigned flags;
    enum graph_limit limit;
    VEC(struct step) stack;
};

static void enter(struct walk *w, struct ggml_tensor *t)
{
    bool again = graph_holds(w->graph, t);
    if (again && t->op == GGML_OP_NONE) return;
    if (t->op != GGML_OP_NONE) t->flags |= w->flags;
    if (again && !w->flags) return;
    mark(w->arena, w->graph, t);
    *vec_push(w->arena, &w->stack) = (struct step){t, 0, again};
}

static bool is_followed(const struct step *step)
{
    const struct ggml_tensor *source = step->tensor->src[step->next];
    return source && (!step->again || !(source->flags & GGML_COMPUTE));
}

static void leave(struct walk *w, struct ggml_tensor *t)
{
    enum graph_limit limit = append(w->arena, w->graph, t);
    if (limit != GRAPH_FITS && w->limit == GRAPH_FITS) w->limit = limit;
}

enum graph_limit graph_expand(struct arena *arena, struct ggml_graph *graph,
                              struct ggml_tensor *tensor, unsigned flags)
{
    struct walk w = {.arena = arena, .graph = graph, .flags = flags};
    enter(&w, tensor);
    while (w.stack.n) {
        struct step *top = &w.stack.at[w.stack.n - 1];
        while (top->next < GGML_SOURCES && !is_followed(top)) top->next++;
        if (top->next < GGML_SOURCES) {
            enter(&w, top->tensor->src[top->next++]); // `top` may have moved
        } else {
            w.stack.n--;
            if (!top->again) leave(&w, top->tensor);
        }
    }
    return w.limit;
}

// ---- whole graphs

void graph_copy(struct arena *arena, const struct ggml_graph *from, struct ggml_graph *to)
{
    for (int i = 0; i < from->leafs.n; i++) *vec_push(arena, &to->leafs) = from->leafs.at[i];
    for (int i = 0; i < from->nodes.n; i++) *vec_push(arena, &to->nodes) = from->nodes.at[i];
    for (int i = 0; i < to->leafs.n; i++) mark(arena, to, to->leafs.at[i]);
    for (int i = 0; i < to->nodes.n; i++) mark(arena, to, to->nodes.at[i]);
    if (from->unseen) to->unseen = from->unseen;
    graph_forget_gradients(to);
    if (!from->has_gradients || !to->has_gradients) return;
    for (int i = 0; i < from->nodes.n; i++) {
        const struct ggml_tensor *node = from->nodes.at[i];
        struct ggml_tensor *gradient = graph_gradient(from, node);
        if (gradient) graph_set_gradient(arena, to, node, gradient);
        struct ggml_tensor *accumulator = graph_accumulator(from, node);
        if (accumulator) graph_set_accumulator(arena, to, node, accumulator);
    }
}

void graph_clear(struct ggml_graph *graph)
{
    graph->nodes.n = graph->leafs.n = 0;
    if (graph->visited.n)
        memset(graph->visited.at, 0, (size_t)graph->visited.n * sizeof *graph->visited.at);
}

// ---- gradients

struct ggml_tensor *graph_gradient(const struct ggml_graph *graph, const struct ggml_tensor *t)
{
    return t->number < (uint32_t)graph->gradients.n ? graph->gradients.at[t->number] : NULL;
}

struct ggml_tensor *graph_accumulator(const struct ggml_graph *graph, const struct ggml_tensor *t)
{
    return t->number < (uint32_t)graph->accumulators.n ? graph->accumulators.at[t->number] : NULL;
}

void graph_set_gradient(struct arena *arena, struct ggml_graph *graph, const struct ggml_tensor *t,
                        struct ggml_tensor *gradient)
{
    while ((uint32_t)graph->gradients.n <= t->number) *vec_push(arena, &graph->gradients) = NULL;
    graph->gradients.at[t->number] = gradient;
}

void graph_set_accumulator(struct arena *arena, struct ggml_graph *graph,
                           const struct ggml_tensor *t, struct ggml_tensor *accumulator)
{
    while ((uint32_t)graph->accumulators.n <= t->number)
        *vec_push(arena, &graph->accumulators) = NULL;
    graph->accumulators.at[t->number] = accumulator;
}

void graph_forget_gradients(struct ggml_graph *graph)
{
    graph->gradients.n = graph->accumulators.n = 0;
}
