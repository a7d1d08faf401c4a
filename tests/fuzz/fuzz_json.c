// A compile_commands.json, whatever it is: flags are taken from it or it is refused,
// and a source is parsed with them.

#include "frontends/c/unit.h"
#include "tests/fuzz/target.h"

#include <limits.h>
#include <unistd.h>

struct job {
    const char *folder;
    struct arena *arena;
};

static void parse(void *data)
{
    static const char *const path = "a.c", *const text = "int a = 1;\n";
    struct job *job = data;
    struct diags diags;
    struct unit *unit;
    struct unit_request request = {.n_files = 1,
                                   .files = &path,
                                   .build_dir = job->folder,
                                   .n_jobs = 1,
                                   .n_unsaved = 1,
                                   .unsaved_paths = &path,
                                   .unsaved_texts = &text};
    diags_open(&diags, job->arena);
    unit_open(&unit, job->arena, &request, &diags);
    unit_close(unit);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char folder[] = "/tmp/fuzz_json_XXXXXX", path[PATH_MAX];
    if (!mkdtemp(folder)) abort();
    struct job job = {folder, arena_open()};
    snprintf(path, sizeof path, "%s/compile_commands.json", folder);
    FILE *file = fopen(path, "wb");
    if (!file) abort();
    fwrite(bytes, 1, n, file);
    fclose(file);
    setenv("LIBCLANG_NOTHREADS", "1", 0);
    unit_with_stack(parse, &job);
    arena_close(job.arena);
    unlink(path);
    rmdir(folder);
    return 0;
}
