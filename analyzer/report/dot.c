// The graph for Graphviz: a box for each call of a leaf, functional op and input, a frame for each
// module, an arrow for each tensor. The peak leaf is filled.

#include "analyzer/report/execution.h"
#include "analyzer/report/writer.h"
#include "ir/base/text.h"

struct drawing {
    struct text *text;
    const struct report *report;
    const struct report_model *model;
    const char *prefix;            // of ids, so that several models can stand in one graph
    int *row_of;                   // by node: the row that it belongs to, or -1
    bool *drawn;                   // by value: its box is there already
    int *first_frame, *next_frame; // by row, by module: which begins here, or -1
    VEC(int) ends;                 // of the open frames, innermost last: the row behind them
};

// Within the quotes of a label.
static void add_escaped(struct text *text, const char *words)
{
    for (const char *c = text_printable(text->arena, words); *c; c++) {
        if (*c == '"' || *c == '\\') text_add_char(text, '\\');
        text_add_char(text, *c);
    }
}

static void add_indent(struct drawing *d, int depth)
{
    for (int i = 0; i <= depth; i++) text_add(d->text, "  ");
}

// ---- boxes

static const char *bytes_label(struct drawing *d, const struct quantity *bytes)
{
    struct arena *arena = d->text->arena;
    const char *unit = quantity_unit(arena, *bytes);
    if (*unit) return unit;
    return arena_printf(arena, "%s bytes", quantity_string(arena, *bytes));
}

static void add_row(struct drawing *d, int index, int depth)
{
    const struct report_row *row = &d->model->rows[index];
    bool peak = d->model->n_peaks[0] && d->model->peaks[0][0].row == index;
    add_indent(d, depth);
    text_printf(d->text, "%sr%d [label=\"", d->prefix, index);
    add_escaped(d->text, *row->name ? row->name : row->op);
    if (row->call > 1) text_printf(d->text, ", call %d", row->call);
    if (*row->name && (row->visible_to_hooks || row->aside)) {
        text_add(d->text, "\\n");
        add_escaped(d->text, row->op);
    }
    text_add(d->text, "\\n");
    add_escaped(d->text, writer_outputs(d->text->arena, row, "; "));
    text_add(d->text, "\\n");
    add_escaped(d->text, bytes_label(d, &row->bytes[0]));
    text_printf(d->text, "\"%s%s];\n", row->visible_to_hooks ? "" : ", style=dashed",
                peak ? ", style=filled, fillcolor=\"#f6c6b4\"" : "");
}

// Calls of modules by the row that they begin at: those that end later come first, so outer ones.
static void find_frames(struct drawing *d)
{
    const struct report_model *model = d->model;
    d->first_frame = arena_array(d->text->arena, int, model->n_rows + 1);
    d->next_frame = arena_array(d->text->arena, int, model->n_modules + 1);
    for (int i = 0; i < model->n_rows; i++) d->first_frame[i] = -1;
    for (int i = 0; i < model->n_modules; i++) {
        const struct report_module *module = &model->modules[i];
        if (!module->n_rows || !*module->row.name) continue;
        d->next_frame[i] = d->first_frame[module->first_row];
        d->first_frame[module->first_row] = i;
    }
}

static void open_frames(struct drawing *d, int row)
{
    for (int i = d->first_frame[row]; i >= 0; i = d->next_frame[i]) {
        const struct report_module *module = &d->model->modules[i];
        add_indent(d, d->ends.n);
        text_printf(d->text, "subgraph cluster_%s_%d {\n", d->prefix, i);
        *vec_push(d->text->arena, &d->ends) = module->first_row + module->n_rows;
        add_indent(d, d->ends.n);
        text_add(d->text, "label=\"");
        add_escaped(d->text, module->row.name);
        text_add(d->text, "\";\n");
    }
}

static void close_frames(struct drawing *d, int row)
{
    while (d->ends.n && d->ends.at[d->ends.n - 1] <= row) {
        d->ends.n--;
        add_indent(d, d->ends.n);
        text_add(d->text, "}\n");
    }
}

static void add_rows(struct drawing *d)
{
    find_frames(d);
    for (int i = 0; i < d->model->n_rows; i++) {
        close_frames(d, i);
        open_frames(d, i);
        add_row(d, i, d->ends.n);
    }
    close_frames(d, d->model->n_rows);
}

// ---- arrows

static void find_rows(struct drawing *d)
{
    const struct report_model *model = d->model;
    int n = model->program->nodes.n;
    d->row_of = arena_array(d->text->arena, int, n + 1);
    for (int i = 0; i < n; i++) d->row_of[i] = -1;
    for (int i = 0; i < model->n_rows; i++) {
        const struct report_row *row = &model->rows[i];
        for (node_id id = row->first_node; id && id <= row->last_node; id++) d->row_of[id] = i;
    }
}

static bool is_input(const struct drawing *d, const struct value *value)
{
    return !value->producer && value->storage &&
           program_storage(d->model->program, value->storage)->kind == STORAGE_INPUT;
}

static void add_input(struct drawing *d, value_id id)
{
    const struct value *value = program_value(d->model->program, id);
    struct tensor_type type = value_type(value);
    if (d->drawn[id]) return;
    d->drawn[id] = true;
    text_printf(d->text, "  %sv%u [shape=ellipse, label=\"", d->prefix, id);
    add_escaped(d->text, value->name ? value->name : "input");
    text_add(d->text, "\\n");
    if (!(value->flags & VALUE_POISONED))
        add_escaped(d->text,
                    writer_type(d->text->arena, &type, d->model->program->manner->innermost_first));
    text_add(d->text, "\"];\n");
}

// From where the operand was made, through nodes that belong to no row.
static void add_arrow(struct drawing *d, value_id from, int to)
{
    const struct program *p = d->model->program;
    const struct value *value = program_value(p, from);
    if (value->producer && d->row_of[value->producer] >= 0) {
        int row = d->row_of[value->producer];
        if (row != to) text_printf(d->text, "  %sr%d -> %sr%d;\n", d->prefix, row, d->prefix, to);
    } else if (is_input(d, value)) {
        add_input(d, from);
        text_printf(d->text, "  %sv%u -> %sr%d;\n", d->prefix, from, d->prefix, to);
    }
}

static void add_arrows(struct drawing *d)
{
    const struct program *p = d->model->program;
    d->drawn = arena_array(d->text->arena, bool, p->values.n);
    for (node_id id = 1; id < (node_id)p->nodes.n; id++) {
        const struct node *node = program_node(p, id);
        if (d->row_of[id] < 0) continue;
        for (int i = 0; i < node->n_in; i++)
            if (node->in[i]) add_arrow(d, node->in[i], d->row_of[id]);
    }
}

// ---- the whole

static void add_model(struct text *text, const struct report *report,
                      const struct report_model *model, const char *prefix)
{
    struct drawing d = {.text = text, .report = report, .model = model, .prefix = prefix};
    text_add(text, "digraph \"");
    add_escaped(text, model->name);
    text_add(text, "\" {\n  node [shape=box, fontname=\"sans-serif\"];\n"
                   "  graph [fontname=\"sans-serif\"];\n");
    find_rows(&d);
    add_rows(&d);
    add_arrows(&d);
    text_add(text, "}\n");
}

// A graph for each model, one after another, as dot reads them.
void dot_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    for (int i = 0; i < report->n_models; i++)
        add_model(text, report, &report->models[i], arena_printf(text->arena, "m%d", i));
    if (!report->n_models) text_add(text, "digraph \"no model\" {\n}\n");
}

void dot_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    add_model(text, c->a.report, c->a.model, "a");
    add_model(text, c->b.report, c->b.model, "b");
}

void dot_executions(struct text *text, const struct executions *executions, const struct view *view)
{
    dot_report(text, executions->report, view);
}
