// Holds what is read from the source of a KANN program against what the real library made of it.
//
//     oracle_kann GOLDEN.json [MODEL.c] [-- clang flags]
//     oracle_kann pad_table.csv
//
// GOLDEN.json has the networks that the program built with KANN r557 and the arguments in the file:
// all nodes in the library's order with operator, sizes, operands, parameters and lines, as built
// and for batches of 1 and 64 rows, each buffer's bytes, sums, scratch memory of convolutions, and
// what is allocated over several changes of the batch size. Names resolve from the folder above
// that of the file: models/ or broken/; of the library's own examples MODEL.c must be given.
//
// Where the file tells of a mistake, it must be found at its line, and nothing else; other programs
// must have no finding. The table has output sizes and paddings of convolution and pooling.
//
// Prints `FAIL id: reason` for each check that fails, then `N passed, N failed, N skipped`.

#include "analyzer/session.h"
#include "ir/kann_shapes.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/kann_compare.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct runner {
    struct golden_file file;
    struct kann_tally tally;
};

// ---- running a program

// "in->n_col": 20, what files would have told.
static void set_bindings(struct arena *arena, const json_t *inputs, struct eval_request *request)
{
    int n = 0;
    size_t size = json_object_size(inputs);
    const char **names = arena_array(arena, const char *, (int)size + 1);
    int64_t *values = arena_array(arena, int64_t, (int)size + 1);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)inputs, key, value)
    {
        if (!json_is_integer(value)) continue;
        names[n] = key;
        values[n++] = json_integer_value(value);
    }
    request->n_bindings = n;
    request->binding_names = names;
    request->binding_values = values;
}

// The library's examples read files, which were not recorded: "in->n_col" is of in.txt.
static json_t *words_of(struct arena *arena, const json_t *golden, const json_t *inputs)
{
    const json_t *argv = json_object_get(golden, "argv"), *word;
    json_t *words = json_array();
    const char *key;
    json_t *value;
    size_t i;
    json_array_foreach(argv ? argv : json_object_get(golden, "options"), i, word)
    {
        json_array_append(words, (json_t *)(uintptr_t)word);
    }
    json_object_foreach((json_t *)(uintptr_t)inputs, key, value)
    {
        int length = (int)strcspn(key, "-.");
        json_array_append_new(words, json_string(arena_printf(arena, "%.*s.txt", length, key)));
    }
    return words;
}

static void analyse(struct arena *arena, const struct runner *r, const json_t *golden,
                    const char *const *source, struct session_result *result)
{
    const json_t *inputs = json_object_get(golden, "assumed_inputs");
    json_t *words = words_of(arena, golden, inputs);
    struct session_request request = golden_file_request(arena, &r->file, source, words,
                                                         json_object_get(golden, "cflags"), NULL);
    set_bindings(arena, inputs, &request.front.eval);
    session_analyse(arena, &request, result);
    json_decref(words);
}

// ---- findings

static const char *place_string(struct arena *arena, const struct diag *d)
{
    return arena_printf(arena, "%s:%d: %s [%s]", d->site ? d->site->file : "?",
                        d->site ? d->site->line : 0, d->message, diag_info(d->id)->code);
}

// Of the library's own examples a golden gives numbers in place of files (`assumed_inputs`): what
// the program says of those files is not held against it. Of all others every finding counts.
static void check_findings(struct arena *arena, struct runner *r, const json_t *golden,
                           const char *id, const struct report *report)
{
    const json_t *broken = json_object_get(golden, "broken");
    bool reads_files = json_object_get(golden, "assumed_inputs") != NULL;
    int64_t line = json_integer_value(json_object_get(broken, "line"));
    bool found = false;
    for (int i = 0; i < report->n_diags; i++) {
        const struct diag *d = report->diags[i];
        if (d->severity == SEVERITY_NOTE) continue;
        bool of_kann = strncmp(diag_info(d->id)->code, "SP72", 4) == 0 ||
                       strncmp(diag_info(d->id)->code, "SP73", 4) == 0;
        bool there = broken && of_kann && d->site && d->site->line == line;
        if (reads_files && !broken && !of_kann) continue;
        kann_check(&r->tally, there, id, "a finding that is not wanted: %s",
                   place_string(arena, d));
        found = found || there;
    }
    if (broken) kann_check(&r->tally, found, id, "nothing is found at line %lld", (long long)line);
    if (!broken) r->tally.n_passed++;
}

// ---- a golden file

static const char *source_of(struct arena *arena, const struct runner *r, const json_t *golden)
{
    const char *file = json_string_value(json_object_get(golden, "file"));
    if (r->file.model) return r->file.model;
    if (!file) return NULL;
    static const char *const folders[] = {"models", "broken"};
    for (int i = 0; i < 2; i++) {
        const char *path = arena_printf(arena, "%s/%s", folders[i], file);
        if (access(path, R_OK) == 0) return path;
    }
    return file;
}

// All networks that kann_new and kann_unroll made, which are what was recorded: no clones.
static int recorded_models(struct arena *arena, const struct front_result *front,
                           const struct program ***recorded)
{
    int n = 0;
    *recorded = arena_array(arena, const struct program *, front->n_models + 1);
    for (int i = 0; i < front->n_models; i++) {
        const struct program *program = front->models[i].program;
        const struct kann_network *network = program->kann_network;
        if (!network || strcmp(network->made_by, "kann_clone") != 0) (*recorded)[n++] = program;
    }
    return n;
}

static void check_golden(struct arena *arena, struct runner *r, const json_t *golden,
                         const char *source)
{
    struct session_result *result = arena_new(arena, struct session_result);
    const char *name = json_string_value(json_object_get(golden, "case"));
    const char *id = arena_printf(arena, "%s %s", source, name ? name : "");
    const json_t *networks = json_object_get(golden, "networks");
    size_t n = json_array_size(networks);
    analyse(arena, r, golden, &source, result);
    check_findings(arena, r, golden, id, &result->report);
    // Of a program that crashes while it builds nothing is there to be compared.
    if (n == 0) return;
    const struct program **recorded;
    int n_recorded = recorded_models(arena, &result->front, &recorded);
    kann_check(&r->tally, (size_t)n_recorded == n, id, "%d networks instead of %zu", n_recorded, n);
    for (size_t i = 0; i < n && i < (size_t)n_recorded; i++)
        kann_compare_network(arena, &r->tally, id, recorded[i], json_array_get(networks, i));
}

// ---- the table of paddings

static void check_row(struct arena *arena, struct runner *r, struct syms *syms, const char *line)
{
    int in, kernel, stride, pad, out, before, after;
    if (sscanf(line, "%d,%d,%d,%d,%d,%d,%d", &in, &kernel, &stride, &pad, &out, &before, &after) !=
        7)
        return;
    struct kann_window w = kann_window_of(syms, sym_const(syms, in), sym_const(syms, kernel),
                                          sym_const(syms, stride), sym_const(syms, pad));
    bool same = sym_is(w.out, out) && sym_is(w.before, before) && sym_is(w.after, after);
    kann_check(&r->tally, same, line, "%s, padded by %s and %s", sym_string(arena, w.out),
               sym_string(arena, w.before), sym_string(arena, w.after));
}

static int check_table(struct arena *arena, struct runner *r)
{
    char line[256];
    FILE *file = fopen(r->file.path, "r");
    if (!file) return 2;
    struct syms *syms = syms_open(arena);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        check_row(arena, r, syms, line);
    }
    fclose(file);
    return 0;
}

// ---- the command

static int run_golden(struct arena *arena, struct runner *r)
{
    json_t *golden = golden_file_open(arena, &r->file);
    if (!golden) return 2;
    const char *source = source_of(arena, r, golden);
    if (source)
        check_golden(arena, r, golden, source);
    else
        r->tally.n_skipped++;
    json_decref(golden);
    return 0;
}

int main(int argc, char **argv)
{
    struct runner r = {0};
    if (!golden_file_arguments(
            &r.file, argc, argv,
            "usage: oracle_kann GOLDEN.json|TABLE.csv [MODEL.c] [-- clang flags]"))
        return 2;
    struct arena *arena = arena_open();
    size_t length = strlen(r.file.path);
    bool table = length > 4 && strcmp(r.file.path + length - 4, ".csv") == 0;
    int status = table ? check_table(arena, &r) : run_golden(arena, &r);
    arena_close(arena);
    if (status) return status;
    printf("%d passed, %d failed, %d skipped\n", r.tally.n_passed, r.tally.n_failed,
           r.tally.n_skipped);
    return r.tally.n_failed > 0 || r.tally.n_passed + r.tally.n_skipped == 0;
}
