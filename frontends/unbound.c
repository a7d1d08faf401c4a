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
static bool binds_letter(const struct run_plan *plan, const char *name)
{
    (void)plan;
    const char *dot = strrchr(name, '.');
    return axes_is_letter(dot ? dot + 1 : name);
}

// The request without those bindings that `is_axis` is true of; NULL: it has none.
static struct front *without(const struct front *front, const struct run_plan *plan,
                             bool (*is_axis)(const struct run_plan *, const char *name))
{
    const struct eval_request *given = &front->request->eval;
    struct front *free = unbound_front(front);
    struct front_request *request = arena_new(front->arena, struct front_request);
    const char **names = arena_array(front->arena, const char *, given->n_bindings + 1);
    int64_t *values = arena_array(front->arena, int64_t, given->n_bindings + 1);
    int n = 0;
    for (int i = 0; i < given->n_bindings; i++) {
        if (is_axis(plan, given->binding_names[i])) continue;
        names[n] = given->binding_names[i];
        values[n++] = given->binding_values[i];
    }
    *request = *front->request;
    request->eval.n_bindings = n;
    request->eval.binding_names = names;
    request->eval.binding_values = values;
    free->request = request;
    return n < given->n_bindings ? free : NULL;
}

struct front *unbound_axes(const struct front *front)
{
    return without(front, NULL, binds_letter);
}

struct front *unbound_inputs(const struct front *front, const struct run_plan *plan)
{
    return without(front, plan, run_has_axis);
}
