// Checkpoint plans, for people.

#include "analyzer/report/plans.h"
#include "analyzer/report/table.h"

#include <inttypes.h>

#define INDENT "  "

static const char *number(struct arena *arena, int64_t value)
{
    return value < 0 ? "?" : arena_printf(arena, "%" PRId64, value);
}

static bool is_confirmed(const struct plan_row *row)
{
    return execution_same(row->saved) && execution_same(row->peak) &&
           row->gradients != GRADIENTS_DIFFERENT;
}

static const char *remark(struct arena *arena, const struct model_plans *plans,
                          const struct plan_row *row)
{
    const struct plan_row *plain = &plans->rows[0];
    if (row->refused) return row->refused;
    if (row == plain) return "";
    int64_t less = plain->peak.predicted - row->peak.predicted;
    const char *gain = row->gains
                           ? arena_printf(arena, "%.1f %% less",
                                          100.0 * (double)less / (double)plain->peak.predicted)
                           : "no gain";
    return arena_printf(arena, "%s%s", gain, row->is_root ? ", the square root" : "");
}

static void write_table(struct text *text, const struct model_plans *plans, const struct view *view)
{
    struct table table = {.arena = text->arena};
    int name = table_column(&table, "plan", ALIGN_LEFT);
    int checkpoints = table_column(&table, "checkpoints", ALIGN_RIGHT);
    int saved = table_column(&table, "saved bytes", ALIGN_RIGHT);
    int peak = table_column(&table, "peak bytes", ALIGN_RIGHT);
    int again = table_column(&table, "flops again", ALIGN_RIGHT);
    int verdict = plans->was_run ? table_column(&table, "run", ALIGN_LEFT) : -1;
    int remarks = table_column(&table, "gain", ALIGN_LEFT);
    for (int i = 0; i < plans->n_rows; i++) {
        const struct plan_row *row = &plans->rows[i];
        struct table_row *cells = table_row(&table);
        cells->cells[name] = plan_row_name(text->arena, row);
        cells->cells[remarks] = remark(text->arena, plans, row);
        if (row->refused) continue;
        cells->cells[checkpoints] = number(text->arena, row->n);
        cells->cells[saved] = number(text->arena, row->saved.predicted);
        cells->cells[peak] = number(text->arena, row->peak.predicted);
        cells->cells[again] = number(text->arena, row->recomputed);
        if (verdict >= 0) cells->cells[verdict] = is_confirmed(row) ? "same" : "DIFFERS";
    }
    table_write(text, &table, INDENT, view->width);
}

static void write_sizes(struct text *text, const struct model_plans *plans)
{
    int n = 0;
    for (int i = 0; i < plans->model->n_inputs; i++) {
        const struct report_input *input = &plans->model->inputs[i];
        struct tensor_type type = input->type;
        if (type.dtype == DTYPE_F32) type.dtype = plans->dtype;
        text_printf(text, "%s%s%s%s", i ? ", " : INDENT "input ", input->name,
                    *input->name ? ": " : "", tensor_string(text->arena, &type));
    }
    if (plans->model->n_inputs) text_add(text, "\n");
    for (int i = 0; i < plans->n_sizes; i++)
        if (plans->sizes[i].chosen)
            text_printf(text, "%s%s = %" PRId64,
                        n++ ? ", " : INDENT "chosen here: ", plans->sizes[i].name,
                        plans->sizes[i].value);
    if (n) text_add(text, "; --set and --input choose others\n");
}

static void write_best(struct text *text, const struct model_plans *plans)
{
    const struct plan_row *best = &plans->rows[plans->n_rows - 1];
    if (!best->gains) {
        text_add(text, "\n" INDENT "no gain: no plan has a smaller peak than the step without "
                       "checkpoints\n");
        return;
    }
    text_printf(text, "\n" INDENT "best: %s\n",
                plans->is_chain ? "of all plans that cut where one tensor is handed on, none has "
                                  "a smaller peak"
                                : "the smallest peak that was found");
    for (int i = 0; i < best->n; i++)
        text_printf(text, INDENT INDENT "checkpoint %s\n", best->ranges[i]);
    text_add(text, INDENT INDENT "all else is kept as without\n");
}

static void write_verdict(struct text *text, const struct model_plans *plans)
{
    if (!plans->was_run) return;
    if (plans->difference)
        text_printf(text, "\n" INDENT "error: %s\n", plans->difference);
    else
        text_add(text, "\n" INDENT "each was run: bytes are as predicted, gradients bit by bit "
                       "those without checkpoints\n");
}

static void write_model(struct text *text, const struct model_plans *plans, const struct view *view)
{
    text_printf(text, "model %s (%s), a training step in %s\n", plans->model->name,
                plans->model->entry, text_count(text->arena, plans->n_units, "part", "parts"));
    write_sizes(text, plans);
    text_add(text, "\n");
    write_table(text, plans, view);
    write_best(text, plans);
    write_verdict(text, plans);
}

void text_plans(struct text *text, const struct plans *plans, const struct view *view)
{
    const struct report *report = plans->report;
    bool first = report->n_diags == 0;
    for (int i = 0; i < report->n_diags; i++) findings_write(text, report->diags[i], view->colour);
    for (int i = 0; i < plans->n; i++) {
        if (plans->at[i].failure) continue;
        if (!first) text_add_char(text, '\n');
        write_model(text, &plans->at[i], view);
        first = false;
    }
}
