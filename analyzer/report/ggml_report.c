// The allocator is asked once a graph; contexts are in the state of the program.

#include "analyzer/report/ggml_report.h"

static bool lies_in_context(const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (!graph->nodes.at[i]->has_data) return false;
    return graph->nodes.n > 0;
}

static void note_contexts(bool *shown, int n, struct ggml_tensor *const *tensors)
{
    for (int i = 0; i < n; i++)
        if (tensors[i]->context) shown[tensors[i]->context->number] = true;
}

const struct report_ggml *ggml_collect(struct arena *arena, const struct program *program)
{
    if (!program->ggml_graph) return NULL;
    struct report_ggml *ggml = arena_new(arena, struct report_ggml);
    *ggml = (struct report_ggml){.in_contexts = lies_in_context(program->ggml_graph)};
    ggml->shown = arena_array(arena, bool, program->ggml->contexts.n + 1);
    note_contexts(ggml->shown, program->ggml_graph->nodes.n, program->ggml_graph->nodes.at);
    note_contexts(ggml->shown, program->ggml_graph->leafs.n, program->ggml_graph->leafs.at);
    ggml_gallocr_plan(arena, program->syms, program->ggml, program->ggml_graph, &ggml->plan);
    return ggml;
}
