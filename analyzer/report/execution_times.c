// How long each leaf takes, beside the bytes of its outputs.

#include "analyzer/report/execution_tables.h"
#include "analyzer/report/table.h"

#define INDENT "  "

struct columns {
    int leaf, bytes, min, median, back_min, back_median, share;
};

static double median_of(const struct execution_row *row)
{
    return row->forward.median + row->backward.median;
}

static double total_of(const struct execution *e)
{
    double sum = 0.0;
    for (int i = 0; i < e->n_rows; i++) sum += median_of(&e->rows[i]);
    return sum;
}

static const char *percent_string(struct arena *arena, double part, double whole)
{
    return arena_printf(arena, "%.1f %%", whole > 0.0 ? 100.0 * part / whole : 0.0);
}

static void add_row(struct table *table, const struct columns *at, const struct execution *e,
                    int index, double total)
{
    struct arena *arena = table->arena;
    const struct execution_row *row = &e->rows[index];
    const char **cells = table_row(table)->cells;
    cells[at->leaf] = execution_row_name(arena, row->row);
    cells[at->bytes] = arena_printf(arena, "%lld", (long long)row->bytes.measured);
    cells[at->min] = arena_printf(arena, "%.4f", row->forward.min * 1e3);
    cells[at->median] = arena_printf(arena, "%.4f", row->forward.median * 1e3);
    cells[at->share] = percent_string(arena, median_of(row), total);
    if (!e->training) return;
    cells[at->back_min] = arena_printf(arena, "%.4f", row->backward.min * 1e3);
    cells[at->back_median] = arena_printf(arena, "%.4f", row->backward.median * 1e3);
}

// Is the leaf that takes the most memory the one that takes the most time?
static void write_bottleneck(struct text *text, const struct execution *e, double total)
{
    if (e->peak_row < 0 || e->slowest_row < 0) return;
    struct arena *arena = text->arena;
    const struct execution_row *largest = &e->rows[e->peak_row],
                               *slowest = &e->rows[e->slowest_row];
    const char *large = execution_row_name(arena, largest->row);
    const char *large_share = percent_string(arena, median_of(largest), total);
    if (largest == slowest)
        text_printf(text, INDENT "the memory bottleneck is the time bottleneck: %s takes %s\n",
                    large, large_share);
    else
        text_printf(text,
                    INDENT "the memory bottleneck is not the time bottleneck: %s takes %s of the "
                           "time, %s takes %s\n",
                    large, large_share, execution_row_name(arena, slowest->row),
                    percent_string(arena, median_of(slowest), total));
}

void execution_times_text(struct text *text, const struct execution *e, const struct view *view)
{
    struct table table = {.arena = text->arena};
    struct columns at = {0};
    double total = total_of(e);
    at.leaf = table_column(&table, "leaf", ALIGN_LEFT);
    at.bytes = table_column(&table, "bytes", ALIGN_RIGHT);
    at.min = table_column(&table, "min ms", ALIGN_RIGHT);
    at.median = table_column(&table, "median ms", ALIGN_RIGHT);
    if (e->training) {
        at.back_min = table_column(&table, "backward: min ms", ALIGN_RIGHT);
        at.back_median = table_column(&table, "median ms", ALIGN_RIGHT);
    }
    at.share = table_column(&table, "of the time", ALIGN_RIGHT);
    for (int i = 0; i < e->n_rows; i++) add_row(&table, &at, e, i, total);
    table_write(text, &table, INDENT, view->width);
    text_printf(text, INDENT "time of kernels over %s, after a first run that is not counted\n",
                text_count(text->arena, e->n_repeats, "run", "runs"));
    write_bottleneck(text, e, total);
    text_add_char(text, '\n');
}
