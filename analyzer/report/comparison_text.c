// Two models side by side, for people.

#include "analyzer/report/comparison_at.h"
#include "analyzer/report/facts.h"
#include "analyzer/report/wrap.h"

#include <string.h>

static void add_comparison_row(struct table *table, const char *what, const char *a, const char *b)
{
    struct table_row *row = table_row(table);
    row->cells[0] = what;
    row->cells[1] = a;
    row->cells[2] = b;
}

static void add_quantities(struct table *table, const char *what, struct quantity a,
                           struct quantity b)
{
    add_comparison_row(table, what, quantity_string(table->arena, a),
                       quantity_string(table->arena, b));
}

#define MAX_PIECES 3     // of a peak that depends on the symbols
#define MAX_CONDITION 40 // characters; what is longer is in the report of the side

// The leaf that is the peak, or one of those that are it for some sizes.
static void set_piece(struct arena *arena, const struct report_model *model, int index,
                      const char **cells)
{
    if (index >= model->n_peaks[0]) return;
    const struct report_peak *piece = &model->peaks[0][index];
    const struct report_row *row = &model->rows[piece->row];
    const char *condition = piece->from ? piece->from : piece->condition;
    cells[0] = rows_name(arena, row);
    if (condition)
        cells[0] = strlen(condition) > MAX_CONDITION
                       ? arena_printf(arena, "%s for some sizes", cells[0])
                       : arena_printf(arena, "%s if %s", cells[0], condition);
    cells[1] = rows_op(arena, row, MAX_ARGS);
    cells[2] = writer_outputs(arena, row, ", ");
}

static const char *more_pieces(struct arena *arena, const struct report_model *model)
{
    int n = model->n_peaks[0] - MAX_PIECES;
    return n > 0 ? arena_printf(arena, "of %d more", n) : "";
}

static void add_pieces(struct table *table, const struct comparison *c)
{
    static const char *const labels[] = {"peak leaf", "op", "output"};
    const struct report_model *a = c->a.model, *b = c->b.model;
    int n = a->n_peaks[0] > b->n_peaks[0] ? a->n_peaks[0] : b->n_peaks[0];
    for (int i = 0; i < n && i < MAX_PIECES; i++) {
        const char *of_a[3] = {"", "", ""}, *of_b[3] = {"", "", ""};
        set_piece(table->arena, a, i, of_a);
        set_piece(table->arena, b, i, of_b);
        for (int k = 0; k < 3; k++)
            add_comparison_row(table, i && k == 0 ? "or" : labels[k], of_a[k], of_b[k]);
    }
    if (n > MAX_PIECES)
        add_comparison_row(table, "or another", more_pieces(table->arena, a),
                           more_pieces(table->arena, b));
}

// One line a fact, one column a side.
static void add_sides(struct table *table, const struct comparison *c)
{
    struct arena *arena = table->arena;
    const struct report_model *a = c->a.model, *b = c->b.model;
    table_column(table, "", ALIGN_LEFT);
    table_column(table, arena_printf(arena, "a: %s", c->a.name), ALIGN_RIGHT);
    table_column(table, arena_printf(arena, "b: %s", c->b.name), ALIGN_RIGHT);
    add_pieces(table, c);
    for (int d = 0; d < comparison_dtypes(c); d++)
        add_quantities(table,
                       arena_printf(arena, "peak bytes, %s", dtype_name(c->a.report->dtypes[d])),
                       c->a.peak[d], c->b.peak[d]);
    if (quantity_known(a->live[0].bytes) || quantity_known(b->live[0].bytes))
        add_quantities(table, "peak live bytes", a->live[0].bytes, b->live[0].bytes);
    add_quantities(table, "total bytes", a->total[0], b->total[0]);
    add_comparison_row(table, "leaf calls", facts_leaf_calls(arena, a), facts_leaf_calls(arena, b));
    add_quantities(table, "parameters", a->parameters, b->parameters);
    add_quantities(table, "flops", a->flops, b->flops);
}

// Where the sides do not fit beside each other: one below the other.
static void write_stacked(struct text *text, const struct table *table, int width)
{
    int wide = 0;
    for (int r = 0; r < table->rows.n; r++) {
        int own = text_width(table->rows.at[r].cells[0]);
        if (own > wide) wide = own;
    }
    for (int side = 1; side <= 2; side++) text_printf(text, "  %s\n", table->headers[side]);
    text_add_char(text, '\n');
    for (int r = 0; r < table->rows.n; r++) {
        const struct table_row *row = &table->rows.at[r];
        for (int side = 1; side <= 2; side++) {
            const char *value = row->cells[side] ? row->cells[side] : "";
            text_printf(text, "  %-*s", wide, side == 1 ? row->cells[0] : "");
            wrap_write(text, arena_printf(table->arena, "  %c: %s", side == 1 ? 'a' : 'b', value),
                       wide + 2, width);
        }
    }
}

static void write_run(struct text *text, const char *side, const struct execution *e)
{
    text_printf(text, "  %s executed", side);
    for (int i = 0; i < e->n_sizes; i++)
        text_printf(text, "%s%s = %lld", i ? ", " : " with ", e->sizes[i].name,
                    (long long)e->sizes[i].value);
    text_printf(text, ": %lld bytes at %s; ", (long long)e->rows[e->peak_row].bytes.measured,
                execution_row_name(text->arena, e->rows[e->peak_row].row));
    if (e->difference)
        text_printf(text, "error: %s\n", e->difference);
    else
        text_printf(text, "all %d rows and %d figures are as predicted\n", e->n_rows, e->n_figures);
}

static void write_runs(struct text *text, const struct comparison *c)
{
    text_add_char(text, '\n');
    write_run(text, "a", c->a_run);
    write_run(text, "b", c->b_run);
    text_printf(text, "  bottleneck measured: %s, %s\n", bottleneck_name(c->measured),
                c->verdict.bottleneck == BOTTLENECK_OPEN ? "with these sizes"
                : c->verdict.bottleneck == c->measured   ? "as predicted"
                                                         : "which DIFFERS from the prediction");
}

// For which sizes the figures of memory are, where others have others.
static void write_layouts(struct text *text, const char *side, const struct report_model *model)
{
    for (int i = 0; i < model->layouts.n; i++)
        text_printf(text, "  assumed of %s: %s\n", side, model->layouts.at[i].text);
}

void text_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    struct table table = {.arena = text->arena};
    bool coloured = view->colour == COLOUR_ALWAYS;
    for (int i = 0; i < c->findings.n_diags; i++)
        findings_write(text, c->findings.diags[i], view->colour);
    if (c->findings.n_diags) text_add_char(text, '\n');
    add_sides(&table, c);
    struct table_extent extent = table_extent(&table, "  ", table.n_columns);
    if (view->width && table_extend(&table, &extent) > view->width)
        write_stacked(text, &table, view->width);
    else
        table_write(text, &table, "  ", view->width);
    if (c->a.model->layouts.n || c->b.model->layouts.n) text_add_char(text, '\n');
    write_layouts(text, "a", c->a.model);
    write_layouts(text, "b", c->b.model);
    const char *name = bottleneck_name(c->verdict.bottleneck),
               *remark = comparison_remark(&c->verdict);
    text_printf(text, "\n  bottleneck: %s%s%s%s%s\n", coloured ? YELLOW : "", name ? name : "open",
                coloured ? RESET : "", remark ? ", " : "", remark ? remark : "");
    if (c->n_at) comparison_at_write(text, c, view);
    if (c->a_run) write_runs(text, c);
}
