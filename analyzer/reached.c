// Two passes over what refers to storages: the scopes of modules that were called, which have all
// that is registered below them, and the operands of nodes.

#include "analyzer/reached.h"

#include <string.h>

static bool is_of_modules(const struct storage *storage)
{
    return storage->kind == STORAGE_PARAMETER || storage->kind == STORAGE_BUFFER;
}

// What is given back is the model's too, also where no op made or read it.
static void reach_values(const struct program *p, bool *reached)
{
    for (int i = 1; i < p->nodes.n; i++)
        for (int k = 0; k < p->nodes.at[i].n_in; k++)
            reached[program_value(p, p->nodes.at[i].in[k])->storage] = true;
    for (int i = 1; i < p->values.n; i++)
        if (p->values.at[i].flags & VALUE_OUTPUT) reached[p->values.at[i].storage] = true;
}

const bool *reached_storages(struct arena *arena, const struct program *p)
{
    bool *reached = arena_array(arena, bool, p->storages.n + 1);
    bool has_modules = p->scopes.n > 1 && p->library && !strcmp(p->library, "nn");
    for (int i = 1; i < p->storages.n; i++)
        reached[i] = !has_modules || !is_of_modules(&p->storages.at[i]);
    for (int i = 1; i < p->scopes.n; i++)
        for (int k = 0; k < p->scopes.at[i].n_parameters; k++)
            reached[program_value(p, p->scopes.at[i].parameters[k])->storage] = true;
    reach_values(p, reached);
    return reached;
}
