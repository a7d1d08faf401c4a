// Baselines: taken from a report, and put together.

#include "analyzer/baseline/baseline.h"

#include "analyzer/report/peaks.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/writer.h"
#include "ir/base/dependency.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define BASELINE_FIGURE(id, name, words) name,
#include "analyzer/baseline/baseline_figures.def"
#undef BASELINE_FIGURE
};

static const char *const words_of[] = {
#define BASELINE_FIGURE(id, name, words) words,
#include "analyzer/baseline/baseline_figures.def"
#undef BASELINE_FIGURE
};

const char *baseline_figure_name(enum baseline_figure figure)
{
    return names[figure];
}

const char *baseline_figure_words(enum baseline_figure figure)
{
    return words_of[figure];
}

// ---- a model

static const char *bytes_text(struct arena *arena, struct quantity bytes)
{
    return quantity_known(bytes) ? quantity_string(arena, bytes) : "unknown";
}

// With what the figures are for, where other sizes have others.
static const char *inputs_text(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_inputs; i++) {
        const struct report_input *input = &model->inputs[i];
        text_printf(&text, "%s%s=%s", i ? ", " : "", input->name,
                    writer_type(arena, &input->type, input->innermost_first));
    }
    for (int i = 0; i < model->layouts.n; i++)
        text_printf(&text, "%s%s", i ? ", " : " with ",
                    requirement_string(arena, &model->layouts.at[i].requirement));
    return text_printable(arena, text_string(&text));
}

// NULL: it accepts all sizes.
static const char *conditions_text(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_conditions; i++)
        if (model->conditions[i].requirement.left)
            text_printf(&text, "%s%s", text.n ? "; " : "", model->conditions[i].text);
    return text.n ? text_printable(arena, text_string(&text)) : NULL;
}

// Names are left out, so that a renamed layer is the same; arguments too, which shapes tell of.
static const char *shapes_hash(struct arena *arena, const struct report_model *model)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        text_printf(&text, "%s %s x%s\n", row->op, writer_outputs(arena, row, "; "),
                    row->times ? sym_string(arena, row->times) : "1");
    }
    struct fingerprint hash = fingerprint_of(text_string(&text), text.n);
    return arena_printf(arena, "%016llx", (unsigned long long)hash.low);
}

// Of a peak in pieces the largest: each is the output of a real call.
static struct quantity peak_bytes(const struct report_model *model)
{
    if (model->n_peaks[0] == 0) return quantity_unknown("no leaf is called");
    return peaks_largest(model->program->syms, model->n_peaks[0], model->peaks[0]);
}

// What KANN, NNoM or malloc hand out for it; NULL: its library has no rules of its own.
static const char *runtime_text(struct arena *arena, const struct report_model *model)
{
    return model->runtimes.n ? bytes_text(arena, model->runtimes.at[0].bytes) : NULL;
}

static void take_model(struct arena *arena, const struct report_model *model,
                       struct baseline_model *taken)
{
    struct baseline_row *rows = arena_array(arena, struct baseline_row, model->n_rows);
    for (int i = 0; i < model->n_rows; i++)
        rows[i] = (struct baseline_row){bytes_text(arena, model->rows[i].bytes[0]),
                                        model->rows[i].name, model->rows[i].made};
    *taken = (struct baseline_model){
        .name = text_printable(arena, summary_name(arena, model)),
        .inputs = inputs_text(arena, model),
        .conditions = conditions_text(arena, model),
        .shapes = shapes_hash(arena, model),
        .leaf = text_printable(arena, summary_peak_leaf(arena, model)),
        .figures = {[BASELINE_PEAK_LEAF] = bytes_text(arena, peak_bytes(model)),
                    [BASELINE_PEAK_LIVE] = bytes_text(arena, model->live[0].bytes),
                    [BASELINE_PEAK_TRAINING] = bytes_text(arena, model->live_training[0].bytes),
                    [BASELINE_PARAMETERS] = bytes_text(arena, model->parameter_bytes[0]),
                    [BASELINE_RUNTIME] = runtime_text(arena, model)},
        .n_rows = model->n_rows,
        .rows = rows,
        .model = model};
}

// ---- runs

static int by_name(const void *left, const void *right)
{
    const struct baseline_model *a = left, *b = right;
    return strcmp(a->name, b->name);
}

void baseline_take(struct arena *arena, const struct report *report, struct baseline_run *run)
{
    struct baseline_model *models = arena_array(arena, struct baseline_model, report->n_models);
    for (int i = 0; i < report->n_models; i++) take_model(arena, &report->models[i], &models[i]);
    if (report->n_models) qsort(models, (size_t)report->n_models, sizeof *models, by_name);
    run->n_models = report->n_models;
    run->models = models;
}

const struct baseline_model *baseline_find(const struct baseline_run *run, const char *name)
{
    for (int i = 0; i < run->n_models; i++)
        if (!strcmp(run->models[i].name, name)) return &run->models[i];
    return NULL;
}

static int by_arguments(const void *left, const void *right)
{
    const struct baseline_run *a = left, *b = right;
    for (int i = 0; i < a->n_arguments && i < b->n_arguments; i++) {
        int order = strcmp(a->arguments[i], b->arguments[i]);
        if (order) return order;
    }
    return a->n_arguments - b->n_arguments;
}

bool baseline_asks_same(const struct baseline_run *one, const struct baseline_run *other)
{
    return by_arguments(one, other) == 0;
}

void baseline_put(struct arena *arena, struct baseline *baseline, const struct baseline_run *run)
{
    struct baseline_run *runs = arena_array(arena, struct baseline_run, baseline->n_runs + 1);
    int n = 0;
    for (int i = 0; i < baseline->n_runs; i++)
        if (by_arguments(&baseline->runs[i], run)) runs[n++] = baseline->runs[i];
    runs[n++] = *run;
    qsort(runs, (size_t)n, sizeof *runs, by_arguments);
    *baseline = (struct baseline){n, runs};
}
