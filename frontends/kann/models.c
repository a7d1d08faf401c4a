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

// ---- several ways with the same networks

static const struct sym *in_syms(struct syms *syms, const struct sym *size)
{
    return sym_kind(size) == SYM_UNKNOWN ? sym_unknown(syms, sym_name(size))
                                         : sym_brought(syms, size);
}

static void put_condition(struct kann_network *network, const char *condition)
{
    for (int i = 0; i < network->batches.n; i++) network->batches.at[i].use.condition = condition;
    for (int i = 0; i < network->threads.n; i++) network->threads.at[i].use.condition = condition;
    for (int i = 0; i < network->trainings.n; i++)
        network->trainings.at[i].use.condition = condition;
}

static void add_use(struct arena *arena, struct syms *syms, struct kann_network *network,
                    const struct kann_network *from, const char *condition)
{
    struct kann_use use = {++network->n_uses, condition};
    for (int i = 0; i < from->batches.n; i++) {
        struct kann_batch *batch = vec_push(arena, &network->batches);
        *batch = from->batches.at[i];
        batch->rows = in_syms(syms, batch->rows);
        batch->use = use;
    }
    for (int i = 0; i < from->threads.n; i++) {
        struct kann_threads *threads = vec_push(arena, &network->threads);
        *threads = from->threads.at[i];
        threads->n = in_syms(syms, threads->n);
        threads->rows = in_syms(syms, threads->rows);
        threads->use = use;
    }
    for (int i = 0; i < from->trainings.n; i++) {
        struct kann_training *training = vec_push(arena, &network->trainings);
        *training = from->trainings.at[i];
        training->mini = in_syms(syms, training->mini);
        training->samples = in_syms(syms, training->samples);
        training->use = use;
    }
}

static bool join(struct arena *arena, struct program *into, const char *condition,
                 const struct program *from, const char *from_condition)
{
    const struct kann_state *state = into->kann;
    if (state->networks.n != from->kann->networks.n ||
        program_hash_kann_nodes(into) != program_hash_kann_nodes(from))
        return false;
    for (int i = 0; i < state->networks.n; i++) {
        struct kann_network *network = state->networks.at[i];
        if (network->n_uses == 0) put_condition(network, condition);
        add_use(arena, into->syms, network, from->kann->networks.at[i], from_condition);
    }
    if (!into->unseen) into->unseen = from->unseen;
    return true;
}

const struct library kann_library = {
    .name = "kann", .n_models = count_models, .notes_loops = true, .join = join, .model = model};
