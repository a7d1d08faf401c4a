// The allocator is asked once a graph; contexts are in the state of the program.

#include "analyzer/report/ggml_report.h"

static bool lies_in_context(const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (!graph->nodes.at[i]->has_data) return false;
    return graph->nodes.n > 0;
}

static struct quantity number(struct syms *syms, int n)
{
    return quantity_of(sym_const(syms, n));
}

static void note_contexts(struct report_ggml *ggml, int n, struct ggml_tensor *const *tensors)
{
    for (int i = 0; i < n; i++)
        if (tensors[i]->context) ggml->contexts[tensors[i]->context->number].shown = true;
}

static void list_contexts(struct arena *arena, const struct program *program,
                          struct report_ggml *ggml)
{
    const struct ggml_state *state = program->ggml;
    ggml->n_contexts = state->contexts.n;
    ggml->contexts = arena_array(arena, struct report_ggml_context, state->contexts.n + 1);
    for (int i = 0; i < state->contexts.n; i++) {
        const struct ggml_context *context = state->contexts.at[i];
        ggml->contexts[i] =
            (struct report_ggml_context){.mem_size = quantity_of(context->mem_size),
                                         .used = quantity_of(context->used),
                                         .n_tensors = number(program->syms, context->tensors.n),
                                         .has_buffer = context->buffer_bytes != NULL,
                                         .site = context->site};
        if (context->buffer_bytes)
            ggml->contexts[i].buffer_bytes = quantity_of(context->buffer_bytes);
    }
    note_contexts(ggml, program->ggml_graph->nodes.n, program->ggml_graph->nodes.at);
    note_contexts(ggml, program->ggml_graph->leafs.n, program->ggml_graph->leafs.at);
}

const struct report_ggml *ggml_collect(struct arena *arena, const struct program *program)
{
    const struct ggml_graph *graph = program->ggml_graph;
    if (!graph) return NULL;
    struct report_ggml *ggml = arena_new(arena, struct report_ggml);
    *ggml = (struct report_ggml){.graph_size = quantity_of(graph->size),
                                 .n_nodes = number(program->syms, graph->nodes.n),
                                 .n_leafs = number(program->syms, graph->leafs.n),
                                 .in_contexts = lies_in_context(graph)};
    list_contexts(arena, program, ggml);
    ggml_gallocr_plan(arena, program->syms, program->ggml, graph, &ggml->plan);
    return ggml;
}
