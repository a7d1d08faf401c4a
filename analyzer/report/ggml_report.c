// The allocator is asked once a graph; contexts are in the state of the program.

#include "analyzer/report/ggml_report.h"

static bool lies_in_context(const struct ggml_graph *graph)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (!graph->nodes.at[i]->has_data) return false;
    return graph->nodes.n > 0;
}

const struct report_ggml *ggml_collect(struct arena *arena, const struct program *program)
{
    if (!program->ggml_graph) return NULL;
    struct report_ggml *ggml = arena_new(arena, struct report_ggml);
    *ggml = (struct report_ggml){.in_contexts = lies_in_context(program->ggml_graph)};
    ggml_gallocr_plan(arena, program->syms, program->ggml, program->ggml_graph, &ggml->plan);
    return ggml;
}
