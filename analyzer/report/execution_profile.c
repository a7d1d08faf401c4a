// Kernels by what they took, for people.

#include "analyzer/report/execution_tables.h"
#include "analyzer/report/table.h"

#include <inttypes.h>

#define INDENT "  "
#define NO_COLUMN (-1)

struct columns {
    int name, self, share, calls, predicted, average, bytes;
};

static double total_of(const struct execution_profile *profile)
{
    double sum = 0.0;
    for (int i = 0; i < profile->n_kernels; i++) sum += profile->kernels[i].seconds;
    return sum;
}

static void add_row(struct table *table, const struct columns *at,
                    const struct execution_kernel *kernel, double total)
{
    struct arena *arena = table->arena;
    const char **cells = table_row(table)->cells;
    double share = total > 0.0 ? 100.0 * kernel->seconds / total : 0.0;
    cells[at->name] = kernel->name;
    cells[at->self] = arena_printf(arena, "%.3f", kernel->seconds * 1e3);
    cells[at->share] = arena_printf(arena, "%.1f %%", share);
    cells[at->calls] = arena_printf(arena, "%" PRId64, kernel->calls);
    if (at->predicted != NO_COLUMN)
        cells[at->predicted] = arena_printf(arena, "%" PRId64 "%s", kernel->predicted,
                                            kernel->predicted == kernel->calls ? "" : " DIFFERS");
    cells[at->average] = arena_printf(
        arena, "%.2f", kernel->calls ? kernel->seconds * 1e6 / (double)kernel->calls : 0.0);
    cells[at->bytes] = arena_printf(arena, "%" PRId64, kernel->bytes);
}

void execution_profile_text(struct text *text, const struct execution *e, const struct view *view)
{
    const struct execution_profile *profile = &e->profile;
    struct table table = {.arena = text->arena};
    double total = total_of(profile);
    struct columns at;
    at.name = table_column(&table, "kernel", ALIGN_LEFT);
    at.self = table_column(&table, "self CPU ms", ALIGN_RIGHT);
    at.share = table_column(&table, "share", ALIGN_RIGHT);
    at.calls = table_column(&table, "calls", ALIGN_RIGHT);
    at.predicted = e->model ? table_column(&table, "predicted", ALIGN_RIGHT) : NO_COLUMN;
    at.average = table_column(&table, "average us", ALIGN_RIGHT);
    at.bytes = table_column(&table, "bytes made", ALIGN_RIGHT);
    for (int i = 0; i < profile->n_kernels; i++) add_row(&table, &at, &profile->kernels[i], total);
    table_write(text, &table, INDENT, view->width);
    const char *steps = text_count(text->arena, profile->n_steps, "step", "steps");
    if (e->model)
        text_printf(text, INDENT "%s, forward%s, after a first one that is not counted\n\n", steps,
                    e->training ? " and backward" : "");
    else
        text_printf(text, INDENT "%s\n", steps);
}
