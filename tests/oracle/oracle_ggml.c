// Holds what is read from the source of a ggml program against what the real library made of it.
//
//     oracle_ggml [--ggml=0.15|0.21|0.25] GOLDEN.json [MODEL.c] [-- clang flags]
//
// GOLDEN.json has the graphs that the program gave to an allocator or a backend, dumped by ggml
// 0.21 with the arguments in the file: all nodes and leafs in order, each with its operator, name,
// type, sizes, strides, bytes, view, sources and flags, where it lies in the compute buffer, the
// size of that buffer, and the memory of each context. The program is read with the rules of 0.21,
// or of the version that is named, whatever ggml.h it includes. Names in the file are relative to
// the folder above golden/; MODEL.c is taken from the file where it is not given.
//
// broken.json has programs with one mistake each: it must be found at the recorded line, and
// nothing else; their repaired twins must have no finding.
//
// Prints `FAIL id: reason` for each check that fails, then `N passed, N failed, N skipped`.

#include "analyzer/models/ggml_gallocr.h"
#include "analyzer/session.h"
#include "analyzer/session_dirs.h"
#include "frontends/dialects/options.h"
#include "tests/oracle/ggml_compare.h"

#include <jansson.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RULES_OF_THE_GOLDENS 21

struct runner {
    const char *golden, *model;
    int version;
    int n_flags;
    const char *const *flags;
    struct ggml_tally tally;
};

// ---- running a program

static const char *const *strings(struct arena *arena, const json_t *array, const char *first,
                                  const char *prefix, int *n)
{
    size_t length = json_array_size(array);
    const char **all = arena_array(arena, const char *, (int)length + 2);
    *n = 0;
    if (first) all[(*n)++] = first;
    for (size_t i = 0; i < length; i++)
        all[(*n)++] =
            arena_printf(arena, "%s%s", prefix, json_string_value(json_array_get(array, i)));
    return all;
}

// "models/vit.c" of the golden stands for a path from the folder that we went to.
static void analyse(struct arena *arena, const struct runner *r, const json_t *program,
                    const char *const *source, struct session_result *result)
{
    int argc, n_defines, n_flags = 0;
    const char *const *argv =
        strings(arena, json_object_get(program, "args"), "program", "", &argc);
    const char *const *defines =
        strings(arena, json_object_get(program, "defines"), NULL, "", &n_defines);
    const char **flags = arena_array(arena, const char *, n_defines + r->n_flags + 1);
    for (int i = 0; i < n_defines; i++)
        flags[n_flags++] =
            defines[i][0] == '-' ? defines[i] : arena_printf(arena, "-D%s", defines[i]);
    for (int i = 0; i < r->n_flags; i++) flags[n_flags++] = r->flags[i];
    struct session_request request = {.n_dtypes = 1, .dtypes = {DTYPE_F32}};
    request.front.unit.n_files = 1;
    request.front.unit.files = source;
    request.front.unit.n_flags = n_flags;
    request.front.unit.flags = flags;
    request.front.unit.include_dir = session_dirs_include(arena);
    request.front.unit.fallback_dirs = session_dirs_fallback(arena);
    request.front.eval.right_to_left = true;
    request.front.eval.libraries = &(struct dialect_options){.ggml_version = r->version};
    request.front.eval.argc = argc;
    request.front.eval.argv = argv;
    session_analyse(arena, &request, result);
}

static const char *first_finding(struct arena *arena, const struct report *report)
{
    for (int i = 0; i < report->n_diags; i++) {
        const struct diag *d = report->diags[i];
        if (d->severity == SEVERITY_NOTE) continue;
        return arena_printf(arena, "%s:%d: %s", d->site ? d->site->file : "?",
                            d->site ? d->site->line : 0, d->message);
    }
    return NULL;
}

// ---- a golden file

static void check_golden(struct arena *arena, struct runner *r, const json_t *golden)
{
    struct session_result *result = arena_new(arena, struct session_result);
    const char *source = r->model ? r->model : json_string_value(json_object_get(golden, "source"));
    analyse(arena, r, golden, &source, result);
    const char *finding = first_finding(arena, &result->report);
    ggml_check(&r->tally, !finding, source, "no finding is wanted, but: %s",
               finding ? finding : "");
    const json_t *graphs = json_object_get(golden, "graphs");
    size_t n = json_array_size(graphs);
    ggml_check(&r->tally, (size_t)result->front.n_models == n, source, "%d graphs instead of %zu",
               result->front.n_models, n);
    for (size_t i = 0; i < n && i < (size_t)result->front.n_models; i++)
        ggml_compare_graph(arena, &r->tally, source, result->front.models[i].program,
                           json_array_get(graphs, i));
    if (result->front.n_models)
        ggml_compare_contexts(&r->tally, source, result->front.models[0].program,
                              json_object_get(golden, "contexts"));
}

// ---- broken programs

static void check_broken(struct arena *arena, struct runner *r, const json_t *program)
{
    struct session_result *broken = arena_new(arena, struct session_result),
                          *fixed = arena_new(arena, struct session_result);
    const char *source = json_string_value(json_object_get(program, "source")),
               *twin = json_string_value(json_object_get(program, "fixed"));
    int reported = (int)json_integer_value(json_object_get(program, "reported_line")),
        cause = (int)json_integer_value(json_object_get(program, "cause_line")), n = 0;
    bool found = false;
    analyse(arena, r, program, &source, broken);
    for (int i = 0; i < broken->report.n_diags; i++) {
        const struct diag *d = broken->report.diags[i];
        if (d->severity == SEVERITY_NOTE) continue;
        n++;
        bool of_ggml = strncmp(diag_info(d->id)->code, "SP7", 3) == 0;
        bool there = d->site && (d->site->line == reported || d->site->line == cause);
        if (of_ggml && there && strcmp(d->site->file, source) == 0) found = true;
    }
    const char *first = first_finding(arena, &broken->report);
    ggml_check(&r->tally, found, source, "nothing is found at line %d; first: %s", reported,
               first ? first : "nothing");
    ggml_check(&r->tally, n <= 1, source, "%d findings instead of one; first: %s", n,
               first ? first : "nothing");
    analyse(arena, r, program, &twin, fixed);
    first = first_finding(arena, &fixed->report);
    ggml_check(&r->tally, !first, twin, "no finding is wanted, but: %s", first ? first : "");
}

// ---- the command

static int complain(const char *what)
{
    fprintf(stderr, "%s\nusage: oracle_ggml [--ggml=0.N] GOLDEN.json [MODEL.c] [-- clang flags]\n",
            what);
    return 2;
}

// The folder above golden/, where the names in the file begin.
static bool enter_folder(struct arena *arena, const char *golden)
{
    char *copy = arena_string(arena, golden);
    const char *folder = arena_printf(arena, "%s/..", dirname(copy));
    return chdir(folder) == 0;
}

static int run(struct arena *arena, struct runner *r)
{
    json_error_t error;
    json_t *golden = json_load_file(r->golden, 0, &error);
    if (!golden) return complain(arena_printf(arena, "%s: %s", r->golden, error.text));
    if (r->model) r->model = realpath(r->model, NULL);
    if (!enter_folder(arena, r->golden)) return complain("no folder above the golden file");
    const json_t *programs = json_object_get(golden, "programs");
    if (!programs) check_golden(arena, r, golden);
    for (size_t i = 0; i < json_array_size(programs); i++)
        check_broken(arena, r, json_array_get(programs, i));
    json_decref(golden);
    free((void *)(uintptr_t)r->model);
    printf("%d passed, %d failed, 0 skipped\n", r->tally.n_passed, r->tally.n_failed);
    return r->tally.n_failed > 0 || r->tally.n_passed == 0;
}

int main(int argc, char **argv)
{
    struct runner r = {.version = RULES_OF_THE_GOLDENS};
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (sscanf(argv[i], "--ggml=0.%d", &r.version) == 1) continue;
        if (!r.golden)
            r.golden = argv[i];
        else
            r.model = argv[i];
    }
    if (!r.golden) return complain("no golden file");
    if (i < argc) i++;
    r.n_flags = argc - i;
    r.flags = (const char *const *)(argv + i);
    struct arena *arena = arena_open();
    int status = run(arena, &r);
    arena_close(arena);
    return status;
}
