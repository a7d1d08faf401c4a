#include "analyzer/report/at_table.h"
#include "analyzer/report/collect.h"

#include <inttypes.h>

#define INDENT "  "

struct at_columns {
    int first_axis, dtype, leaf, peak, live, training, parameters, budget, remark;
};

static void add_columns(struct table *table, const struct report *report, bool has_budgets,
                        struct at_columns *at)
{
    at->first_axis = table->n_columns;
    for (int i = 0; i < report->at_axes.n; i++)
        table_column(table, report->at_axes.at[i].name, ALIGN_RIGHT);
    at->dtype = table_column(table, "dtype", ALIGN_LEFT);
    at->leaf = table_column(table, "peak leaf", ALIGN_LEFT);
    at->peak = table_column(table, "bytes", ALIGN_RIGHT);
    at->live = table_column(table, "peak live", ALIGN_RIGHT);
    at->training = table_column(table, "in training", ALIGN_RIGHT);
    at->parameters = table_column(table, "parameters", ALIGN_RIGHT);
    if (has_budgets) at->budget = table_column(table, "budget", ALIGN_LEFT);
    at->remark = table_column(table, "", ALIGN_LEFT);
}

// "f16/bf16": types of one width have the same figures.
const char *at_table_dtypes(struct arena *arena, int n, const enum dtype *dtypes,
                            enum report_widths widths, int dtype)
{
    const char *name = dtype_name(dtypes[dtype]);
    for (int d = dtype + 1; d < n; d++)
        if (collect_same_width(dtypes, d, widths) == dtype)
            name = arena_printf(arena, "%s/%s", name, dtype_name(dtypes[d]));
    return name;
}

// Behind what else is said of the row.
static void add_remark(struct table *table, const struct at_columns *at, struct table_row *cells,
                       const char *words)
{
    const char *said = cells->cells[at->remark];
    if (!words) return;
    cells->cells[at->remark] = said ? arena_printf(table->arena, "%s; %s", said, words) : words;
}

// Of a peak that depends on the symbols: a line a piece, the first one behind the figures.
static void add_piece(struct table *table, const struct at_columns *at, const struct sizes *sizes,
                      const struct report_model *model, const struct report_peak *piece,
                      struct table_row *cells)
{
    struct arena *arena = table->arena;
    cells->cells[at->leaf] = piece->row < 0 ? "?" : model->rows[piece->row].name;
    cells->cells[at->peak] = quantity_string(arena, sizes_quantity(sizes, piece->bytes));
    if (piece->condition)
        add_remark(
            table, at, cells,
            arena_printf(arena, "peak leaf if %s", sizes_condition(sizes, piece->condition)));
}

// Why there is a `?` among the figures, by the first of them; NULL: there is none.
static const char *unknown_reason(const struct report_at_figures *figures)
{
    const struct quantity all[] = {figures->peak, figures->live, figures->live_training,
                                   figures->parameters};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!quantity_known(all[i]) && all[i].reason) return all[i].reason;
    return NULL;
}

// Of those that are held in the type: "kept", or those that are not. NULL: none is held in it.
const char *at_table_budgets(struct arena *arena, const struct report_at_row *row, int dtype)
{
    struct text text = {.arena = arena};
    bool held = false;
    for (int i = 0; i < row->n_budgets; i++) {
        const struct report_at_verdict *verdict = &row->budgets[i];
        if (verdict->dtype != dtype) continue;
        held = true;
        if (verdict->proof.verdict == VERDICT_PROVED) continue;
        text_printf(&text, "%s%s %s", text.n ? ", " : "",
                    verdict->proof.verdict == VERDICT_REFUTED ? "broken:" : "open:", verdict->name);
    }
    if (!held) return NULL;
    return text.n ? text_string(&text) : "kept";
}

static void add_row(struct table *table, const struct at_columns *at, const struct sizes *sizes,
                    const struct report *report, const char *variant,
                    const struct report_at_row *row, int dtype)
{
    struct arena *arena = table->arena;
    const struct report_model *model = row->model;
    struct table_row *cells = table_row(table);
    const struct report_at_figures *figures = &row->figures[dtype];
    for (int i = 0; i < report->at_axes.n; i++)
        cells->cells[at->first_axis + i] = arena_printf(arena, "%" PRId64, row->values[i]);
    if (row->budgets) cells->cells[at->budget] = at_table_budgets(arena, row, dtype);
    cells->cells[at->dtype] =
        at_table_dtypes(arena, report->n_dtypes, report->dtypes, report->widths, dtype);
    if (variant) cells->cells[at->remark] = arena_printf(arena, "if %s", variant);
    add_remark(table, at, cells, row->broken);
    if (row->broken) return;
    cells->cells[at->live] = quantity_string(arena, sizes_quantity(sizes, figures->live));
    cells->cells[at->training] =
        quantity_string(arena, sizes_quantity(sizes, figures->live_training));
    cells->cells[at->parameters] =
        quantity_string(arena, sizes_quantity(sizes, figures->parameters));
    add_piece(table, at, sizes, model, &figures->peaks[0], cells);
    if (!figures->peaks[0].condition) add_remark(table, at, cells, unknown_reason(figures));
    for (int i = 1; i < figures->n_peaks; i++)
        add_piece(table, at, sizes, model, &figures->peaks[i], table_row(table));
}

static void add_rows(struct table *table, const struct at_columns *at, const struct sizes *sizes,
                     const struct report *report, const char *variant,
                     const struct report_at_row *row)
{
    if (row->taken_by == AT_NONE) variant = NULL;
    for (int d = 0; d < report->n_dtypes; d++) {
        bool said = collect_same_width(report->dtypes, d, report->widths) >= 0;
        if (said || row->taken_by == AT_ANOTHER || (d > 0 && row->broken)) continue;
        add_row(table, at, sizes, report, d ? NULL : variant, row, d);
    }
}

static void fill(struct table *table, const struct report *report, int n,
                 const struct report_model *const *models, const struct sizes *sizes)
{
    struct at_columns at = {0};
    bool has_budgets = false;
    for (int i = 0; i < n; i++) has_budgets = has_budgets || models[i]->n_budgets;
    add_columns(table, report, has_budgets, &at);
    for (int row = 0; row < models[0]->n_at; row++)
        for (int i = 0; i < n; i++)
            add_rows(table, &at, sizes, report, n > 1 ? models[i]->condition : NULL,
                     &models[i]->at[row]);
}

// Names for sizes only where the table is too wide without; variants have no common ones.
void at_table_lay_out(struct arena *arena, const struct report *report, int n,
                      const struct report_model *const *models, const struct view *view,
                      struct table *table, struct sizes *sizes)
{
    *sizes = (struct sizes){.arena = arena, .syms = models[0]->program->syms};
    *table = (struct table){.arena = arena};
    fill(table, report, n, models, sizes);
    struct table_extent extent = table_extent(table, INDENT, table->n_columns - 1);
    if (!view->width || table_extend(table, &extent) <= view->width) return;
    if (n == 1) {
        sizes_find(arena, models[0], sizes);
        *table = (struct table){.arena = arena};
        fill(table, report, n, models, sizes);
    }
    table_set_aside(table, INDENT, table->n_columns - 1, view->width);
}
