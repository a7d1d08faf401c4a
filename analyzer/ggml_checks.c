// Results that are read after the allocator gave their memory to others, and assertions that depend
// on symbols.

#include "analyzer/ggml_checks.h"

#include "analyzer/demands.h"

#include "analyzer/models/ggml_gallocr.h"
#include "ir/ggml_graph.h"

#include <string.h>

// ---- results that are read

static bool is_output(const struct ggml_tensor *t)
{
    return (t->flags | (t->view_src ? t->view_src->flags : 0)) & GGML_OUTPUT;
}

static int place_in_order(const struct ggml_graph *graph, const struct ggml_tensor *t)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.at[i] == t) return i;
    return -1;
}

static bool range_of(struct syms *syms, const struct ggml_plan *plan, const struct ggml_tensor *t,
                     int64_t *from, int64_t *to)
{
    const struct sym *offset = ggml_plan_offset(plan, t);
    int64_t bytes;
    if (!offset || !sym_is_const(offset, from)) return false;
    if (!sym_is_const(ggml_tensor_bytes(syms, t), &bytes)) return false;
    *to = *from + bytes;
    return true;
}

// The first node behind the tensor that the allocator puts where the tensor lies; NULL: none.
static const struct ggml_tensor *overwritten_by(struct syms *syms, const struct ggml_graph *graph,
                                                const struct ggml_plan *plan,
                                                const struct ggml_tensor *t, int place)
{
    int64_t from, to, other_from, other_to;
    if (!range_of(syms, plan, t, &from, &to)) return NULL;
    for (int i = place + 1; i < graph->nodes.n; i++) {
        const struct ggml_tensor *node = graph->nodes.at[i];
        if (node->view_src || !range_of(syms, plan, node, &other_from, &other_to)) continue;
        if (other_from < to && from < other_to) return node;
    }
    return NULL;
}

static void check_read(struct program *program, const struct ggml_plan *plan,
                       const struct ggml_read *read)
{
    const struct ggml_graph *graph = program->ggml_graph;
    const struct ggml_tensor *t = read->tensor;
    int place = place_in_order(graph, t);
    if (place < 0 || is_output(t)) return;
    const struct ggml_tensor *by = overwritten_by(program->syms, graph, plan, t, place);
    if (!by) return;
    struct diag *diag = diag_add(&program->diags, DIAG_GGML_OUTPUT, read->site,
                                 "`%s` is read here, but the allocator has given its memory to "
                                 "`%s` (%s) by then: what is read are the numbers of that",
                                 t->name, by->name, by->desc);
    diag_note(&program->diags, diag, t->site, "`%s` is made here", t->name);
    diag_note(&program->diags, diag, by->site, "`%s` is made here", by->name);
    diag_fix(&program->diags, diag,
             "call ggml_set_output on it before the graph is allocated, which keeps its memory");
}

// ---- the allocator

static void tell_allocator(struct program *program, const struct ggml_plan *plan)
{
    const struct ggml_graph *graph = program->ggml_graph;
    bool many = plan->end == GGML_OUT_OF_RANGES, full = plan->end == GGML_TABLE_FULL;
    if (!graph->used_at || (!many && !full && plan->end != GGML_NOTHING_HELD)) return;
    struct diag *diag =
        diag_add(&program->diags, DIAG_GGML_ALLOCATOR, graph->used_at,
                 "%s: the allocator aborts: %s", graph->used_by,
                 many   ? "more than 256 ranges of its buffer are free at once"
                 : full ? "the graph has too many views of tensors that it does not hold"
                        : "all tensors that it is to place have 0 bytes");
    diag_note(&program->diags, diag, graph->site, "the graph is made here");
}

static bool computes(const char *function)
{
    static const char *const functions[] = {"ggml_graph_compute_with_ctx", "ggml_graph_compute",
                                            "ggml_backend_graph_compute",
                                            "ggml_backend_graph_compute_async"};
    for (size_t i = 0; function && i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(function, functions[i])) return true;
    return false;
}

// The first thing that is done with the graph is to compute it, and nobody gave its nodes memory.
static bool tell_not_placed(struct program *program)
{
    const struct ggml_graph *graph = program->ggml_graph;
    if (!computes(graph->used_by)) return false;
    for (int i = 0; i < graph->nodes.n; i++) {
        const struct ggml_tensor *t = graph->nodes.at[i];
        if (t->has_data || t->view_src) continue;
        struct diag *diag = diag_add(
            &program->diags, DIAG_GGML_ALLOCATOR, graph->used_at,
            "%s: `%s` (%s) has no memory: nothing allocates the graph before it is computed",
            graph->used_by, t->name, t->desc);
        diag_note(&program->diags, diag, t->site, "`%s` is made here", t->name);
        diag_fix(&program->diags, diag,
                 "ggml_gallocr_alloc_graph places what no context holds (no_alloc)");
        return true;
    }
    return false;
}

// ---- the graph

void ggml_check_graph(struct arena *arena, struct program *program, struct shapes *shapes)
{
    struct ggml_state *state = program->ggml;
    struct ggml_plan plan;
    for (int i = 0; i < state->demands.n; i++)
        demand_settle(arena, program, shapes,
                      &(const struct demand){state->demands.at[i].function,
                                             state->demands.at[i].site,
                                             state->demands.at[i].obligation});
    ggml_gallocr_plan(arena, program->syms, state, program->ggml_graph, &plan);
    if (!tell_not_placed(program) && !computes(program->ggml_graph->used_by))
        tell_allocator(program, &plan);
    for (int i = 0; i < state->read.n; i++) check_read(program, &plan, &state->read.at[i]);
}
