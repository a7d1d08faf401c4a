#include "analyzer/report/comparison_at.h"

#include "analyzer/report/at_table.h"
#include "analyzer/report/collect.h"
#include "analyzer/report/rows.h"

#include <inttypes.h>

struct columns {
    int first_axis, dtype, leaf[2], bytes[2], bottleneck, remark;
};

static void add_columns(struct table *table, const struct report_at_axes *axes,
                        struct columns *columns)
{
    static const char *const leaves[] = {"a: peak leaf", "b: peak leaf"};
    columns->first_axis = table->n_columns;
    for (int i = 0; i < axes->n; i++) table_column(table, axes->at[i].name, ALIGN_RIGHT);
    columns->dtype = table_column(table, "dtype", ALIGN_LEFT);
    for (int side = 0; side < 2; side++) {
        columns->leaf[side] = table_column(table, leaves[side], ALIGN_LEFT);
        columns->bytes[side] = table_column(table, "bytes", ALIGN_RIGHT);
    }
    columns->bottleneck = table_column(table, "bottleneck", ALIGN_LEFT);
    columns->remark = table_column(table, "", ALIGN_LEFT);
}

// Of a side whose peak depends on symbols without a value only the bytes are one figure.
static void add_side(struct table *table, const struct columns *columns, int side,
                     const struct report_at_row *row, int dtype, struct table_row *cells)
{
    const struct report_at_figures *figures = &row->figures[dtype];
    int leaf = figures->n_peaks == 1 ? figures->peaks[0].row : -1;
    if (row->broken) return;
    cells->cells[columns->leaf[side]] = leaf < 0 ? "?" : row->model->rows[leaf].name;
    cells->cells[columns->bytes[side]] = quantity_string(table->arena, figures->peak);
}

static enum report_widths widths_of(const struct comparison *c)
{
    return c->a.report->widths == WIDTHS_APART ? WIDTHS_APART : c->b.report->widths;
}

static void add_row(struct table *table, const struct columns *columns, const struct comparison *c,
                    const struct comparison_row *row, int dtype)
{
    const struct report *report = c->a.report;
    const struct comparison_verdict *verdict = &row->verdicts[dtype];
    const char *name = bottleneck_name(verdict->bottleneck);
    struct table_row *cells = table_row(table);
    for (int i = 0; i < report->at_axes.n; i++)
        cells->cells[columns->first_axis + i] =
            arena_printf(table->arena, "%" PRId64, row->a->values[i]);
    cells->cells[columns->dtype] =
        at_table_dtypes(table->arena, comparison_dtypes(c), report->dtypes, widths_of(c), dtype);
    add_side(table, columns, 0, row->a, dtype, cells);
    add_side(table, columns, 1, row->b, dtype, cells);
    cells->cells[columns->bottleneck] = name ? name : "open";
    cells->cells[columns->remark] = comparison_remark(verdict);
}

void comparison_at_write(struct text *text, const struct comparison *c, const struct view *view)
{
    struct table table = {.arena = text->arena};
    struct columns columns;
    add_columns(&table, &c->a.report->at_axes, &columns);
    for (int i = 0; i < c->n_at; i++) {
        bool broken = c->at[i].a->broken || c->at[i].b->broken;
        for (int d = 0; d < comparison_dtypes(c); d++) {
            // Types of one width have the same figures, and what is broken is so in all of them.
            bool said = collect_same_width(c->a.report->dtypes, d, widths_of(c)) >= 0;
            if (!said && !(d > 0 && broken)) add_row(&table, &columns, c, &c->at[i], d);
        }
    }
    text_add_char(text, '\n');
    table_write(text, &table, "  ", view->width);
}
