#include "tests/oracle/golden_file.h"

#include "analyzer/session_dirs.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool complain(const char *what, const char *usage)
{
    fprintf(stderr, "%s\n%s%s", what, usage, *usage ? "\n" : "");
    return false;
}

bool golden_file_arguments(struct golden_file *g, int argc, char **argv, const char *usage)
{
    int i = 1;
    *g = (struct golden_file){0};
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--", 2) == 0) continue;
        if (g->model) return complain("too many files", usage);
        *(g->path ? &g->model : &g->path) = argv[i];
    }
    if (!g->path) return complain("no golden file", usage);
    if (i < argc) i++;
    g->n_flags = argc - i;
    g->flags = (const char *const *)(argv + i);
    return true;
}

json_t *golden_file_open(struct arena *arena, struct golden_file *g)
{
    json_error_t error;
    json_t *golden = json_load_file(g->path, 0, &error);
    char *model = golden && g->model ? realpath(g->model, NULL) : NULL;
    if (model) g->model = arena_string(arena, model);
    free(model);
    if (!golden) {
        complain(arena_printf(arena, "%s: %s", g->path, error.text), "");
    } else if (chdir(dirname(arena_string(arena, g->path))) != 0 || chdir("..") != 0) {
        complain("no folder above the golden file", "");
        json_decref(golden);
        golden = NULL;
    }
    return golden;
}

static int add_words(struct arena *arena, const json_t *array, const char **out)
{
    int n = 0;
    size_t i;
    const json_t *word;
    json_array_foreach(array, i, word)
    {
        if (json_is_string(word)) out[n++] = arena_string(arena, json_string_value(word));
    }
    return n;
}

struct session_request golden_file_request(struct arena *arena, const struct golden_file *g,
                                           const char *const *source, const json_t *argv,
                                           const json_t *flags, const char *extra)
{
    struct session_request request = {.n_dtypes = 1, .dtypes = {DTYPE_F32}};
    const char **words = arena_array(arena, const char *, (int)json_array_size(argv) + 2);
    const char **all =
        arena_array(arena, const char *, (int)json_array_size(flags) + g->n_flags + 2);
    words[0] = "program";
    int n_words = 1 + add_words(arena, argv, words + 1), n = add_words(arena, flags, all);
    for (int i = 0; i < n; i++)
        if (all[i][0] != '-') all[i] = arena_printf(arena, "-D%s", all[i]);
    for (int i = 0; i < g->n_flags; i++) all[n++] = g->flags[i];
    if (extra) all[n++] = extra;
    request.front.unit.n_files = 1;
    request.front.unit.files = source;
    request.front.unit.n_flags = n;
    request.front.unit.flags = all;
    request.front.unit.include_dir = session_dirs_include(arena);
    request.front.unit.fallback_dirs = session_dirs_fallback(arena);
    request.front.eval.right_to_left = true;
    request.front.eval.argc = n_words;
    request.front.eval.argv = words;
    return request;
}
