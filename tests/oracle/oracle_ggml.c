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
#include "frontends/dialects/options.h"
#include "tests/oracle/ggml_compare.h"
#include "tests/oracle/golden_file.h"

#include <stdio.h>
#include <string.h>

#define RULES_OF_THE_GOLDENS 21

struct runner {
    struct golden_file file;
    int version;
    struct ggml_tally tally;
};

// ---- running a program

// "models/vit.c" of the golden stands for a path from the folder that we went to.
static void analyse(struct arena *arena, const struct runner *r, const json_t *program,
                    const char *const *source, struct session_result *result)
{
    struct session_request request =
        golden_file_request(arena, &r->file, source, json_object_get(program, "args"),
                            json_object_get(program, "defines"), NULL);
    request.front.eval.libraries = &(struct dialect_options){.ggml_version = r->version};
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
    const char *source =
        r->file.model ? r->file.model : json_string_value(json_object_get(golden, "source"));
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

static int run(struct arena *arena, struct runner *r)
{
    json_t *golden = golden_file_open(arena, &r->file);
    if (!golden) return 2;
    const json_t *programs = json_object_get(golden, "programs");
    if (!programs) check_golden(arena, r, golden);
    for (size_t i = 0; i < json_array_size(programs); i++)
        check_broken(arena, r, json_array_get(programs, i));
    json_decref(golden);
    printf("%d passed, %d failed, 0 skipped\n", r->tally.n_passed, r->tally.n_failed);
    return r->tally.n_failed > 0 || r->tally.n_passed == 0;
}

int main(int argc, char **argv)
{
    struct runner r = {.version = RULES_OF_THE_GOLDENS};
    if (!golden_file_arguments(
            &r.file, argc, argv,
            "usage: oracle_ggml [--ggml=0.N] GOLDEN.json [MODEL.c] [-- clang flags]"))
        return 2;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (sscanf(argv[i], "--ggml=0.%d", &r.version) == 1) break;
    struct arena *arena = arena_open();
    int status = run(arena, &r);
    arena_close(arena);
    return status;
}
