// Holds what is read from the source of a NNoM program against what the real library made of it.
//
//     oracle_nnom GOLDEN.json [MODEL.c] [-- clang flags]
//     oracle_nnom len_table.csv
//
// GOLDEN.json has each model that the program compiled with NNoM 0.4.3: its layers in the order of
// running, with shapes, bytes, blocks, multiplications and what was printed of them; blocks, their
// places, sums; for 64-bit targets in full, and shorter for a target with pointers of 4 bytes and
// for channels first. Names in the file are relative to models/ or broken/ beside golden/; MODEL.c
// is taken from the file where it is not given. A golden with `broken` is of a program with one
// mistake: it must be found at that line, and nothing else.
//
// len_table.csv has the lengths that the library gives convolutions and pools: programs are
// written with a model for each line, whose layer has the length as a dimension.
//
// Prints `FAIL id: reason` for each check that fails, then `N passed, N failed, N skipped`.

#include "analyzer/session.h"
#include "ir/base/text.h"
#include "tests/oracle/golden_file.h"
#include "tests/oracle/nnom_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct runner {
    struct golden_file file;
    struct nnom_tally tally;
};

// ---- running a program

// `extra`: a flag for a variant of the target or of the library; NULL: none. `text`: what is read
// in the place of the source; NULL: what is on disk.
static void analyse(struct arena *arena, const struct runner *r, const json_t *golden,
                    const char *const *source, const char *extra, const char *const *text,
                    struct session_result *result)
{
    struct session_request request =
        golden_file_request(arena, &r->file, source, json_object_get(golden, "argv"),
                            json_object_get(golden, "cflags"), extra);
    request.front.unit.n_unsaved = text ? 1 : 0;
    request.front.unit.unsaved_paths = source;
    request.front.unit.unsaved_texts = text;
    session_analyse(arena, &request, result);
}

static const char *place_string(struct arena *arena, const struct diag *d)
{
    return arena_printf(arena, "%s:%d: %s", d->site ? d->site->file : "?",
                        d->site ? d->site->line : 0, d->message);
}

// Notes are none, as where a header was found.
static int count_findings(struct arena *arena, const struct report *report, const char **first)
{
    int n = 0;
    *first = "nothing";
    for (int i = 0; i < report->n_diags; i++)
        if (report->diags[i]->severity != SEVERITY_NOTE && n++ == 0)
            *first = place_string(arena, report->diags[i]);
    return n;
}

// ---- a golden file

struct variant {
    const char *key, *flag;
};

static void compare_all(struct arena *arena, struct runner *r, const struct session_result *result,
                        const json_t *models, const char *id)
{
    size_t n = json_array_size(models);
    nnom_check(&r->tally, (size_t)result->front.n_models == n, id, "%d models instead of %zu",
               result->front.n_models, n);
    for (size_t i = 0; i < n && i < (size_t)result->front.n_models; i++) {
        const json_t *golden = json_array_get(models, i);
        const struct program *program = result->front.models[i].program;
        // Full ones have their layers' places.
        if (json_object_get(json_array_get(json_object_get(golden, "layers"), 0), "in"))
            nnom_compare_model(arena, &r->tally, id, program, golden);
        else
            nnom_compare_short(arena, &r->tally, id, program, golden);
    }
}

static void check_found(struct arena *arena, struct runner *r, const json_t *broken,
                        const struct report *report, const char *id)
{
    const char *first, *file = json_string_value(json_object_get(broken, "in_file"));
    int n = count_findings(arena, report, &first);
    int line = (int)json_integer_value(json_object_get(broken, "line"));
    bool found = false;
    for (int i = 0; i < report->n_diags; i++) {
        const struct diag *d = report->diags[i];
        bool there = d->site && d->site->line == line && file &&
                     strcmp(site_base_name(d->site->file), file) == 0;
        if (d->severity != SEVERITY_NOTE && there) found = true;
    }
    nnom_check(&r->tally, found, id, "nothing is found at line %d of %s; first: %s", line,
               file ? file : "?", first);
    nnom_check(&r->tally, n <= 1, id, "%d findings instead of one; first: %s", n, first);
}

static void check_none(struct arena *arena, struct runner *r, const struct report *report,
                       const char *id)
{
    const char *first;
    int n = count_findings(arena, report, &first);
    nnom_check(&r->tally, n == 0, id, "no finding is wanted, but: %s", first);
}

static void check_golden(struct arena *arena, struct runner *r, const json_t *golden)
{
    static const struct variant variants[] = {
        {"lp64", NULL}, {"ilp32", "--target=arm-none-eabi"}, {"lp64_chw", "-DNNOM_USING_CHW"}};
    const json_t *broken = json_object_get(golden, "broken");
    const char *name = json_string_value(json_object_get(golden, "file"));
    const char *source = r->file.model
                             ? r->file.model
                             : arena_printf(arena, "%s/%s", broken ? "broken" : "models", name);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        const json_t *models = json_object_get(golden, variants[i].key);
        const char *id = arena_printf(arena, "%s, %s", source, variants[i].key);
        struct session_result *result = arena_new(arena, struct session_result);
        if (!models) continue;
        analyse(arena, r, golden, &source, variants[i].flag, NULL, result);
        if (broken)
            check_found(arena, r, broken, &result->report, id);
        else
            check_none(arena, r, &result->report, id);
        // Nothing was recorded of a program that died while it compiled.
        if (!json_array_size(models)) continue;
        compare_all(arena, r, result, models, id);
        const json_t *statics = json_object_get(golden, "static_objects");
        if (result->front.n_models)
            nnom_compare_statics(arena, &r->tally, id, result->front.models[0].program,
                                 json_object_get(statics, variants[i].key));
    }
}

// ---- lengths

#define ROWS_AT_ONCE 60 // models of one program: parsing takes longer than all of them

struct length_row {
    const char *line;
    char op[16], padding[8];
    long long n, kernel, stride, dilation, expected;
};

// What is left empty has no dilation.
static bool read_row(struct arena *arena, const char *line, struct length_row *row)
{
    *row = (struct length_row){.line = arena_string(arena, line), .dilation = 1};
    if (sscanf(line, "%15[^,],%lld,%lld,%lld,%lld,%7[^,],%lld", row->op, &row->n, &row->kernel,
               &row->stride, &row->dilation, row->padding, &row->expected) == 7)
        return true;
    return sscanf(line, "%15[^,],%lld,%lld,%lld,,%7[^,],%lld", row->op, &row->n, &row->kernel,
                  &row->stride, row->padding, &row->expected) == 6;
}

static void write_model(struct text *text, const struct length_row *row)
{
    text_printf(text, "    new_model(&m);\n    x = in = Input(shape(1, %lld, 1), NULL);\n", row->n);
    if (strcmp(row->op, "pool") == 0)
        text_printf(text,
                    "    x = m.hook(MaxPool(kernel(1, %lld), stride(1, %lld), PADDING_%s), x);\n",
                    row->kernel, row->stride, row->padding);
    else
        text_printf(text,
                    "    x = m.hook(%s(1, kernel(1, %lld), stride(1, %lld), dilation(1, %lld), "
                    "PADDING_%s, &w, &b), x);\n",
                    strcmp(row->op, "conv") == 0 ? "Conv2D" : "Conv2DTrans", row->kernel,
                    row->stride, row->dilation, row->padding);
    text_printf(text, "    x = m.hook(Output(shape(1, 1, 1), NULL), x);\n"
                      "    model_compile(&m, in, x);\n    model_delete(&m);\n");
}

static const char *program_of(struct arena *arena, int n, const struct length_row *rows)
{
    struct text text = {.arena = arena};
    text_printf(&text, "#include \"nnom.h\"\nstatic int8_t ws[1];\nint main(void)\n{\n"
                       "    static nnom_weight_t w = {ws, 0};\n"
                       "    static nnom_bias_t b = {ws, 0};\n"
                       "    nnom_model_t m;\n    nnom_layer_t *in, *x;\n");
    for (int i = 0; i < n; i++) write_model(&text, &rows[i]);
    text_printf(&text, "    return 0;\n}\n");
    return text_string(&text);
}

static void check_rows(struct runner *r, int n, const struct length_row *rows)
{
    struct arena *arena = arena_open();
    struct session_result *result = arena_new(arena, struct session_result);
    const char *source = "length.c", *text = program_of(arena, n, rows);
    analyse(arena, r, NULL, &source, NULL, &text, result);
    for (int i = 0; i < n; i++) {
        const struct nnom_model *model =
            i < result->front.n_models ? result->front.models[i].program->nnom_model : NULL;
        const struct nnom_layer *layer = model && model->layers.n > 1 ? model->layers.at[1] : NULL;
        bool equal = layer && layer->out.rank == 3 && sym_is(layer->out.dim[1], rows[i].expected);
        nnom_check(&r->tally, equal, rows[i].line, "the length is %s",
                   layer ? sym_string(arena, layer->out.dim[1]) : "not known");
    }
    arena_close(arena);
}

static int run_lengths(struct arena *arena, struct runner *r)
{
    FILE *file = fopen(r->file.path, "r");
    struct length_row rows[ROWS_AT_ONCE];
    char line[256];
    int n = 0;
    if (!file) return 2;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "op,", 3) == 0) continue;
        if (read_row(arena, line, &rows[n]))
            n++;
        else
            r->tally.skipped++;
        if (n == ROWS_AT_ONCE) check_rows(r, n, rows);
        if (n == ROWS_AT_ONCE) n = 0;
    }
    if (n) check_rows(r, n, rows);
    fclose(file);
    return 0;
}

// ---- the command

static int run_golden(struct arena *arena, struct runner *r)
{
    json_t *golden = golden_file_open(arena, &r->file);
    if (!golden) return 2;
    if (!r->file.model && !json_object_get(golden, "file")) // of a shipped example
        r->tally.skipped++;                                 // of a source that is not here
    else
        check_golden(arena, r, golden);
    json_decref(golden);
    return 0;
}

static int finish(const struct runner *r)
{
    printf("%d passed, %d failed, %d skipped\n", r->tally.passed, r->tally.failed,
           r->tally.skipped);
    return r->tally.failed > 0 || r->tally.passed + r->tally.skipped == 0;
}

int main(int argc, char **argv)
{
    struct runner r = {0};
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    if (!golden_file_arguments(&r.file, argc, argv,
                               "usage: oracle_nnom GOLDEN.json [MODEL.c] [-- clang flags]"))
        return 2;
    struct arena *arena = arena_open();
    size_t n = strlen(r.file.path);
    bool lengths = n > 4 && strcmp(r.file.path + n - 4, ".csv") == 0;
    int status = lengths ? run_lengths(arena, &r) : run_golden(arena, &r);
    arena_close(arena);
    return status ? status : finish(&r);
}
