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

const struct library *library_of(const struct program *program)
{
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (libraries[i]->n_models(program) > 0) return libraries[i];
    return NULL;
}
