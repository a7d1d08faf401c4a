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

#include "tests/oracle/golden_file.h"
#include "tests/oracle/rawc_compare.h"

#include <string.h>

struct runner {
    struct golden_file file;
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

static void analyse(struct arena *arena, const struct runner *r, const json_t *golden,
                    const json_t *flags, const char *const *source, struct session_result *result)
{
    struct session_request request =
        golden_file_request(arena, &r->file, source, json_object_get(golden, "argv"), flags, NULL);
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

static void check_golden(struct arena *arena, struct runner *r, const json_t *golden,
                         const json_t *cases)
{
    const json_t *broken = json_object_get(golden, "broken");
    const char *file = text_of(golden, "file");
    const char *source = r->file.model
                             ? r->file.model
                             : arena_printf(arena, "%s/%s", broken ? "broken" : "models", file);
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
    json_t *golden = golden_file_open(arena, &r->file);
    if (!golden) return 2;
    json_t *cases = json_load_file("cases.json", 0, &error);
    check_golden(arena, r, golden, cases);
    json_decref(cases);
    json_decref(golden);
    printf("%d passed, %d failed, %d skipped\n", r->tally.n_passed, r->tally.n_failed,
           r->tally.n_skipped);
    return r->tally.n_failed > 0 || r->tally.n_passed == 0;
}

int main(int argc, char **argv)
{
    struct runner r = {0};
    if (!golden_file_arguments(&r.file, argc, argv,
                               "usage: oracle_rawc GOLDEN.json [MODEL.c] [-- clang flags]"))
        return 2;
    struct arena *arena = arena_open();
    int status = run(arena, &r);
    arena_close(arena);
    return status;
}
