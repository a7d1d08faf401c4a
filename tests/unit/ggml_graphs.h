#ifndef TESTS_UNIT_GGML_GRAPHS_H
#define TESTS_UNIT_GGML_GRAPHS_H

// Graphs of ggml's for tests, made by hand: f32 tensors of two sizes each, written as text.

#include "ir/ggml_graph.h"

#include <assert.h>
#include <stdlib.h>

struct graphs {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state state;
    struct ggml_graph graph;
};

static inline struct graphs graphs_open(void)
{
    struct arena *arena = arena_open();
    return (struct graphs){.arena = arena, .syms = syms_open(arena), .state.version = 21};
}

static inline const struct sym *graphs_size(struct graphs *g, const char *text)
{
    const struct sym *size = sym_parse(g->syms, text, NULL);
    assert(size);
    return size;
}

// Not in the graph.
static inline struct ggml_tensor *graphs_tensor(struct graphs *g, enum ggml_op op,
                                                const struct sym *columns, const struct sym *rows)
{
    struct ggml_tensor *t = arena_new(g->arena, struct ggml_tensor);
    const struct sym *one = sym_const(g->syms, 1), *ne[GGML_DIMS] = {columns, rows, one, one};
    const struct sym *stride = sym_const(g->syms, 4);
    t->op = op;
    t->type = DTYPE_F32;
    t->name = "";
    t->number = (uint32_t)g->state.tensors.n;
    for (int i = 0; i < GGML_DIMS; i++) {
        t->ne[i] = ne[i];
        t->nb[i] = stride;
        stride = sym_mul(g->syms, stride, ne[i]);
    }
    *vec_push(g->arena, &g->state.tensors) = t;
    return t;
}

static inline struct ggml_tensor *graphs_leaf(struct graphs *g, const char *columns,
                                              const char *rows)
{
    struct ggml_tensor *t =
        graphs_tensor(g, GGML_OP_NONE, graphs_size(g, columns), graphs_size(g, rows));
    *vec_push(g->arena, &g->graph.leafs) = t;
    return t;
}

static inline struct ggml_tensor *graphs_node(struct graphs *g, enum ggml_op op,
                                              const char *columns, const char *rows,
                                              struct ggml_tensor *a, struct ggml_tensor *b)
{
    struct ggml_tensor *t = graphs_tensor(g, op, graphs_size(g, columns), graphs_size(g, rows));
    t->src[0] = a;
    t->src[1] = b;
    *vec_push(g->arena, &g->graph.nodes) = t;
    return t;
}

static inline struct ggml_tensor *graphs_view(struct graphs *g, struct ggml_tensor *of)
{
    struct ggml_tensor *t = graphs_tensor(g, GGML_OP_RESHAPE, of->ne[0], of->ne[1]);
    t->src[0] = of;
    t->view_src = of->view_src ? of->view_src : of;
    t->view_offset = sym_const(g->syms, 0);
    *vec_push(g->arena, &g->graph.nodes) = t;
    return t;
}

static inline struct ggml_tensor *graphs_counterpart(struct graphs *to, const struct ggml_tensor *t)
{
    return t ? to->state.tensors.at[t->number] : NULL;
}

// The same graph with numbers for symbols.
static inline struct graphs graphs_at(const struct graphs *g, const struct sym_binding *bindings,
                                      int n)
{
    struct graphs at = graphs_open();
    for (int i = 0; i < g->state.tensors.n; i++) {
        const struct ggml_tensor *t = g->state.tensors.at[i];
        struct ggml_tensor *copy = arena_copy(at.arena, t, sizeof *t);
        for (int d = 0; d < GGML_DIMS; d++) {
            int64_t size, stride;
            if (!sym_evaluate(t->ne[d], bindings, n, &size) ||
                !sym_evaluate(t->nb[d], bindings, n, &stride))
                abort();
            copy->ne[d] = sym_const(at.syms, size);
            copy->nb[d] = sym_const(at.syms, stride);
        }
        if (t->view_src) copy->view_offset = sym_const(at.syms, 0);
        copy->view_src = graphs_counterpart(&at, t->view_src);
        for (int j = 0; j < GGML_SOURCES; j++) copy->src[j] = graphs_counterpart(&at, t->src[j]);
        *vec_push(at.arena, &at.state.tensors) = copy;
    }
    for (int i = 0; i < g->graph.leafs.n; i++)
        *vec_push(at.arena, &at.graph.leafs) = graphs_counterpart(&at, g->graph.leafs.at[i]);
    for (int i = 0; i < g->graph.nodes.n; i++)
        *vec_push(at.arena, &at.graph.nodes) = graphs_counterpart(&at, g->graph.nodes.at[i]);
    return at;
}

#endif
