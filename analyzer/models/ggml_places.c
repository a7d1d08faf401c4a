// Where tensors lie once ggml_gallocr_alloc_graph has set their addresses. A view gets its own when
// its root has one by then: a bare view in the leafs may come before the node that it looks into,
// and is then left without an address.

#include "analyzer/models/ggml_places.h"

static bool has_address(const struct ggml_places *p, const struct ggml_tensor *t)
{
    return t->has_buffer || p->addressed[ggml_steps_slot(&p->steps, t)];
}

static void address(struct ggml_places *p, const struct ggml_tensor *t)
{
    bool known = t->view_src ? t->has_buffer || has_address(p, t->view_src) : !t->has_data;
    if (known) p->addressed[ggml_steps_slot(&p->steps, t)] = true;
}

static void address_all(struct ggml_places *p)
{
    const struct ggml_graph *graph = p->steps.graph;
    p->addressed = arena_array(p->steps.arena, bool, p->steps.n_slots);
    for (int i = 0; i < graph->leafs.n; i++) address(p, graph->leafs.at[i]);
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct ggml_tensor *node = graph->nodes.at[i];
        for (int j = 0; j < GGML_SOURCES; j++)
            if (node->src[j]) address(p, node->src[j]);
        address(p, node);
    }
}

const struct sym *ggml_plan_offset(const struct ggml_plan *plan, const struct ggml_tensor *t)
{
    struct ggml_places *p = plan->places;
    int slot = ggml_steps_slot(&p->steps, t);
    if (slot < 0 || !p->at || t->has_data) return NULL;
    if (!p->addressed) address_all(p);
    if (!p->addressed[slot]) return NULL;
    if (!t->view_src) return p->at[slot];
    const struct sym *root = p->at[ggml_steps_slot(&p->steps, t->view_src)];
    return root ? sym_add(p->steps.syms, root, t->view_offset) : NULL;
}
