// One line a leaf call or functional op, with a header line.

#include "analyzer/report/at_table.h"
#include "analyzer/report/collect.h"
#include "analyzer/report/csv_cells.h"
#include "analyzer/report/writer.h"

#include <inttypes.h>

// An empty cell where it is not known, or not more than that it is at least 0; a bound as ">= 640".
static const char *cell_of(struct arena *arena, struct quantity q)
{
    if (q.tag == TAG_LOWER && sym_is(q.value, 0)) return "";
    return quantity_known(q) ? quantity_string(arena, q) : "";
}

// Columns are in the header's order; byte columns come last, as many as were asked for.
static void write_row(struct text *text, const struct report *report,
                      const struct report_model *model, int index)
{
    struct arena *arena = text->arena;
    const struct report_row *row = &model->rows[index];
    const char *cells[] = {
        model->entry ? model->entry : model->name,
        arena_printf(arena, "%d", index),
        row->name,
        arena_printf(arena, "%d", row->call),
        row->op,
        row->args,
        // Several outputs share a cell: a line is a call, whatever it returns.
        writer_outputs(arena, row, "; "),
        row->visible_to_hooks ? "true" : "false",
        cell_of(arena, row->parameters),
        cell_of(arena, row->flops),
        row->made ? row->made->file : "",
        row->made ? arena_printf(arena, "%d", row->made->line) : "",
    };
    csv_cells(text, (int)(sizeof cells / sizeof *cells), cells);
    for (int d = 0; d < report->n_dtypes; d++) {
        text_add_char(text, ',');
        csv_cell(text, cell_of(arena, row->bytes[d]));
    }
    text_add(text, "\n");
}

// ---- peaks at values

// Empty where it is not known, or depends on symbols that have no value.
static const char *peak_leaf(const struct report_model *model,
                             const struct report_at_figures *figures)
{
    int row = figures->n_peaks == 1 ? figures->peaks[0].row : -1;
    return row < 0 ? "" : model->rows[row].name;
}

static bool has_budgets(const struct report *report)
{
    for (int i = 0; i < report->n_models; i++)
        if (report->models[i].n_budgets) return true;
    return false;
}

static bool has_variants(const struct report *report)
{
    for (int i = 0; i < report->n_models; i++)
        if (report->models[i].condition) return true;
    return false;
}

static void write_at_row(struct text *text, const struct report *report,
                         const struct report_model *model, const struct report_at_row *row, int d)
{
    struct arena *arena = text->arena;
    const struct report_at_figures *figures = &row->figures[d];
    csv_cell(text, model->entry ? model->entry : model->name);
    for (int i = 0; i < report->at_axes.n; i++) text_printf(text, ",%" PRId64, row->values[i]);
    text_printf(text, ",%s,", dtype_name(report->dtypes[d]));
    if (row->broken) {
        text_add(text, ",,,,,");
        csv_cell(text, row->broken);
    } else {
        const char *cells[] = {
            peak_leaf(row->model, figures),      cell_of(arena, figures->peak),
            cell_of(arena, figures->live),       cell_of(arena, figures->live_training),
            cell_of(arena, figures->parameters), "",
        };
        csv_cells(text, (int)(sizeof cells / sizeof *cells), cells);
    }
    if (has_budgets(report)) {
        text_add_char(text, ',');
        int same = collect_same_width(report->dtypes, d, report->widths);
        const char *budgets = at_table_budgets(arena, row, same >= 0 ? same : d);
        if (budgets) csv_cell(text, budgets);
    }
    if (has_variants(report)) {
        text_add_char(text, ',');
        if (model->condition && row->taken_by == AT_THIS) csv_cell(text, model->condition);
    }
    text_add_char(text, '\n');
}

// One line a combination and dtype, for plots: a symbol a column.
static void write_at(struct text *text, const struct report *report)
{
    text_add(text, "model");
    for (int i = 0; i < report->at_axes.n; i++) {
        text_add_char(text, ',');
        csv_cell(text, report->at_axes.at[i].name);
    }
    text_add(text, ",dtype,peak_leaf,peak_leaf_bytes,peak_live_bytes,peak_live_training_bytes,"
                   "parameter_bytes,broken");
    if (has_budgets(report)) text_add(text, ",budget");
    text_add(text, has_variants(report) ? ",condition\n" : "\n");
    for (int m = 0; m < report->n_models; m++) {
        const struct report_model *model = &report->models[m];
        for (int i = 0; i < model->n_at; i++)
            for (int d = 0; d < report->n_dtypes; d++)
                if (model->at[i].taken_by != AT_ANOTHER)
                    write_at_row(text, report, model, &model->at[i], d);
    }
}

void csv_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    if (report->at_axes.n_rows) {
        write_at(text, report);
        return;
    }
    text_add(text,
             "model,index,name,call,op,args,output,visible_to_hooks,parameters,flops,file,line");
    for (int d = 0; d < report->n_dtypes; d++)
        text_printf(text, ",bytes_%s", dtype_name(report->dtypes[d]));
    text_add(text, "\n");
    for (int m = 0; m < report->n_models; m++) {
        for (int i = 0; i < report->models[m].n_rows; i++)
            write_row(text, report, &report->models[m], i);
    }
}

// ---- two models

// What of a side the comparison is about; empty where it has no single peak.
static void add_side_cells(struct arena *arena, const struct report_at_row *row, int d,
                           const char **cells)
{
    const struct report_at_figures *figures = &row->figures[d];
    cells[0] = row->broken ? "" : cell_of(arena, figures->peak);
    cells[1] = row->broken ? "" : peak_leaf(row->model, figures);
}

static void write_comparison_row(struct text *text, const struct comparison *c, int index, int d)
{
    const struct comparison_row *row = &c->at[index];
    const struct comparison_verdict *verdict = &row->verdicts[d];
    const char *name = bottleneck_name(verdict->bottleneck);
    const char *cells[] = {
        NULL, NULL, NULL, NULL, name ? name : "", verdict->reason ? verdict->reason : ""};
    for (int i = 0; i < c->a.report->at_axes.n; i++)
        text_printf(text, "%" PRId64 ",", row->a->values[i]);
    text_printf(text, "%s,", dtype_name(c->a.report->dtypes[d]));
    add_side_cells(text->arena, row->a, d, &cells[0]);
    add_side_cells(text->arena, row->b, d, &cells[2]);
    csv_cells(text, (int)(sizeof cells / sizeof *cells), cells);
    text_add_char(text, '\n');
}

#define FIVE_KEYS "a_peak_bytes,a_peak_layer,b_peak_bytes,b_peak_layer,bottleneck"

// The same at values of the symbols: one line a combination and dtype.
static void write_comparison_at(struct text *text, const struct comparison *c)
{
    for (int i = 0; i < c->a.report->at_axes.n; i++) {
        csv_cell(text, c->a.report->at_axes.at[i].name);
        text_add_char(text, ',');
    }
    text_add(text, "dtype," FIVE_KEYS ",reason\n");
    for (int i = 0; i < c->n_at; i++)
        for (int d = 0; d < comparison_dtypes(c); d++) write_comparison_row(text, c, i, d);
}

// The five keys as one line under their names.
void csv_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    const char *name = bottleneck_name(c->verdict.bottleneck);
    const char *cells[] = {
        cell_of(text->arena, c->a.peak[0]),
        c->a.peak_layer ? c->a.peak_layer : "",
        cell_of(text->arena, c->b.peak[0]),
        c->b.peak_layer ? c->b.peak_layer : "",
        name ? name : "",
    };
    if (c->n_at) {
        write_comparison_at(text, c);
        return;
    }
    text_add(text, FIVE_KEYS "\n");
    csv_cells(text, (int)(sizeof cells / sizeof *cells), cells);
    text_add(text, "\n");
}
