// The graphs of a program, each a model of its own.

#include "frontends/library.h"
#include "ir/ggml_program.h"

extern const struct library ggml_library;

// Graphs that are used, in the order of their first use; where none is, all that hold something.
static struct ggml_graph *used_graph(const struct ggml_state *state, int index)
{
    for (int i = 0; i < state->graphs.n; i++) {
        struct ggml_graph *graph = state->graphs.at[i];
        if (state->n_used ? graph->used_at && graph->use == index : graph->nodes.n && index-- == 0)
            return graph;
    }
    return NULL;
}

// A program may ask ggml something without building a graph.
static int count_models(const struct program *program)
{
    const struct ggml_state *state = program->ggml;
    int n = 0;
    for (int i = 0; state && i < state->graphs.n; i++) n += state->graphs.at[i]->nodes.n > 0;
    return n && state->n_used ? state->n_used : n;
}

// How a reader tells several graphs of one program apart: by the function that makes them, and what
// they are used for.
static const char *name_of(struct arena *arena, const struct ggml_state *state,
                           const struct ggml_graph *graph)
{
    const char *function = graph->site && graph->site->function ? graph->site->function : "graph";
    if (state->graphs.n == 1) return function;
    if (!graph->used_by) return arena_printf(arena, "%s %u", function, graph->number + 1);
    return arena_printf(arena, "%s %u, for %s", function, graph->number + 1, graph->used_by);
}

static struct program *model(struct arena *arena, const struct program *program, int index)
{
    struct ggml_graph *graph = used_graph(program->ggml, index);
    return ggml_program_of(arena, program, graph, name_of(arena, program->ggml, graph));
}

const struct library ggml_library = {.name = "ggml", .n_models = count_models, .model = model};
