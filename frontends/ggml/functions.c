// The table of functions, and finding one by its name.

#include "frontends/ggml/rules.h"

#include <stdlib.h>
#include <string.h>

#define GGML_FUNCTION(name, letters, rule, data) {#name, letters, rule, data, FRESH, 0, 0, false},
#define GGML_IN_PLACE(name, letters, rule, data)                                                   \
    {#name, letters, rule, data, IN_PLACE, 0, 0, false},
#define GGML_VERSION(name, letters, rule, data, place, since, until)                               \
    {#name, letters, rule, data, place, since, until, false},
#define GGML_SETTER(name, letters, rule, data, since, until)                                       \
    {#name, letters, rule, data, FRESH, since, until, true},
static const struct ggml_function functions[] = {
#include "frontends/ggml/functions.def"
};
#define N_FUNCTIONS ((int)(sizeof functions / sizeof *functions))

int ggml_functions(const struct ggml_function **first)
{
    *first = functions;
    return N_FUNCTIONS;
}

static int order(const void *name, const void *function)
{
    return strcmp(name, ((const struct ggml_function *)function)->name);
}

// Those of one name lie together; the last of them is the newest.
static const struct ggml_function *newest(const char *name)
{
    const struct ggml_function *f = bsearch(name, functions, N_FUNCTIONS, sizeof *functions, order);
    while (f && f + 1 < functions + N_FUNCTIONS && strcmp(f[1].name, name) == 0) f++;
    return f;
}

static bool holds(const struct ggml_function *f, int version)
{
    return version >= f->since && (f->until == 0 || version < f->until);
}

const struct ggml_function *ggml_function_find(const char *name, int version)
{
    const struct ggml_function *f = newest(name);
    if (!version) return f;
    for (; f && f >= functions && strcmp(f->name, name) == 0; f--)
        if (holds(f, version)) return f;
    return NULL;
}

static int parameters(const struct ggml_function *f)
{
    return (int)strlen(f->letters) + !f->no_context;
}

const struct ggml_function *ggml_function_of(const char *name, int n_parameters, int version)
{
    const struct ggml_function *other = NULL;
    for (const struct ggml_function *f = newest(name);
         f && f >= functions && strcmp(f->name, name) == 0; f--) {
        if (parameters(f) != n_parameters) continue;
        if (holds(f, version)) return f;
        if (!other) other = f;
    }
    return other;
}
