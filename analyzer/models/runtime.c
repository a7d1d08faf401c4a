// Asks every runtime.

#include "analyzer/models/runtime.h"

#include <string.h>

typedef bool runtime_function(struct arena *, const struct program *, struct runtime_memory *);

#define RUNTIME(name) runtime_function name##_runtime;
#include "analyzer/models/runtimes.def"
#undef RUNTIME

static runtime_function *const runtimes[] = {
#define RUNTIME(name) name##_runtime,
#include "analyzer/models/runtimes.def"
#undef RUNTIME
    NULL};

struct runtime_memories runtime_memories_of(struct arena *arena, const struct program *program)
{
    const int most = sizeof runtimes / sizeof *runtimes;
    struct runtime_memory *memories = arena_array(arena, struct runtime_memory, most);
    int n = 0;
    for (int i = 0; runtimes[i]; i++) {
        memories[n] = (struct runtime_memory){0};
        if (!runtimes[i](arena, program, &memories[n])) continue;
        memories[n].bytes = quantity_at_least(memories[n].bytes, program->unseen);
        n++;
    }
    return (struct runtime_memories){n, memories};
}

static const char *in_brackets(struct arena *arena, const struct sym *sum)
{
    const char *text = sym_string(arena, sum);
    return strchr(text, ' ') ? arena_printf(arena, "(%s)", text) : text;
}

const char *runtime_rows_note(struct arena *arena, const struct sym *fixed,
                              const struct sym *each_row)
{
    return arena_printf(arena, "%s + %s for each row", sym_string(arena, fixed),
                        in_brackets(arena, each_row));
}
