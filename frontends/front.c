#include "frontends/front.h"

#include <string.h>

static void list_files(struct arena *arena, const struct unit *unit, struct front_result *result)
{
    result->n_files = unit_n_files(unit);
    const char **files = arena_array(arena, const char *, result->n_files + 1);
    for (int i = 0; i < result->n_files; i++) files[i] = unit_file(unit, (uint32_t)i);
    result->files = files;
}

void front_analyse(struct arena *arena, struct syms *syms, const struct front_request *request,
                   struct front_result *result)
{
    struct unit *unit;
    (void)syms;
    *result = (struct front_result){0};
    diags_open(&result->diags, arena);
    if (!unit_open(&unit, arena, &request->unit, &result->diags)) {
        result->unreadable = true;
        return;
    }
    result->partial = result->diags.n_errors > 0;
    list_files(arena, unit, result);
    unit_close(unit);
}
