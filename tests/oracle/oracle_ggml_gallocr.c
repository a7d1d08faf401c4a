// ggml's graph allocator against what the real one did: buffer size, the place of every tensor, and
// what is alive at the worst moment, from the recorded nodes and leafs alone.
//
//     build/tests/oracle_ggml_gallocr FILE... [--ggml=0.15|0.21|0.25]
//
// FILE: lines of gallocr_cases.jsonl, or a golden file, whose contexts are held as well. In `offs`,
// -1 is a tensor that has no address in the buffer, and -2 one of a graph that the library could
// not place: it aborted while reserving, or in ggml_gallocr_alloc_graph because all that was to be
// placed has 0 bytes. `work_size` is that of ggml_graph_plan for 3 threads.
//
// A context is held by the tensors in it: all of them where the record has them all, else by their
// number where their data is elsewhere; beside them there may be graphs like this one. Programs
// that compute in a context do so with one thread, and then it has a work buffer at the end.

#include "analyzer/models/ggml_gallocr.h"
#include "ir/ggml_work.h"
#include "tests/oracle/ggml_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ABORTED (-2)
#define ELSEWHERE (-1)
#define WORK_THREADS 3

struct tally {
    int passed, failed, version;
};

struct held {
    struct arena *arena;
    struct syms *syms;
    const json_t *file; // of a golden file; else NULL
    const json_t *graph;
    const struct ggml_record *record;
    struct ggml_plan plan;
    const char *trouble; // the first; NULL: none
};

static void complain(struct held *h, const char *what, int64_t ours, int64_t theirs)
{
    if (!h->trouble)
        h->trouble = arena_printf(h->arena, "%s: %" PRId64 ", ggml %" PRId64, what, ours, theirs);
}

// What the record does not have, or where the library aborted, is not compared.
static void hold_number(struct held *h, const char *key, int64_t ours)
{
    const json_t *theirs = json_object_get(h->graph, key);
    if (json_is_integer(theirs) && json_integer_value(theirs) != ours)
        complain(h, key, ours, json_integer_value(theirs));
}

static int64_t integer_of_size(const struct sym *size)
{
    int64_t value;
    return sym_is_const(size, &value) ? value : INT64_MIN;
}

static int64_t integer_of(const struct quantity *q)
{
    int64_t value;
    return quantity_integer(*q, &value) && q->tag == TAG_EXACT ? value : INT64_MIN;
}

// A buffer size of null is that of a library that aborted while reserving.
static void hold_buffer(struct held *h)
{
    static const char key[] = "gallocr_buffer_size";
    bool aborts = h->plan.end == GGML_OUT_OF_RANGES || h->plan.end == GGML_TABLE_FULL;
    bool aborted = json_is_null(json_object_get(h->graph, key));
    if (aborts != aborted) complain(h, "aborts while reserving", aborts, aborted);
    hold_number(h, key, integer_of(&h->plan.buffer));
    hold_number(h, "sched_buffer_size", integer_of(&h->plan.buffer));
}

static int64_t offset_of(struct held *h, const struct ggml_tensor *t)
{
    int64_t value;
    const struct sym *offset = ggml_plan_offset(&h->plan, t);
    if (h->plan.end != GGML_PLACED) return ABORTED;
    if (!offset) return ELSEWHERE;
    return sym_is_const(offset, &value) ? value : INT64_MIN;
}

static void hold_tensors(struct held *h, enum ggml_list list)
{
    for (int i = 0; i < h->record->n[list]; i++) {
        const json_t *entry = json_array_get(h->record->entries[list], (size_t)i);
        const struct ggml_tensor *t = &h->record->tensors[list][i];
        const char *name = ggml_record_name(h->arena, list, i);
        int64_t theirs = json_integer_value(json_object_get(entry, "offs")), bytes = -1;
        int64_t ours = offset_of(h, t);
        if (ours != theirs) complain(h, arena_printf(h->arena, "place of %s", name), ours, theirs);
        sym_is_const(ggml_tensor_bytes(h->syms, t), &bytes);
        theirs = json_integer_value(json_object_get(entry, "nbytes"));
        if (bytes != theirs)
            complain(h, arena_printf(h->arena, "bytes of %s", name), bytes, theirs);
    }
}

static void hold_peak(struct held *h)
{
    hold_number(h, "peak_live_padded_bytes", integer_of(&h->plan.at_least));
    hold_number(h, "peak_live_bytes", integer_of(&h->plan.peak));
    int node = -1;
    const struct ggml_graph *graph = &h->record->graph;
    for (int i = 0; i < graph->nodes.n && h->plan.n_moments; i++)
        if (graph->nodes.at[i] == h->plan.moments[0].node) node = i;
    hold_number(h, "peak_live_node", node);
}

// ---- contexts

static int64_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

// Objects of the tensors of a context that the record has.
static int64_t sum_tensors(struct held *h, int64_t context, const json_t *entry, int64_t *n)
{
    int64_t sum = 0, bytes = 0;
    bool no_alloc = json_is_true(json_object_get(entry, "no_alloc"));
    *n = 0;
    for (int list = 0; list < N_GGML_LISTS; list++) {
        for (int i = 0; i < h->record->n[list]; i++) {
            const struct ggml_tensor *t = &h->record->tensors[list][i];
            if (number_of(json_array_get(h->record->entries[list], (size_t)i), "ctx") != context)
                continue;
            const struct sym *data =
                no_alloc || t->view_src ? sym_const(h->syms, 0) : ggml_tensor_bytes(h->syms, t);
            sym_is_const(ggml_tensor_object(h->syms, GGML_STRUCT_BYTES, data), &bytes);
            sum += bytes;
            (*n)++;
        }
    }
    if (no_alloc) sym_is_const(ggml_tensor_overhead_bytes(h->syms, GGML_STRUCT_BYTES), &bytes);
    return no_alloc ? sum + (number_of(entry, "n_tensors") - *n) * bytes : sum;
}

static void hold_work_buffer(struct held *h, int64_t rest)
{
    const struct sym *one = sym_const(h->syms, 1);
    struct ggml_work work =
        ggml_graph_work(h->arena, h->syms, &h->record->state, &h->record->graph, one);
    int64_t bytes = -1;
    sym_is_const(ggml_work_object(h->syms, work.bytes), &bytes);
    if (bytes != rest) complain(h, "work buffer", bytes, rest);
}

static void hold_context(struct held *h, const json_t *used)
{
    int64_t context = number_of(used, "ctx"), listed, graph = 1;
    json_t *entry =
        json_copy(json_array_get(json_object_get(h->file, "contexts"), (size_t)context));
    json_object_set(entry, "n_tensors", json_object_get(used, "n_tensors"));
    int64_t sum = sum_tensors(h, context, entry, &listed);
    int64_t rest = number_of(used, "used_mem") - sum;
    const struct sym *size = sym_const(h->syms, number_of(h->graph, "size"));
    bool gradients = json_is_true(json_object_get(h->graph, "has_grads"));
    sym_is_const(ggml_graph_object(h->syms, size, gradients ? GGML_GRADIENTS : GGML_NO_GRADIENTS),
                 &graph);
    if (rest < 0 || rest % graph)
        complain(h, arena_printf(h->arena, "context %" PRId64, context), sum,
                 number_of(used, "used_mem"));
    int64_t later = number_of(entry, "used_mem_final") - number_of(used, "used_mem");
    if (later > 0) hold_work_buffer(h, later);
    json_decref(entry);
}

static void hold_work(struct held *h)
{
    const struct sym *threads = sym_const(h->syms, WORK_THREADS);
    struct ggml_work work =
        ggml_graph_work(h->arena, h->syms, &h->record->state, &h->record->graph, threads);
    if (!work.at_least) hold_number(h, "work_size", integer_of_size(work.bytes));
}

static const char *hold_graph(struct arena *arena, struct tally *tally, const json_t *file,
                              const json_t *graph)
{
    struct syms *syms = syms_open(arena);
    struct ggml_record record;
    struct held h = {.arena = arena, .syms = syms, .file = file, .graph = graph, .record = &record};
    const json_t *contexts = json_object_get(graph, "ctx_used_mem");
    const char *error;
    if (!ggml_record_read(arena, syms, tally->version, graph, &record, &error)) return error;
    ggml_gallocr_plan(arena, syms, &record.state, &record.graph, &h.plan);
    hold_buffer(&h);
    hold_tensors(&h, GGML_LIST_NODES);
    hold_tensors(&h, GGML_LIST_LEAFS);
    hold_peak(&h);
    hold_work(&h);
    for (size_t i = 0; i < json_array_size(contexts); i++)
        hold_context(&h, json_array_get(contexts, i));
    return h.trouble;
}

static void judge(struct tally *tally, const char *id, const char *trouble)
{
    if (trouble) printf("FAIL %s: %s\n", id, trouble);
    if (trouble)
        tally->failed++;
    else
        tally->passed++;
}

static void hold_golden(struct tally *tally, const char *path)
{
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    const json_t *graphs = json_object_get(file, "graphs");
    if (!json_array_size(graphs)) judge(tally, path, file ? "no graphs" : error.text);
    for (size_t i = 0; i < json_array_size(graphs); i++) {
        struct arena *arena = arena_open();
        const char *id = arena_printf(arena, "%s graph %zu", path, i);
        judge(tally, id, hold_graph(arena, tally, file, json_array_get(graphs, i)));
        arena_close(arena);
    }
    json_decref(file);
}

static void hold_line(struct tally *tally, const char *path, const char *line)
{
    struct arena *arena = arena_open();
    json_error_t error;
    json_t *graph = json_loads(line, 0, &error);
    int64_t seed = json_integer_value(json_object_get(graph, "seed"));
    const char *id = arena_printf(arena, "%s seed %" PRId64, path, seed);
    judge(tally, id, graph ? hold_graph(arena, tally, NULL, graph) : error.text);
    json_decref(graph);
    arena_close(arena);
}

static void hold_lines(struct tally *tally, const char *path)
{
    char *line = NULL;
    size_t size = 0;
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!file) judge(tally, path, strerror(errno));
    while (file && getline(&line, &size, file) > 0) hold_line(tally, path, line);
    free(line);
    if (file && file != stdin) fclose(file);
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

int main(int argc, char **argv)
{
    struct tally tally = {.version = 21};
    for (int i = 1; i < argc; i++) sscanf(argv[i], "--ggml=0.%d", &tally.version);
    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "--", 2)) continue;
        if (ends_with(argv[i], ".json"))
            hold_golden(&tally, argv[i]);
        else
            hold_lines(&tally, argv[i]);
    }
    printf("%d passed, %d failed, 0 skipped\n", tally.passed, tally.failed);
    return tally.failed > 0 || tally.passed == 0;
}
