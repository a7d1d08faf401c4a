// The report for people: a table a model, what stands out in it, the findings.

#include "analyzer/report/at_table.h"
#include "analyzer/report/conditions.h"
#include "analyzer/report/table.h"
#include "analyzer/report/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_SHOWN_ARGS 40
#define MAX_SHOWN_CONDITION 60

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define RED "\033[31m"
#define YELLOW "\033[1;33m"
#define RESET "\033[0m"

// Asked dtypes of one element size share a column: "f16/bf16".
struct byte_columns {
    int n;
    int dtype[MAX_ASKED_DTYPES]; // the first of each
    const char *name[MAX_ASKED_DTYPES];
};

// f16 and bf16 have the same bytes in every row: one column says it once.
static struct byte_columns columns_of(struct arena *arena, const struct report *report)
{
    struct byte_columns columns = {0};
    for (int d = 0; d < report->n_dtypes; d++) {
        const char *name = dtype_name(report->dtypes[d]);
        int same = 0;
        while (same < columns.n && dtype_block_bytes(report->dtypes[columns.dtype[same]]) !=
                                       dtype_block_bytes(report->dtypes[d]))
            same++;
        if (same < columns.n) {
            columns.name[same] = arena_printf(arena, "%s/%s", columns.name[same], name);
            continue;
        }
        columns.dtype[columns.n] = d;
        columns.name[columns.n++] = name;
    }
    return columns;
}

// "1024 bytes (f16/bf16: 512, f64: 2048)"; the first dtype is only named where
// there is no f32 to be taken for granted.
static const char *bytes_string(struct arena *arena, const struct byte_columns *columns,
                                const struct quantity *bytes)
{
    struct text text = {.arena = arena};
    struct quantity first = bytes[columns->dtype[0]];
    const char *unit = quantity_unit(arena, first);
    text_printf(&text, "%s bytes", quantity_string(arena, first));
    if (*unit) text_printf(&text, " = %s", unit);
    bool plain = !strcmp(columns->name[0], "f32");
    if (plain && columns->n == 1) return text_string(&text);
    text_add(&text, " (");
    if (!plain) text_add(&text, columns->name[0]);
    for (int i = 1; i < columns->n; i++)
        text_printf(&text, "%s%s: %s", i > 1 || !plain ? ", " : "", columns->name[i],
                    quantity_string(arena, bytes[columns->dtype[i]]));
    text_add(&text, ")");
    return text_string(&text);
}

// ---- the table

// Everything that the table of one model needs while it is made.
struct text_table {
    struct text *text;
    const struct report *report;
    const struct report_model *model;
    const struct view *view;
    struct byte_columns bytes;
    struct table table;
    int name, op, output, first_bytes, parameters, flops, line, remark;
};

static const char *outputs_string(struct arena *arena, const struct report_row *row)
{
    return row->n_outputs == 0 ? "nothing" : writer_outputs(arena, row, ", ");
}

// The line alone where it is in the model's own file, which the heading names.
static const char *line_string(struct arena *arena, const struct report_model *model,
                               const struct site *site)
{
    if (!site || !site->line) return "";
    bool other_file = site->file && model->site && model->site->file &&
                      strcmp(site->file, model->site->file) != 0;
    if (other_file) return arena_printf(arena, "%s:%d", site->file, site->line);
    return arena_printf(arena, "%d", site->line);
}

// Long lists of arguments would push the numbers off the screen; --why has them all.
static const char *op_string(struct arena *arena, const struct report_row *row)
{
    if (!*row->args) return row->op;
    if (strlen(row->args) <= MAX_SHOWN_ARGS)
        return arena_printf(arena, "%s(%s)", row->op, row->args);
    return arena_printf(arena, "%s(%.*s...)", row->op, MAX_SHOWN_ARGS, row->args);
}

// What tells this row from the others: its name, how often it runs, which call.
static const char *name_string(struct arena *arena, const struct report_row *row)
{
    const char *name = *row->name ? row->name : "(the model)";
    if (row->times) name = arena_printf(arena, "%s, x %s", name, sym_string(arena, row->times));
    return row->call > 1 ? arena_printf(arena, "%s, call %d", name, row->call) : name;
}

// The same cells for leaves, functional ops and folded modules.
static void fill_row(struct text_table *t, struct table_row *cells, const struct report_row *row)
{
    struct arena *arena = t->text->arena;
    cells->cells[t->name] = name_string(arena, row);
    cells->cells[t->op] = op_string(arena, row);
    cells->cells[t->output] = outputs_string(arena, row);
    for (int i = 0; i < t->bytes.n; i++)
        cells->cells[t->first_bytes + i] = quantity_string(arena, row->bytes[t->bytes.dtype[i]]);
    // A module's parameters are counted at its first call.
    if (row->call == 1 && !sym_is(row->parameters.value, 0))
        cells->cells[t->parameters] = quantity_string(arena, row->parameters);
    cells->cells[t->flops] = quantity_string(arena, row->flops);
    cells->cells[t->line] = line_string(arena, t->model, row->made);
}

// Colour stands around the row, not in the cells, so that widths stay right.
static void paint(struct text_table *t, struct table_row *cells, const char *colour)
{
    if (t->view->colour != COLOUR_ALWAYS) return;
    cells->before = colour;
    cells->after = RESET;
}

// NULL where the row is no peak, under no condition.
static const struct report_peak *peak_at(const struct report_model *model, int row)
{
    for (int i = 0; i < model->n_peaks[0]; i++) {
        if (model->peaks[0][i].row == row) return &model->peaks[0][i];
    }
    return NULL;
}

static const char *peak_remark(struct arena *arena, const struct report_peak *peak)
{
    return peak->condition ? arena_printf(arena, "<- peak leaf if %s", peak->condition)
                           : "<- peak leaf";
}

// Remarks and colours, by what matters most: an error, the peak, an op that hooks
// cannot see.
static void add_row(struct text_table *t, int index)
{
    const struct report_row *row = &t->model->rows[index];
    struct table_row *cells = table_row(&t->table);
    fill_row(t, cells, row);
    const struct report_peak *peak = peak_at(t->model, index);
    if (peak) {
        cells->cells[t->remark] = peak_remark(t->text->arena, peak);
        paint(t, cells, YELLOW);
    } else if (!row->visible_to_hooks) {
        cells->cells[t->remark] = "no hook sees it";
        paint(t, cells, FAINT);
    }
    if (row->poisoned) paint(t, cells, RED);
}

// The row of a module tells where the peak went, so that folding hides nothing.
static void add_folded(struct text_table *t, const struct report_module *module)
{
    struct arena *arena = t->text->arena;
    struct table_row *cells = table_row(&t->table);
    fill_row(t, cells, &module->row);
    const char *rows = arena_printf(arena, "%d rows folded", module->n_rows);
    for (int i = module->first_row; i < module->first_row + module->n_rows; i++) {
        const struct report_peak *peak = peak_at(t->model, i);
        if (!peak) continue;
        rows = arena_printf(arena, "%s %s: %s", rows, peak_remark(arena, peak),
                            t->model->rows[i].name);
        paint(t, cells, YELLOW);
    }
    cells->cells[t->remark] = rows;
}

// The module to fold whose first row this is; NULL: show the row itself. It is the
// outermost called one that lies deep enough: an item of a list (`down.0`) stands
// for the list, which is never called itself.
static const struct report_module *module_at(const struct text_table *t, int row)
{
    const struct report_module *outermost = NULL;
    if (t->view->depth == ANY_DEPTH) return NULL;
    for (int i = 0; i < t->model->n_modules; i++) {
        const struct report_module *module = &t->model->modules[i];
        if (module->first_row != row || !module->n_rows) continue;
        if (module->row.depth < t->view->depth) continue;
        if (!outermost || module->row.depth < outermost->row.depth) outermost = module;
    }
    return outermost;
}

static void add_columns(struct text_table *t)
{
    struct arena *arena = t->text->arena;
    t->name = table_column(&t->table, "leaf", ALIGN_LEFT);
    t->op = table_column(&t->table, "op", ALIGN_LEFT);
    t->output = table_column(&t->table, "output", ALIGN_LEFT);
    t->first_bytes = t->table.n_columns;
    for (int i = 0; i < t->bytes.n; i++)
        table_column(&t->table,
                     i ? t->bytes.name[i] : arena_printf(arena, "bytes: %s", t->bytes.name[0]),
                     ALIGN_RIGHT);
    t->parameters = table_column(&t->table, "params", ALIGN_RIGHT);
    t->flops = table_column(&t->table, "flops", ALIGN_RIGHT);
    t->line = table_column(&t->table, "line", ALIGN_RIGHT);
    t->remark = table_column(&t->table, "", ALIGN_LEFT);
}

// Rows in order of execution; a folded module stands where its first row stood.
static void write_table(struct text_table *t)
{
    t->table.arena = t->text->arena;
    add_columns(t);
    for (int i = 0; i < t->model->n_rows;) {
        const struct report_module *module = module_at(t, i);
        if (module)
            add_folded(t, module);
        else
            add_row(t, i);
        i += module ? module->n_rows : 1;
    }
    table_write(t->text, &t->table, "  ");
}

// ---- what stands out

__attribute__((format(printf, 3, 4))) static void
write_fact(struct text_table *t, const char *label, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t size = (size_t)vsnprintf(NULL, 0, format, arguments) + 1;
    char *message = arena_alloc(t->text->arena, size);
    vsnprintf(message, size, format, again);
    va_end(arguments);
    va_end(again);
    bool coloured = t->view->colour == COLOUR_ALWAYS;
    text_printf(t->text, "  %s%-14s%s %s\n", coloured ? BOLD : "", label, coloured ? RESET : "",
                message);
}

static void per_dtype(const struct report *report, const struct report_peak *peaks,
                      struct quantity *bytes)
{
    for (int d = 0; d < report->n_dtypes; d++) bytes[d] = peaks[d].bytes;
}

static void write_peak(struct text_table *t)
{
    struct arena *arena = t->text->arena;
    const struct report_model *model = t->model;
    for (int i = 0; i < model->n_peaks[0]; i++) {
        const struct report_peak *peak = &model->peaks[0][i];
        if (peak->row < 0) {
            write_fact(t, "peak leaf", "%s",
                       model->n_leaf_rows ? "not known" : "none: no leaf is called");
            continue;
        }
        struct quantity bytes[MAX_ASKED_DTYPES];
        for (int d = 0; d < t->report->n_dtypes; d++) bytes[d] = model->rows[peak->row].bytes[d];
        bytes[0] = peak->bytes;
        write_fact(t, i ? "" : "peak leaf", "`%s`: %s%s%s",
                   name_string(arena, &model->rows[peak->row]),
                   bytes_string(arena, &t->bytes, bytes), peak->condition ? " if " : "",
                   peak->condition ? peak->condition : "");
    }
    if (model->n_peaks[0] > 1 && !model->peaks[0][0].condition)
        write_fact(t, "", "which of them depends on the symbols");
}

// An output that is larger than the peak leaf's and that nobody could have measured
// with hooks.
static void write_missed(struct text_table *t)
{
    const struct report_model *model = t->model;
    const struct report_peak *largest = &model->largest[0];
    if (largest->row < 0 || model->rows[largest->row].visible_to_hooks) return;
    struct quantity bytes[MAX_ASKED_DTYPES];
    per_dtype(t->report, model->largest, bytes);
    write_fact(t, "larger still", "`%s`: %s; a functional op, hooks would have missed it",
               model->rows[largest->row].name, bytes_string(t->text->arena, &t->bytes, bytes));
}

// The figure of the script that most people have, wherever it is another one.
static void write_reference(struct text_table *t)
{
    const struct report_model *model = t->model;
    const struct report_reference *reference = &model->reference;
    if (!reference->differs) return;
    if (reference->fails) {
        write_fact(t, "reference", "a hook that calls numel() fails: %s", reference->fails);
        return;
    }
    struct quantity bytes[MAX_ASKED_DTYPES];
    per_dtype(t->report, reference->peak, bytes);
    write_fact(t, "reference", "`%s`: %s, where only the last call of each leaf is kept",
               model->rows[reference->peak[0].row].name,
               bytes_string(t->text->arena, &t->bytes, bytes));
}

static const char *live_string(struct text_table *t, const struct report_live *live)
{
    struct quantity bytes[MAX_ASKED_DTYPES] = {0};
    for (int d = 0; d < t->report->n_dtypes; d++) bytes[d] = live[d].bytes;
    return bytes_string(t->text->arena, &t->bytes, bytes);
}

// Many conditions on several symbols at once are no help to the eye; the JSON report has them.
static bool shows_pieces(const struct report_live *live)
{
    for (int i = 0; i < live->n_pieces; i++)
        if (strlen(live->pieces[i].condition) > MAX_SHOWN_CONDITION) return false;
    return live->n_pieces > 1;
}

static void write_live_pieces(struct text_table *t, const struct report_live *live)
{
    struct arena *arena = t->text->arena;
    if (!shows_pieces(live)) {
        if (live->n_pieces > 1)
            write_fact(t, "", "the largest of %d moments, which one depends on the symbols",
                       live->n_pieces);
        return;
    }
    for (int i = 0; i < live->n_pieces; i++) {
        const struct report_live_piece *piece = &live->pieces[i];
        write_fact(t, "", "%s if %s%s%s", quantity_string(arena, piece->bytes), piece->condition,
                   piece->moment ? ", " : "", piece->moment ? piece->moment : "");
    }
}

// The moment, and who is alive then.
static void write_live(struct text_table *t)
{
    struct arena *arena = t->text->arena;
    const struct report_live *live = &t->model->live[0];
    if (!quantity_known(live->bytes)) {
        if (live->bytes.reason) write_fact(t, "peak live", "not known: %s", live->bytes.reason);
        return;
    }
    bool pieces = shows_pieces(live);
    write_fact(t, "peak live", "%s%s%s", live_string(t, t->model->live),
               live->moment && !pieces ? ", " : "", live->moment && !pieces ? live->moment : "");
    if (pieces) {
        write_live_pieces(t, live);
        write_fact(t, "", "%s:", live->moment ? live->moment : "in the first of them");
    }
    for (int i = 0; i < live->n_holders; i++)
        write_fact(t, "", "  `%s`: %s", live->holders[i].name,
                   quantity_string(arena, live->holders[i].bytes));
    if (live->n_alive > live->n_holders)
        write_fact(t, "", "  and %d smaller ones", live->n_alive - live->n_holders);
    if (!pieces) write_live_pieces(t, live);
    struct syms *syms = t->model->program->syms;
    struct quantity whole =
        quantity_add(syms, t->model->live_training[0].bytes,
                     quantity_add(syms, t->model->parameter_bytes[0], t->model->buffer_bytes[0]));
    write_fact(t, "in training", "%s; with parameters and buffers %s",
               live_string(t, t->model->live_training), quantity_string(arena, whole));
    write_live_pieces(t, t->model->live_training);
}

// Figures of the whole model. Parameters and buffers are left out where there are
// none; the total never is, for zero is an answer there.
static void write_sums(struct text_table *t)
{
    struct arena *arena = t->text->arena;
    const struct report_model *model = t->model;
    write_fact(t, "total", "%s in %d leaf call%s", bytes_string(arena, &t->bytes, model->total),
               model->n_leaf_rows, model->n_leaf_rows == 1 ? "" : "s");
    if (quantity_known(model->parameters) && !sym_is(model->parameters.value, 0))
        write_fact(t, "parameters", "%s, %s", quantity_string(arena, model->parameters),
                   bytes_string(arena, &t->bytes, model->parameter_bytes));
    if (quantity_known(model->buffer_bytes[0]) && !sym_is(model->buffer_bytes[0].value, 0))
        write_fact(t, "buffers", "%s", bytes_string(arena, &t->bytes, model->buffer_bytes));
    write_fact(t, "flops", "%s", quantity_string(arena, model->flops));
    for (int i = 0; i < model->n_uncalled; i++)
        write_fact(t, i ? "" : "never called", "`%s`", model->uncalled[i]);
}

static const char *budget_verdict(enum verdict verdict)
{
    static const char *const words[] = {"kept", "broken", "open"};
    return words[verdict];
}

// Kept budgets are shown as well: silence would not tell them from unread ones.
static void write_budgets(struct text_table *t)
{
    for (int i = 0; i < t->model->n_budgets; i++) {
        const struct report_budget *budget = &t->model->budgets[i];
        write_fact(t, i ? "" : "budget", "%s: %s, %s bytes", budget->text,
                   budget_verdict(budget->proof.verdict),
                   quantity_string(t->text->arena, budget->bytes));
    }
}

// ---- a model

// What the numbers below hold for: entry, condition, assumptions, inputs.
static void write_heading(struct text_table *t)
{
    struct arena *arena = t->text->arena;
    const struct report_model *model = t->model;
    bool coloured = t->view->colour == COLOUR_ALWAYS;
    text_printf(t->text, "%s%s%s", coloured ? BOLD : "", model->entry ? model->entry : model->name,
                coloured ? RESET : "");
    if (model->condition) text_printf(t->text, ", if %s", model->condition);
    text_add_char(t->text, '\n');
    for (int i = 0; i < model->n_assumptions; i++)
        if (!conditions_say(model, model->assumptions[i]))
            text_printf(t->text, "  assumed: %s\n", model->assumptions[i]);
    for (int i = 0; i < model->n_inputs; i++) {
        const char *conditions = conditions_string(arena, model, i);
        text_printf(t->text, "  input%s%s: %s%s%s\n", *model->inputs[i].name ? " " : "",
                    model->inputs[i].name, tensor_string(arena, &model->inputs[i].type),
                    *conditions ? " with " : "", conditions);
    }
    if (model->incomplete) text_printf(t->text, "  incomplete: %s\n", model->incomplete);
    text_add_char(t->text, '\n');
}

// The derivation stands instead of the table: who asks for one leaf wants one leaf.
static void write_why(struct text_table *t)
{
    for (int i = 0; i < t->model->n_why; i++) {
        const struct report_reason *reason = &t->model->why[i];
        const char *place = reason->site ? site_string(t->text->arena, reason->site) : "";
        write_fact(t, reason->label, "%s%s%s", reason->text, *place ? "   " : "", place);
    }
}

static void write_model(struct text *text, const struct report *report,
                        const struct report_model *model, const struct view *view)
{
    struct text_table t = {.text = text,
                           .report = report,
                           .model = model,
                           .view = view,
                           .bytes = columns_of(text->arena, report)};
    write_heading(&t);
    if (model->n_why) {
        write_why(&t);
        return;
    }
    if (model->n_at) {
        at_table(text, report, model);
        return;
    }
    write_table(&t);
    text_add_char(text, '\n');
    write_peak(&t);
    write_missed(&t);
    write_reference(&t);
    write_live(&t);
    write_sums(&t);
    write_budgets(&t);
}

static void write_findings(struct text *text, const struct report *report, const struct view *view)
{
    for (int i = 0; i < report->n_diags; i++) findings_write(text, report->diags[i], view->colour);
}

void text_report(struct text *text, const struct report *report, const struct view *view)
{
    write_findings(text, report, view);
    for (int i = 0; i < report->n_models; i++) {
        if (i || report->n_diags) text_add_char(text, '\n');
        write_model(text, report, &report->models[i], view);
    }
}

// ---- two models side by side

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

// One line a fact, one column a side.
static void add_sides(struct table *table, const struct comparison *c)
{
    struct arena *arena = table->arena;
    const struct report_model *a = c->a.model, *b = c->b.model;
    const struct report_row *peak_a = &a->rows[c->a.peak.row], *peak_b = &b->rows[c->b.peak.row];
    table_column(table, "", ALIGN_LEFT);
    table_column(table, arena_printf(arena, "a: %s", c->a.name), ALIGN_RIGHT);
    table_column(table, arena_printf(arena, "b: %s", c->b.name), ALIGN_RIGHT);
    add_comparison_row(table, "peak leaf", name_string(arena, peak_a), name_string(arena, peak_b));
    add_comparison_row(table, "op", op_string(arena, peak_a), op_string(arena, peak_b));
    add_comparison_row(table, "output", outputs_string(arena, peak_a),
                       outputs_string(arena, peak_b));
    for (int d = 0; d < c->a.report->n_dtypes; d++)
        add_quantities(table,
                       arena_printf(arena, "peak bytes, %s", dtype_name(c->a.report->dtypes[d])),
                       a->peaks[d][0].bytes, b->peaks[d][0].bytes);
    if (quantity_known(a->live[0].bytes) || quantity_known(b->live[0].bytes))
        add_quantities(table, "peak live bytes", a->live[0].bytes, b->live[0].bytes);
    add_quantities(table, "total bytes", a->total[0], b->total[0]);
    add_comparison_row(table, "leaf calls", arena_printf(arena, "%d", a->n_leaf_rows),
                       arena_printf(arena, "%d", b->n_leaf_rows));
    add_quantities(table, "parameters", a->parameters, b->parameters);
    add_quantities(table, "flops", a->flops, b->flops);
}

void text_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    struct table table = {.arena = text->arena};
    bool coloured = view->colour == COLOUR_ALWAYS;
    write_findings(text, &c->findings, view);
    if (c->findings.n_diags) text_add_char(text, '\n');
    add_sides(&table, c);
    table_write(text, &table, "  ");
    const char *name = bottleneck_name(c->bottleneck);
    text_printf(text, "\n  bottleneck: %s%s%s%s%s\n", coloured ? YELLOW : "", name ? name : "open",
                coloured ? RESET : "", c->reason ? ", " : "", c->reason ? c->reason : "");
}
