// Predicted against measured, for people.

#include "analyzer/report/execution_tables.h"
#include "analyzer/report/table.h"

#define INDENT "  "

// Where the columns of the table are.
struct columns {
    int leaf, output, predicted, measured, alive, verdict;
};

static const char *number_string(struct arena *arena, int64_t number)
{
    return number == NOT_PREDICTED ? "?" : arena_printf(arena, "%lld", (long long)number);
}

static void add_row(struct table *table, const struct columns *at, const struct execution *e,
                    int index)
{
    struct arena *arena = table->arena;
    const struct execution_row *row = &e->rows[index];
    struct table_row *cells = table_row(table);
    cells->cells[at->leaf] = execution_row_name(arena, row->row);
    cells->cells[at->output] = writer_outputs(arena, row->row, ", ");
    cells->cells[at->predicted] = number_string(arena, row->bytes.predicted);
    cells->cells[at->measured] = number_string(arena, row->bytes.measured);
    cells->cells[at->alive] = number_string(arena, row->alive.measured);
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
    at.alive = table_column(&table, "alive", ALIGN_RIGHT);
    at.verdict = table_column(&table, "verdict", ALIGN_LEFT);
    for (int i = 0; i < e->n_rows; i++) add_row(&table, &at, e, i);
    table_write(text, &table, INDENT, view->width);
}

static void write_figures(struct text *text, const struct execution *e)
{
    for (int i = 0; i < e->n_figures; i++) {
        const struct execution_figure *figure = &e->figures[i];
        text_printf(
            text, INDENT "%s: predicted %s bytes, measured %lld: %s\n",
            execution_figure_words(figure->id), number_string(text->arena, figure->bytes.predicted),
            (long long)figure->bytes.measured, execution_same(figure->bytes) ? "same" : "DIFFERS");
    }
    text_printf(text, INDENT "workspace of all kernels, most at once: %lld bytes, counted apart\n",
                (long long)e->workspace);
}

static void write_some_sizes(struct text *text, const struct execution *e, const char *before,
                             bool chosen, const char *behind)
{
    int n = 0;
    for (int i = 0; i < e->n_sizes; i++) {
        if (e->sizes[i].chosen != chosen) continue;
        text_printf(text, "%s%s = %lld", n++ ? ", " : before, e->sizes[i].name,
                    (long long)e->sizes[i].value);
    }
    if (n) text_add(text, behind);
}

// Which sizes the numbers are of, and how to get others.
static void write_sizes(struct text *text, const struct execution *e)
{
    for (int i = 0; i < e->model->n_inputs; i++) {
        const struct report_input *input = &e->model->inputs[i];
        struct tensor_type type = input->type;
        if (type.dtype == DTYPE_F32) type.dtype = e->dtype;
        text_printf(text, "%s%s%s%s", i ? ", " : INDENT "input ", input->name,
                    *input->name ? ": " : "", tensor_string(text->arena, &type));
    }
    if (e->model->n_inputs) text_add(text, "\n");
    write_some_sizes(text, e, INDENT "at ", false, "\n");
    write_some_sizes(text, e, INDENT "chosen here: ", true, "; --set and --input choose others\n");
}

static void write_model(struct text *text, const struct execution *e, unsigned sections,
                        const struct view *view)
{
    text_printf(text, "model %s (%s), executed%s%s\n", e->model->name, e->model->entry,
                e->dtype == DTYPE_F32 ? "" : " in ",
                e->dtype == DTYPE_F32 ? "" : dtype_name(e->dtype));
    write_sizes(text, e);
    text_add_char(text, '\n');
    add_table(text, e, view);
    text_add(text, "\n");
    if (sections & EXECUTION_HOOKS) execution_hooks_text(text, e, view);
    if (sections & EXECUTION_LAYERS) execution_layers_text(text, e, view);
    if (e->n_repeats) execution_times_text(text, e, view);
    if (e->profile.n_steps) execution_profile_text(text, e, view);
    if (e->compiled.mode) execution_compiled_text(text, e);
    if (e->checkpoints.n) execution_checkpoints_text(text, e);
    write_figures(text, e);
    if (e->difference)
        text_printf(text, "\n" INDENT "error: %s\n", e->difference);
    else
        text_printf(text, "\n" INDENT "all %d rows and %d figures are as predicted\n", e->n_rows,
                    e->n_figures);
}

void text_executions(struct text *text, const struct executions *executions,
                     const struct view *view)
{
    const struct report *report = executions->report;
    bool first = report->n_diags == 0;
    for (int i = 0; i < report->n_diags; i++) findings_write(text, report->diags[i], view->colour);
    for (int i = 0; i < executions->n; i++) {
        if (executions->at[i].failure) continue;
        if (!first) text_add_char(text, '\n');
        write_model(text, &executions->at[i], executions->sections, view);
        first = false;
    }
}
