// Which library a program made its models with.

#include "frontends/library.h"

#define LIBRARY(name) extern const struct library name##_library;
#include "frontends/libraries.def"
#undef LIBRARY

static const struct library *const libraries[] = {
#define LIBRARY(name) &name##_library,
#include "frontends/libraries.def"
#undef LIBRARY
};

#define N_LIBRARIES (sizeof libraries / sizeof *libraries)

const struct library *library_of(const struct program *program)
{
    for (size_t i = 0; i < N_LIBRARIES; i++)
        if (libraries[i]->n_models(program) > 0) return libraries[i];
    return NULL;
}

bool library_join(struct arena *arena, struct program *into, const char *condition,
                  const struct program *from, const char *from_condition)
{
    const struct library *library = library_of(into);
    if (!library || !library->join || library_of(from) != library) return false;
    return library->join(arena, into, condition, from, from_condition);
}

int library_split(struct arena *arena, struct program *program, struct program ***models)
{
    const struct library *library = library_of(program);
    int n = library ? library->n_models(program) : 1;
    *models = arena_array(arena, struct program *, n);
    (*models)[0] = program;
    for (int i = 0; library && i < n; i++) (*models)[i] = library->model(arena, program, i);
    for (const struct diag *d = program->diags.first; library && d; d = d->next)
        diag_copy(&(*models)[0]->diags, d);
    return n;
}
