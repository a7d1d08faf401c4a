// A C source, whatever it is: parsed, lowered, and run as an entry would be, within
// small budgets.

#include "frontends/front.h"
#include "tests/fuzz/target.h"

#include <string.h>

struct job {
    const char *text;
    struct arena *arena;
};

static void lower_all(struct arena *arena, const struct unit_request *request)
{
    struct diags diags;
    struct unit *unit;
    diags_open(&diags, arena);
    if (unit_open(&unit, arena, request, &diags)) {
        for (int i = 0; i < unit_n_functions(unit); i++)
            ast_string(arena, unit_body(unit, unit_function(unit, i)));
        for (int i = 0; i < unit_n_globals(unit); i++) unit_global_init(unit, unit_global(unit, i));
    }
    unit_close(unit);
}

static void analyse(void *data)
{
    static const char *const path = "fuzzed.c";
    struct job *job = data;
    struct front_result result;
    struct front_request request = {.unit = {.n_files = 1,
                                             .files = &path,
                                             .n_jobs = 1,
                                             .include_dir = getenv("FUZZ_INCLUDE"),
                                             .n_unsaved = 1,
                                             .unsaved_paths = &path,
                                             .unsaved_texts = &job->text}};
    request.eval.budget = (struct eval_budget){
        .steps = 3000, .objects = 500, .bytes = 1 << 20, .depth = 40, .paths = 4, .seconds = 2};
    lower_all(job->arena, &request.unit);
    front_analyse(job->arena, &request, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena *arena = arena_open();
    struct job job = {arena_string_n(arena, (const char *)bytes, n), arena};
    setenv("LIBCLANG_NOTHREADS", "1", 0); // else libclang parses on a stack of 8 MiB
    if (!memchr(bytes, 0, n)) unit_with_stack(analyse, &job);
    arena_close(arena);
    return 0;
}
