// What forward hooks on the leaves see: one row a leaf, in the order of first calls.

#include "analyzer/report/execution_tables.h"
#include "analyzer/report/table.h"

#include <math.h>

#define INDENT "  "

struct columns {
    int leaf, calls, output, bytes, mean, l2;
};

// What all calls of a leaf come to.
struct leaf {
    const struct execution_row *largest;
    int64_t n_numbers;
    double sum, squares;
};

static struct leaf leaf_of(const struct execution *e, int first)
{
    struct leaf leaf = {.largest = &e->rows[first]};
    for (int i = first; i < e->n_rows; i++) {
        const struct execution_row *row = &e->rows[i];
        if (!row->row->visible_to_hooks || row->row->scope != leaf.largest->row->scope) continue;
        if (row->bytes.measured > leaf.largest->bytes.measured) leaf.largest = row;
        leaf.n_numbers += row->n_numbers;
        leaf.sum += row->mean * (double)row->n_numbers;
        leaf.squares += row->l2 * row->l2;
    }
    return leaf;
}

static const char *measured_outputs(struct arena *arena, const struct execution_row *row)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < row->n_outputs; i++)
        text_printf(&text, "%s%s", i ? ", " : "", execution_output_string(arena, &row->outputs[i]));
    return text_string(&text);
}

static void add_leaf(struct table *table, const struct columns *at, const struct leaf *leaf)
{
    struct arena *arena = table->arena;
    const struct execution_row *row = leaf->largest;
    const char **cells = table_row(table)->cells;
    cells[at->leaf] = *row->row->name ? row->row->name : "(the model)";
    cells[at->calls] = arena_printf(arena, "%d", row->row->n_calls);
    cells[at->output] = measured_outputs(arena, row);
    cells[at->bytes] = arena_printf(arena, "%lld", (long long)row->bytes.measured);
    if (!leaf->n_numbers) return;
    cells[at->mean] = arena_printf(arena, "%.4g", leaf->sum / (double)leaf->n_numbers);
    cells[at->l2] = arena_printf(arena, "%.4g", sqrt(leaf->squares));
}

void execution_hooks_text(struct text *text, const struct execution *e, const struct view *view)
{
    struct table table = {.arena = text->arena};
    struct columns at;
    bool several = false;
    at.leaf = table_column(&table, "hook on", ALIGN_LEFT);
    at.calls = table_column(&table, "calls", ALIGN_RIGHT);
    at.output = table_column(&table, "output", ALIGN_LEFT);
    at.bytes = table_column(&table, "bytes", ALIGN_RIGHT);
    at.mean = table_column(&table, "mean", ALIGN_RIGHT);
    at.l2 = table_column(&table, "L2", ALIGN_RIGHT);
    for (int i = 0; i < e->n_rows; i++) {
        const struct report_row *row = e->rows[i].row;
        if (!row->visible_to_hooks || row->call > 1) continue;
        struct leaf leaf = leaf_of(e, i);
        several |= row->n_calls > 1;
        add_leaf(&table, &at, &leaf);
    }
    table_write(text, &table, INDENT, view->width);
    if (several)
        text_add(text,
                 INDENT "of several calls: the largest output; mean and L2 over all of them\n");
    text_add_char(text, '\n');
}
