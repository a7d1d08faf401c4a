// Holds what is read from the source of a hand-written program against what it did when it ran.
//
//     oracle_rawc GOLDEN.json [MODEL.c] [-- clang flags]
//
// GOLDEN.json has the program's arguments; every block of memory that it got, in order: from which
// function, how many bytes, with the calls that led there, and where it was freed; their peak and
// their largest; static objects; at one line, where each pointer of some variables leads to; and
// the arguments of the kernels that it called. A program with a mistake has the line of it, which
// a finding must name, and what it did until it crashed. The source is taken from models/ or
// broken/ beside golden/ or golden_broken/ where it is not given, its flags from cases.json.
//
// Prints `FAIL id: reason` for each check that fails, then `N passed, N failed, N skipped`.

#include "analyzer/session_dirs.h"
#include "tests/oracle/rawc_compare.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct runner {
    const char *golden, *model;
    int n_flags;
    const char *const *flags;
    struct rawc_tally tally;
};

// ---- running a program

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

// Flags that the program was compiled with.
static const json_t *flags_of(const json_t *cases, const char *list, const json_t *golden)
{
    size_t i;
    const json_t *entry;
    json_array_foreach(json_object_get(cases, list), i, entry)
    {
        if (strcmp(text_of(entry, "file"), text_of(golden, "file")) == 0 &&
            strcmp(text_of(entry, "case"), text_of(golden, "case")) == 0)
            return json_object_get(entry, "cflags");
    }
    return NULL;
}

static int append(struct arena *arena, const json_t *array, const char **out)
{
    size_t i;
    const json_t *item;
    json_array_foreach(array, i, item) out[i] = arena_string(arena, json_string_value(item));
    return (int)json_array_size(array);
}

static void analyse(struct arena *arena, const struct runner *r, const json_t *golden,
                    const json_t *flags, const char *const *source, struct session_result *result)
{
    const json_t *argv = json_object_get(golden, "argv");
    const char **arguments = arena_array(arena, const char *, (int)json_array_size(argv) + 1);
    const char **all =
        arena_array(arena, const char *, (int)json_array_size(flags) + r->n_flags + 1);
    struct session_request request = {.n_dtypes = 1, .dtypes = {DTYPE_F32}};
    arguments[0] = "program";
    request.front.eval.argc = 1 + append(arena, argv, arguments + 1);
    request.front.eval.argv = arguments;
    request.front.eval.right_to_left = true;
    int n = append(arena, flags, all);
    for (int i = 0; i < r->n_flags; i++) all[n++] = r->flags[i];
    request.front.unit.n_files = 1;
    request.front.unit.files = source;
    request.front.unit.n_flags = n;
    request.front.unit.flags = all;
    request.front.unit.include_dir = session_dirs_include(arena);
    request.front.unit.fallback_dirs = session_dirs_fallback(arena);
    session_analyse(arena, &request, result);
}

// ---- findings

static void check_findings(struct arena *arena, struct rawc_tally *tally, const char *source,
                           const json_t *broken, const struct report *report)
{
    int line = (int)json_integer_value(json_object_get(broken, "line"));
    const struct diag *first = NULL;
    bool found = false;
    for (int i = 0; i < report->n_diags; i++) {
        const struct diag *d = report->diags[i];
        if (d->severity == SEVERITY_NOTE) continue;
        if (!first) first = d;
        found = found || (d->site && d->site->line == line);
    }
    const char *said = !first ? "nothing"
                              : arena_printf(arena, "line %d: %s",
                                             first->site ? first->site->line : 0, first->message);
    if (broken)
        rawc_check(tally, found, source, "nothing is found at line %d; first: %s", line, said);
    else
        rawc_check(tally, !first, source, "no finding is wanted, but: %s", said);
}

// ---- the command

static int complain(const char *what)
{
    fprintf(stderr, "%s\nusage: oracle_rawc GOLDEN.json [MODEL.c] [-- clang flags]\n", what);
    return 2;
}

static void check_golden(struct arena *arena, struct runner *r, const json_t *golden,
                         const json_t *cases)
{
    const json_t *broken = json_object_get(golden, "broken");
    const char *file = text_of(golden, "file");
    const char *source =
        r->model ? r->model : arena_printf(arena, "%s/%s", broken ? "broken" : "models", file);
    struct session_result *result = arena_new(arena, struct session_result);
    analyse(arena, r, golden, flags_of(cases, broken ? "broken" : "models", golden), &source,
            result);
    check_findings(arena, &r->tally, source, broken, &result->report);
    const struct raw_state *state = NULL;
    for (int i = 0; i < result->front.n_models && !state; i++)
        state = result->front.models[i].program->raw;
    rawc_check(&r->tally, state != NULL, source, "it has no model");
    if (state)
        rawc_compare(arena, &r->tally, source, result->front.models[0].program->syms, state,
                     golden);
}

static int run(struct arena *arena, struct runner *r)
{
    json_error_t error;
    json_t *golden = json_load_file(r->golden, 0, &error);
    if (!golden) return complain(arena_printf(arena, "%s: %s", r->golden, error.text));
    if (r->model) r->model = realpath(r->model, NULL);
    char *copy = arena_string(arena, r->golden);
    if (chdir(dirname(copy)) != 0 || chdir("..") != 0)
        return complain("no folder above the golden file");
    json_t *cases = json_load_file("cases.json", 0, &error);
    check_golden(arena, r, golden, cases);
    json_decref(cases);
    json_decref(golden);
    free((void *)(uintptr_t)r->model);
    printf("%d passed, %d failed, %d skipped\n", r->tally.n_passed, r->tally.n_failed,
           r->tally.n_skipped);
    return r->tally.n_failed > 0 || r->tally.n_passed == 0;
}

int main(int argc, char **argv)
{
    struct runner r = {0};
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
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
