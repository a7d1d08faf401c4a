// The models that a program compiled, each a model of its own.

#include "frontends/library.h"
#include "ir/base/text.h"
#include "ir/nnom_program.h"

extern const struct library nnom_library;

static int count_models(const struct program *program)
{
    const struct nnom_state *state = program->nnom;
    int n = 0;
    for (int i = 0; state && i < state->models.n; i++) n += state->models.at[i]->layers.n > 0;
    return n;
}

static struct nnom_model *model_at(const struct nnom_state *state, int index)
{
    for (int i = 0; i < state->models.n; i++)
        if (state->models.at[i]->layers.n > 0 && index-- == 0) return state->models.at[i];
    return NULL;
}

static struct program *model(struct arena *arena, const struct program *program, int index)
{
    struct nnom_model *model = model_at(program->nnom, index);
    const char *name = model->name;
    if (count_models(program) > 1) name = arena_printf(arena, "%s %d", name, index + 1);
    return nnom_program_of(arena, program, model, name);
}

const struct library nnom_library = {
    .name = "nnom", .n_models = count_models, .notes_loops = true, .model = model};
