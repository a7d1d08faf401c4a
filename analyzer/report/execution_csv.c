// A run as one line a leaf call or functional op.

#include "analyzer/report/csv_cells.h"
#include "analyzer/report/writer.h"

static const char *number_cell(struct arena *arena, int64_t number)
{
    return number == NOT_PREDICTED ? "" : arena_printf(arena, "%lld", (long long)number);
}

static const char *measured_outputs(struct arena *arena, const struct execution_row *row)
{
    struct text text = {.arena = arena};
    for (int i = 0; i < row->n_outputs; i++)
        text_printf(&text, "%s%s", i ? "; " : "", execution_output_string(arena, &row->outputs[i]));
    return text_string(&text);
}

// All digits that make one number of it again.
static const char *real_cell(struct arena *arena, bool there, double value)
{
    return there ? arena_printf(arena, "%.17g", value) : "";
}

static void write_row(struct text *text, const struct execution *e, int index)
{
    struct arena *arena = text->arena;
    const struct execution_row *row = &e->rows[index];
    const char *cells[] = {
        e->model->entry ? e->model->entry : e->model->name,
        arena_printf(arena, "%d", index),
        row->row->name,
        arena_printf(arena, "%d", row->row->call),
        row->row->op,
        row->row->visible_to_hooks ? "true" : "false",
        writer_outputs(arena, row->row, "; "),
        measured_outputs(arena, row),
        number_cell(arena, row->bytes.predicted),
        number_cell(arena, row->bytes.measured),
        number_cell(arena, row->alive.predicted),
        number_cell(arena, row->alive.measured),
        row->same ? "true" : "false",
        real_cell(arena, row->n_numbers > 0, row->mean),
        real_cell(arena, row->n_numbers > 0, row->l2),
        real_cell(arena, e->n_repeats > 0, row->forward.min),
        real_cell(arena, e->n_repeats > 0, row->forward.median),
        real_cell(arena, e->n_repeats > 0 && e->training, row->backward.min),
        real_cell(arena, e->n_repeats > 0 && e->training, row->backward.median),
    };
    csv_cells(text, (int)(sizeof cells / sizeof *cells), cells);
    text_add_char(text, '\n');
}

void csv_executions(struct text *text, const struct executions *executions, const struct view *view)
{
    (void)view;
    text_add(text, "model,index,leaf,call,op,visible_to_hooks,predicted_outputs,measured_outputs,"
                   "predicted_bytes,measured_bytes,predicted_alive_bytes,measured_alive_bytes,"
                   "same,mean,l2,min_seconds,median_seconds,backward_min_seconds,"
                   "backward_median_seconds\n");
    for (int i = 0; i < executions->n; i++)
        for (int row = 0; row < executions->at[i].n_rows; row++)
            write_row(text, &executions->at[i], row);
}
