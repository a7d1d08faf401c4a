// The networks of a program, each a model of its own.

#include "frontends/library.h"
#include "ir/kann_program.h"

extern const struct library kann_library;

static int count_models(const struct program *program)
{
    return program->kann ? program->kann->networks.n : 0;
}

// How a reader tells several networks of one program apart: by the function that makes them.
static const char *name_of(struct arena *arena, const struct kann_state *state,
                           const struct kann_network *network)
{
    const char *function =
        network->site && network->site->function ? network->site->function : "network";
    if (state->networks.n == 1) return function;
    return arena_printf(arena, "%s %u, by %s", function, network->number + 1, network->made_by);
}

static struct program *model(struct arena *arena, const struct program *program, int index)
{
    struct kann_network *network = program->kann->networks.at[index];
    return kann_program_of(arena, program, network, name_of(arena, program->kann, network));
}

const struct library kann_library = {
    .name = "kann", .n_models = count_models, .counts_one_round = true, .model = model};
