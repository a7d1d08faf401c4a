// Replays PyTorch's recorded models and holds the report against the record.
//
//     oracle_models models.json [--via-c] [--model ID] [--print]
//
// Each model is one graph: its modules are made, its steps run in order, and
// the analysis judges what came out: every call of a leaf, every functional
// step, the figures of the reference script, peaks, totals, parameters, for all
// four dtypes. Then the pairs in their five keys, and the degenerate models (the
// rule of what differs there is in README.md). A model whose record tells of eval
// mode runs once more in it (model_eval.h). --via-c writes each model
// out as C source and reads it through the product's own session; --print shows
// that source.
//
// Prints `FAIL id: reason` for each check that fails, then `N passed, N failed,
// N skipped`. Skipped are models that no C can express, by the rule in
// model_plan.h, and eval modes whose steps are not recorded, by that in model_eval.h. Exit status 1
// if anything failed.
#include "analyzer/report/collect.h"
#include "analyzer/report/comparison.h"
#include "analyzer/session.h"
#include "analyzer/session_dirs.h"
#include "analyzer/shapes.h"
#include "tests/oracle/model_answer.h"
#include "tests/oracle/model_direct.h"
#include "tests/oracle/model_eval.h"
#include "tests/oracle/model_source.h"

#include <stdio.h>
#include <string.h>

struct options {
    const char *path, *model;
    bool via_c, print;
};

struct runner {
    struct options options;
    const json_t *data;
    struct model_tally tally;
};

static const enum dtype recorded_dtypes[] = {DTYPE_F32, DTYPE_F64, DTYPE_F16, DTYPE_BF16};

// ---- running a plan

static const struct report_model *run_direct(struct plan *p, int n_dtypes, const enum dtype *dtypes)
{
    struct program *program = model_direct(p);
    struct shapes shapes;
    shapes_settle(p->arena, program, &shapes);
    struct collect_request request = {
        .program = program, .entry = p->id, .n_dtypes = n_dtypes, .dtypes = dtypes};
    struct report_model *model = arena_new(p->arena, struct report_model);
    collect_model(p->arena, &request, model);
    return model;
}

// The inputs of the entry; of a model that is a leaf itself, those of its call.
static int entry_inputs(const struct plan *p, struct front_input *inputs)
{
    bool leaf = p->modules.at[0].body != p->body && p->body->ops.n == 1;
    int n = leaf ? p->body->ops.at[0].in.n : p->body->inputs.n;
    for (int i = 0; i < n; i++) {
        int value = leaf ? p->body->ops.at[0].in.at[i] : p->body->inputs.at[i];
        const struct plan_value *v = plan_value_at(p, value);
        struct text t = {.arena = p->arena};
        text_printf(&t, "%s[", dtype_name(v->dtype));
        for (int k = 0; k < v->rank; k++)
            text_printf(&t, "%s%lld", k ? "," : "", (long long)v->dim[k]);
        text_add(&t, "]");
        inputs[i] = (struct front_input){.type = text_string(&t)};
    }
    return n;
}

static const struct report_model *run_source(const struct runner *r, struct plan *p, int n_dtypes,
                                             const enum dtype *dtypes)
{
    struct text source = {.arena = p->arena};
    model_source_write(&source, p);
    if (r->options.print) fputs(text_string(&source), stdout);
    struct front_input inputs[MAX_BINDINGS];
    const char *file = "model.c", *text = text_string(&source);
    struct session_request request = {
        .front = {.unit = {.n_files = 1,
                           .files = &file,
                           .n_unsaved = 1,
                           .unsaved_paths = &file,
                           .unsaved_texts = &text,
                           .include_dir = session_dirs_include(p->arena)},
                  .eval = {.right_to_left = true},
                  .entry = "model",
                  .n_inputs = entry_inputs(p, inputs),
                  .inputs = inputs},
        .n_dtypes = n_dtypes};
    memcpy(request.dtypes, dtypes, (size_t)n_dtypes * sizeof *dtypes);
    struct session_result *result = arena_new(p->arena, struct session_result);
    session_analyse(p->arena, &request, result);
    for (int i = 0; i < result->report.n_diags && result->report.n_models != 1; i++)
        plan_refuse(p, "%s", result->report.diags[i]->message);
    if (result->report.n_models != 1)
        plan_refuse(p, "the source gives %d models", result->report.n_models);
    return result->report.n_models == 1 ? &result->report.models[0] : NULL;
}

static const struct report_model *run_plan(const struct runner *r, struct plan *p, int n_dtypes,
                                           const enum dtype *dtypes)
{
    return r->options.via_c ? run_source(r, p, n_dtypes, dtypes) : run_direct(p, n_dtypes, dtypes);
}

// Runs the model, and again where a tie explains that there are too many parameters. NULL: counted
// as failed or skipped.
static const struct report_model *run_record(struct runner *r, struct plan *p, int n_dtypes,
                                             const enum dtype *dtypes)
{
    const struct report_model *model = NULL;
    const json_t *elements = json_object_get(p->record, "param_numel");
    int64_t ours;
    if (!p->trouble && !p->skipped) model = run_plan(r, p, n_dtypes, dtypes);
    if (model && elements && quantity_integer(model->parameters, &ours) &&
        plan_tie(p, ours - json_integer_value(elements)))
        model = run_plan(r, p, n_dtypes, dtypes);
    if (model) return model;
    if (p->trouble) printf("FAIL %s: %s\n", p->id, p->trouble);
    r->tally.failed += p->trouble != NULL;
    r->tally.skipped += p->trouble == NULL;
    return NULL;
}

static bool is_asked(const struct runner *r, const json_t *record)
{
    const char *id = json_string_value(json_object_get(record, "id"));
    return !r->options.model || !strcmp(r->options.model, id);
}

enum run_mode { RUN_TRAIN, RUN_EVAL };

static void check_record(struct runner *r, const json_t *record, enum run_mode mode,
                         void (*check)(struct model_answer *))
{
    const char *id = json_string_value(json_object_get(record, "id"));
    if (!is_asked(r, record)) return;
    struct arena *arena = arena_open();
    struct plan plan;
    plan_read(&plan, arena, id, record, NULL);
    plan.eval = mode == RUN_EVAL;
    struct model_answer answer = {.arena = arena, .plan = &plan, .tally = &r->tally};
    answer.model = run_record(r, &plan, 4, recorded_dtypes);
    if (answer.model) check(&answer);
    plan_close(&plan);
    arena_close(arena);
}

static void check_model(struct runner *r, const json_t *record)
{
    bool fused;
    json_t *in_eval = model_eval_record(record, &fused);
    check_record(r, record, RUN_TRAIN, model_check);
    if (in_eval) check_record(r, in_eval, RUN_EVAL, model_check_eval);
    r->tally.skipped += fused && is_asked(r, record);
    json_decref(in_eval);
}

// ---- pairs

static const json_t *find_record(const json_t *records, const char *id)
{
    for (size_t i = 0; i < json_array_size(records); i++) {
        const json_t *record = json_array_get(records, i);
        if (!strcmp(json_string_value(json_object_get(record, "id")), id)) return record;
    }
    return NULL;
}

// A side is the id of a model or of a degenerate one, or a model written out.
static const json_t *side_record(const struct runner *r, const json_t *side)
{
    const char *id = json_string_value(side);
    if (!id) return side;
    const json_t *record = find_record(json_object_get(r->data, "models"), id);
    return record ? record : find_record(json_object_get(r->data, "degenerate"), id);
}

struct side {
    struct plan plan;
    const json_t *record;
    const struct report_model *model;
    struct report report;
    int64_t bytes; // what is expected
    const char *layer;
};

static bool called_twice(const struct report_model *m)
{
    for (int i = 0; i < m->n_rows; i++)
        if (m->rows[i].visible_to_hooks && m->rows[i].call > 1) return true;
    return false;
}

// The record's figure is that of the snippet, which keeps the last call of a leaf; ours is the
// largest. Where a leaf is called more than once the largest of the record's calls is expected.
static void expect_side(struct side *s, const json_t *report, const char *bytes, const char *layer)
{
    const json_t *calls = json_object_get(s->record, "calls");
    s->bytes = json_integer_value(json_object_get(report, bytes));
    s->layer = json_string_value(json_object_get(report, layer));
    if (!called_twice(s->model) || !calls) return;
    s->bytes = -1;
    for (size_t i = 0; i < json_array_size(calls); i++) {
        const json_t *call = json_array_get(calls, i), *size = json_array_get(call, 2);
        int64_t n = json_integer_value(json_is_array(size) ? json_array_get(size, 0) : size);
        if (n <= s->bytes) continue;
        s->bytes = n;
        s->layer = json_string_value(json_array_get(call, 0));
    }
}

static bool side_agrees(const struct comparison_side *ours, const struct side *expected)
{
    int64_t bytes;
    return quantity_integer(ours->peak[0], &bytes) && bytes == expected->bytes &&
           ours->peak_layer && expected->layer && !strcmp(ours->peak_layer, expected->layer);
}

static void expect(struct runner *r, const char *id, bool holds, const char *what)
{
    r->tally.passed += holds;
    r->tally.failed += !holds;
    if (!holds) printf("FAIL pair %s: %s\n", id, what);
}

static void judge_pair(struct runner *r, const json_t *pair, const char *id, struct side *sides)
{
    struct arena *arena = sides[0].plan.arena;
    struct comparison c = {0};
    c.a = (struct comparison_side){.name = "a", .report = &sides[0].report};
    c.b = (struct comparison_side){.name = "b", .report = &sides[1].report};
    c.a.model = sides[0].model;
    c.b.model = sides[1].model;
    const char *error = NULL;
    bool made = comparison_make(arena, &c, &error);
    const json_t *report = json_object_get(pair, "report");
    // A tuple of a leaf breaks the snippet; here its tensors are summed and compared.
    const char *theirs = json_string_value(json_object_get(pair, "error"));
    if (theirs && strstr(theirs, "numel")) {
        expect(r, id, made, error ? error : "");
        return;
    }
    expect(r, id, made == (report != NULL), error ? error : "compared; PyTorch's script raises");
    if (!made || !report) return;
    expect_side(&sides[0], report, "a_peak_bytes", "a_peak_layer");
    expect_side(&sides[1], report, "b_peak_bytes", "b_peak_layer");
    expect(r, id, side_agrees(&c.a, &sides[0]),
           arena_printf(arena, "a: `%s`, PyTorch has `%s` with %lld bytes", c.a.peak_layer,
                        sides[0].layer, (long long)sides[0].bytes));
    expect(r, id, side_agrees(&c.b, &sides[1]),
           arena_printf(arena, "b: `%s`, PyTorch has `%s` with %lld bytes", c.b.peak_layer,
                        sides[1].layer, (long long)sides[1].bytes));
    const char *word = bottleneck_name(c.verdict.bottleneck);
    const char *expected = sides[1].bytes > sides[0].bytes ? "b" : "a";
    expect(r, id, word && !strcmp(word, expected), arena_printf(arena, "bottleneck %s", word));
}

static bool open_side(struct runner *r, struct side *s, struct arena *arena, const json_t *pair,
                      const char *key, const char *id)
{
    const char *dtype = json_string_value(json_object_get(pair, "dtype"));
    enum dtype asked = dtype ? dtype_find(dtype) : DTYPE_F32;
    s->record = side_record(r, json_object_get(pair, key));
    plan_read(&s->plan, arena, arena_printf(arena, "pair %s: %s", id, key), s->record,
              json_object_get(pair, "inputs"));
    if (!s->record) plan_refuse(&s->plan, "no such model");
    s->model = run_record(r, &s->plan, 1, &asked);
    s->report = (struct report){.n_dtypes = 1, .dtypes = {asked}};
    return s->model;
}

static void check_pair(struct runner *r, const json_t *pair)
{
    const char *id = json_string_value(json_object_get(pair, "id"));
    if (!is_asked(r, pair)) return;
    struct arena *arena = arena_open();
    struct side sides[2] = {0};
    bool a = open_side(r, &sides[0], arena, pair, "a", id);
    bool b = open_side(r, &sides[1], arena, pair, "b", id);
    if (a && b) judge_pair(r, pair, id, sides);
    plan_close(&sides[0].plan);
    plan_close(&sides[1].plan);
    arena_close(arena);
}

// ---- the file

static void run_file(struct runner *r)
{
    const json_t *models = json_object_get(r->data, "models"),
                 *pairs = json_object_get(r->data, "pairs"),
                 *degenerate = json_object_get(r->data, "degenerate");
    for (size_t i = 0; i < json_array_size(models); i++) check_model(r, json_array_get(models, i));
    for (size_t i = 0; i < json_array_size(pairs); i++) check_pair(r, json_array_get(pairs, i));
    for (size_t i = 0; i < json_array_size(degenerate); i++)
        check_record(r, json_array_get(degenerate, i), RUN_TRAIN, model_check_degenerate);
}

static bool read_options(struct options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--via-c"))
            o->via_c = true;
        else if (!strcmp(argv[i], "--print"))
            o->print = true;
        else if (!strcmp(argv[i], "--model") && i + 1 < argc)
            o->model = argv[++i];
        else if (argv[i][0] != '-' && !o->path)
            o->path = argv[i];
        else
            return false;
    }
    return o->path;
}

int main(int argc, char **argv)
{
    struct runner r = {0};
    if (!read_options(&r.options, argc, argv)) {
        fprintf(stderr, "usage: oracle_models MODELS.json [--via-c] [--model ID] [--print]\n");
        return 2;
    }
    json_error_t error;
    json_t *data = json_load_file(r.options.path, 0, &error);
    if (!data) {
        fprintf(stderr, "oracle_models: %s: %s\n", r.options.path, error.text);
        return 2;
    }
    r.data = data;
    run_file(&r);
    printf("%d passed, %d failed, %d skipped\n", r.tally.passed, r.tally.failed, r.tally.skipped);
    json_decref(data);
    return r.tally.failed != 0;
}
