// Taking away the end of a program: what a step of a loop recorded, and nobody can ask for any
// more. What is older never points to it, but for what is kept to be shared.

#include "ir/builder.h"

#include <string.h>

struct arena *builder_arena(struct builder *b, struct arena *arena)
{
    struct arena *before = b->arena;
    b->arena = arena;
    return before;
}

struct build_mark build_mark(const struct builder *b)
{
    const struct program *program = b->program;
    return (struct build_mark){.n_values = program->values.n,
                               .n_nodes = program->nodes.n,
                               .n_storages = program->storages.n,
                               .n_scopes = program->scopes.n,
                               .n_graphs = program->graphs.n,
                               .n_calls = program->calls.n,
                               .n_events = program->events.n,
                               .n_checkpoints = program->checkpoints.n,
                               .n_frames = b->frames.n,
                               .n_regions = b->regions.n,
                               .n_unbatched = b->n_unbatched,
                               .last_diag = program->diags.last,
                               .unseen = program->unseen};
}

static bool is_of_module(const struct program *program, const struct value *value)
{
    if (value->producer || !value->storage) return false;
    enum storage_kind kind = program_storage(program, value->storage)->kind;
    return kind == STORAGE_PARAMETER || kind == STORAGE_BUFFER;
}

bool build_can_rewind(const struct builder *b, const struct build_mark *mark)
{
    const struct program *program = b->program;
    if (program->scopes.n != mark->n_scopes || program->graphs.n != mark->n_graphs) return false;
    if (b->frames.n != mark->n_frames || b->regions.n != mark->n_regions) return false;
    if (b->n_checkpoints || program->diags.last != mark->last_diag) return false;
    if (program->unseen != mark->unseen) return false;
    for (int i = mark->n_values; i < program->values.n; i++)
        if (is_of_module(program, &program->values.at[i])) return false;
    return true;
}

void build_rewind(struct builder *b, const struct build_mark *mark)
{
    struct program *program = b->program;
    program->values.n = mark->n_values;
    program->nodes.n = mark->n_nodes;
    program->storages.n = mark->n_storages;
    program->calls.n = mark->n_calls;
    program->events.n = mark->n_events;
    program->checkpoints.n = mark->n_checkpoints;
    program->diags.step = program->nodes.n - 1;
    b->n_unbatched = mark->n_unbatched;
    // What is shared may lie in the memory that goes.
    memset(b->recent, 0, sizeof b->recent);
    memset(b->last_attrs, 0, sizeof b->last_attrs);
}
