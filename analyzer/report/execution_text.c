// Predicted against measured, for people.

#include "analyzer/report/execution.h"
#include "analyzer/report/table.h"

#define INDENT "  "
// Where the columns of the table are.
struct columns {
    int leaf, output, predicted, measured, verdict, milliseconds, mean, l2;
};

static const char *bytes_string(struct arena *arena, int64_t bytes)
{
    return bytes < 0 ? "?" : arena_printf(arena, "%lld", (long long)bytes);
}

static void add_row(struct table *table, const struct columns *at, const struct execution *e,
                    int index)
{
    struct arena *arena = table->arena;
    const struct execution_row *row = &e->rows[index];
    struct table_row *cells = table_row(table);
    cells->cells[at->leaf] = *row->row->name ? row->row->name : "(the model)";
    if (row->row->call > 1)
        cells->cells[at->leaf] = arena_printf(arena, "%s, call %d", row->row->name, row->row->call);
    cells->cells[at->output] = writer_outputs(arena, row->row, ", ");
    cells->cells[at->predicted] = quantity_string(arena, row->row->bytes[0]);
    cells->cells[at->measured] = bytes_string(arena, row->bytes);
    cells->cells[at->milliseconds] = arena_printf(arena, "%.3f", row->seconds * 1e3);
    if (row->has_statistics) {
        cells->cells[at->mean] = arena_printf(arena, "%.4g", row->mean);
        cells->cells[at->l2] = arena_printf(arena, "%.4g", row->l2);
    }
    cells->cells[at->verdict] = !row->same             ? "DIFFERS"
                                : index == e->peak_row ? "same <- peak leaf"
                                                       : "same";
}

static void add_table(struct text *text, const struct execution *e, const struct view *view)
{
    struct table table = {.arena = text->arena};
    struct columns at;
    at.leaf = table_column(&table, "leaf", ALIGN_LEFT);
    at.output = table_column(&table, "output", ALIGN_LEFT);
    at.predicted = table_column(&table, "predicted", ALIGN_RIGHT);
    at.measured = table_column(&table, "measured", ALIGN_RIGHT);
    at.milliseconds = table_column(&table, "ms", ALIGN_RIGHT);
    at.mean = table_column(&table, "mean", ALIGN_RIGHT);
    at.l2 = table_column(&table, "L2", ALIGN_RIGHT);
    at.verdict = table_column(&table, "verdict", ALIGN_LEFT);
    for (int i = 0; i < e->n_rows; i++) add_row(&table, &at, e, i);
    table_write(text, &table, INDENT, view->width);
}

void execution_text(struct text *text, const struct execution *e, const struct view *view)
{
    text_printf(text, "model %s (%s), executed\n\n", e->model->name, e->model->entry);
    add_table(text, e, view);
    text_add(text, "\n");
    for (int i = 0; i < e->n_figures; i++) {
        const struct execution_figure *figure = &e->figures[i];
        bool same = figure->predicted == figure->measured;
        text_printf(text, "%s%s: predicted %s bytes, measured %lld: %s\n", INDENT, figure->what,
                    bytes_string(text->arena, figure->predicted), (long long)figure->measured,
                    same ? "same" : "DIFFERS");
    }
    text_printf(text, "%sworkspace of kernels, most at once: %lld bytes, counted apart\n", INDENT,
                (long long)e->workspace);
    if (e->difference)
        text_printf(text, "\n%serror: %s\n", INDENT, e->difference);
    else
        text_printf(text, "\n%sall %d rows and %d figures are as predicted\n", INDENT, e->n_rows,
                    e->n_figures);
}
