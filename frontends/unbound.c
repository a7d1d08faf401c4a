#include "frontends/unbound.h"

#include "frontends/axes.h"
#include <string.h>

struct front *unbound_front(const struct front *front)
{
    struct front_request *request = arena_new(front->arena, struct front_request);
    struct front *free = arena_new(front->arena, struct front);
    *request = *front->request;
    request->eval.n_bindings = 0;
    *free = *front;
    free->request = request;
    return free;
}

// "T", or "y.T" of a further input.
static bool binds_axis(const char *name)
{
    const char *dot = strrchr(name, '.');
    return axes_is_letter(dot ? dot + 1 : name);
}

struct front *unbound_axes(const struct front *front)
{
    const struct eval_request *given = &front->request->eval;
    struct front_request *request = arena_new(front->arena, struct front_request);
    struct front *free = arena_new(front->arena, struct front);
    const char **names = arena_array(front->arena, const char *, given->n_bindings);
    int64_t *values = arena_array(front->arena, int64_t, given->n_bindings);
    int n = 0;
    for (int i = 0; i < given->n_bindings; i++) {
        if (binds_axis(given->binding_names[i])) continue;
        names[n] = given->binding_names[i];
        values[n++] = given->binding_values[i];
    }
    *request = *front->request;
    request->eval.n_bindings = n;
    request->eval.binding_names = names;
    request->eval.binding_values = values;
    *free = *front;
    free->request = request;
    return n < given->n_bindings ? free : NULL;
}
