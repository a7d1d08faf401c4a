// Asks every runtime.

#include "analyzer/models/runtime.h"

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
