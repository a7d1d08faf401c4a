// Which tensors have memory: what a context holds, what was put into a buffer, and what an
// allocator of graphs placed. Elements of one that has none are written or read: the library
// aborts.

#include "frontends/dialects/ggml_dialect.h"

#include "frontends/ggml/graph.h"
#include "frontends/ggml/layout.h"

static int place_of(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return t->number < (uint32_t)d->placed.n ? d->placed.at[t->number] : 0;
}

bool ggml_is_placed_by_allocator(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return place_of(d, t) == PLACED_BY_ALLOCATOR;
}

static bool has_memory(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return t->has_data || place_of(d, t) != 0;
}

bool ggml_is_placed(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    return has_memory(d, t) || (t->view_src && has_memory(d, t->view_src));
}

static void place(struct dialect_ggml *d, struct ggml_tensor *t)
{
    if (has_memory(d, t)) return;
    if (!t->view_src) ggml_place_in_buffer(d, t, PLACED_BY_ALLOCATOR);
    ggml_object_write(d, t);
}

void ggml_place_graph(struct dialect_ggml *d, const struct ggml_graph *graph)
{
    if (!graph || graph->unseen) d->placed_unseen = true;
    for (int i = 0; graph && i < graph->leafs.n; i++) place(d, graph->leafs.at[i]);
    for (int i = 0; graph && i < graph->nodes.n; i++) place(d, graph->nodes.at[i]);
}

// ---- findings

// What the program wrote into the struct itself counts.
static bool surely_without(struct dialect_ggml *d, struct ggml_tensor *t)
{
    const char *reason;
    if (d->placed_unseen || d->refused || builder_program(eval_builder(d->eval))->unseen)
        return false;
    if (ggml_is_placed(d, t)) return false;
    ggml_object_tensor(d, ggml_object_pointer(d, t), &reason);
    if (t->view_src) ggml_object_tensor(d, ggml_object_pointer(d, t->view_src), &reason);
    return !ggml_is_placed(d, t) && !t->has_buffer;
}

// A graph that has the tensor, best one that was used; NULL: none.
static const struct ggml_graph *graph_of(const struct dialect_ggml *d, const struct ggml_tensor *t)
{
    const struct ggml_graph *found = NULL;
    for (int i = 0; i < d->state->graphs.n; i++) {
        const struct ggml_graph *graph = d->state->graphs.at[i];
        if (graph_holds(graph, t) && (!found || !found->used_at)) found = graph;
    }
    return found;
}

static void advise(struct dialect_ggml *d, struct diag *diag, const struct ggml_graph *graph)
{
    if (graph && graph->used_at) {
        diag_note(d->diags, diag, graph->used_at, "%s only measures the graph", graph->used_by);
        diag_fix(d->diags, diag,
                 "ggml_gallocr_alloc_graph places what the graph has: call it first");
    } else if (graph) {
        diag_fix(d->diags, diag,
                 "ggml_gallocr_alloc_graph places what the graph has, and "
                 "ggml_backend_alloc_ctx_tensors all tensors of a context: call one of them first");
    } else {
        diag_fix(d->diags, diag,
                 "ggml_backend_alloc_ctx_tensors gives all tensors of a context memory; an "
                 "allocator of graphs only what its graph reads, and no graph has this one");
    }
}

void ggml_demand_memory(struct dialect_ggml *d, const struct dialect_call *c, struct ggml_tensor *t)
{
    if (!surely_without(d, t)) return;
    const char *name = *t->name ? arena_printf(d->arena, " `%s`", t->name) : "";
    struct diag *diag = diag_add(d->diags, DIAG_GGML_ALLOCATOR, eval_site(d->eval),
                                 "%s: the tensor%s, %s, has no memory yet: the library aborts",
                                 c->function->name, name, ggml_shape_string(d->arena, t));
    diag_note(d->diags, diag, t->site, "the tensor is made here");
    advise(d, diag, graph_of(d, t));
    d->refused = true;
}

void ggml_demand_graph_memory(struct dialect_ggml *d, const struct dialect_call *c,
                              const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->nodes.n && !graph->unseen; i++) {
        struct ggml_tensor *t = graph->nodes.at[i];
        if (t->view_src || ggml_layout_is_empty(t) || !surely_without(d, t)) continue;
        struct diag *diag = diag_add(d->diags, DIAG_GGML_ALLOCATOR, eval_site(d->eval),
                                     "%s: `%s` (%s) has no memory: nothing allocates the graph "
                                     "before it is computed",
                                     c->function->name, t->name, t->desc);
        diag_note(d->diags, diag, t->site, "`%s` is made here", t->name);
        advise(d, diag, graph);
        d->refused = true;
        return;
    }
}
