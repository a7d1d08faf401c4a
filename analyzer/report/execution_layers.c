// What full backward hooks on the leaves see, and what becomes of the gradients on their way.

#include "analyzer/report/execution_tables.h"
#include "analyzer/report/table.h"

#define INDENT "  "

static void write_passes(struct text *text, const struct execution_backward *b)
{
    int n_outputs = b->n_losses - b->n_passes;
    text_printf(text, INDENT "backward where the program calls nn_backward");
    if (b->n_passes > 1) text_printf(text, ", %d times", b->n_passes);
    if (n_outputs)
        text_printf(text, ", then from the sum of all elements of %d output%s", n_outputs,
                    n_outputs > 1 ? "s" : "");
    text_printf(text, "; the loss%s %.6g\n", b->n_losses > 1 ? "es add up to" : " is", b->loss);
}

static void write_loss(struct text *text, const struct execution_backward *b)
{
    if (b->n_passes)
        write_passes(text, b);
    else if (b->own_loss)
        text_printf(text, INDENT "backward from the model's own loss, its output, which is %.6g\n",
                    b->loss);
    else
        text_printf(text,
                    INDENT
                    "backward from the sum of all elements of %s, which is %.6g; an output of "
                    "one element would be taken for the loss\n",
                    b->n_losses == 1 ? "its output"
                                     : arena_printf(text->arena, "its %d outputs", b->n_losses),
                    b->loss);
}

static const char *norm_string(struct arena *arena, double l2)
{
    return l2 < 0.0 ? "-" : arena_printf(arena, "%.4g", l2);
}

static void write_table(struct text *text, const struct execution *e, const struct view *view)
{
    struct arena *arena = text->arena;
    struct table table = {.arena = arena};
    int leaf = table_column(&table, "backward hook on", ALIGN_LEFT);
    int output = table_column(&table, "L2 of grad_output", ALIGN_RIGHT);
    int input = table_column(&table, "of grad_input", ALIGN_RIGHT);
    int parameters = table_column(&table, "of its parameters' gradients", ALIGN_RIGHT);
    for (int i = 0; i < e->backward.n_layers; i++) {
        const struct execution_layer *layer = &e->backward.layers[i];
        const char **cells = table_row(&table)->cells;
        cells[leaf] = execution_row_name(arena, e->rows[layer->row].row);
        cells[output] = norm_string(arena, layer->output_l2);
        cells[input] = norm_string(arena, layer->input_l2);
        cells[parameters] = norm_string(arena, layer->parameters_l2);
    }
    table_write(text, &table, INDENT, view->width);
}

// Steady ones, too: that nothing is wrong is an answer.
static void write_flow(struct text *text, const struct execution *e)
{
    static const char *const words[] = {
        [FLOW_STEADY] = "gradients neither vanish nor explode",
        [FLOW_VANISHING] = "gradients vanish",
        [FLOW_EXPLODING] = "gradients explode",
        [FLOW_NOT_FINITE] = "gradients are no finite numbers",
    };
    const struct execution_backward *b = &e->backward;
    if (b->flow == FLOW_UNKNOWN) return;
    const struct execution_layer *last = &b->layers[b->last];
    const char *at = execution_row_name(text->arena, e->rows[last->row].row);
    const char *from = execution_row_name(text->arena, e->rows[b->layers[b->first].row].row);
    text_printf(text, INDENT "%s: ", words[b->flow]);
    if (b->flow == FLOW_NOT_FINITE || last->output_l2 == 0.0)
        text_printf(text, "%.4g at %s, %.4g at %s\n", last->output_l2, at,
                    b->layers[b->first].output_l2, from);
    else
        text_printf(text, "%.3gx %s at %s than at %s\n", b->ratio < 1.0 ? 1.0 / b->ratio : b->ratio,
                    b->ratio < 1.0 ? "larger" : "smaller", at, from);
}

void execution_layers_text(struct text *text, const struct execution *e, const struct view *view)
{
    if (!e->backward.n_losses) {
        text_add(text, INDENT "no output needs a gradient, so nothing was run backward\n\n");
        return;
    }
    write_loss(text, &e->backward);
    write_table(text, e, view);
    write_flow(text, e);
    text_add_char(text, '\n');
}
