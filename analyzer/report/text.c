// The report for people: a table a model, what stands out in it, the findings.

#include "analyzer/report/at_table.h"
#include "analyzer/report/conditions.h"
#include "analyzer/report/rows.h"
#include "analyzer/report/wrap.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Where the words of a fact begin, behind its label.
#define FACT_INDENT 17
#define MAX_FORMULA 24
#define MAX_SHOWN_CONDITION 60

struct text_model {
    struct text *text;
    const struct report *report;
    const struct report_model *model;
    const struct view *view;
    struct rows rows;
    bool all_scale; // with the element size of f32: inputs and activations
};

// "1536 bytes = 1.5 KiB", "256*N bytes".
static const char *one_bytes_string(struct text_model *t, struct quantity bytes)
{
    struct arena *arena = t->text->arena;
    const char *unit = quantity_unit(arena, bytes), *figure = rows_quantity(&t->rows, bytes);
    if (!strcmp(figure, "?")) return "unknown";
    return arena_printf(arena, "%s byte%s%s%s", figure,
                        quantity_known(bytes) && sym_is(bytes.value, 1) ? "" : "s",
                        *unit ? " = " : "", unit);
}

// Where all that live memory counts is f32, it grows with the element size, whatever
// maximum of moments it is.
static bool all_scale(const struct program *p)
{
    for (int i = 1; i < p->storages.n; i++) {
        const struct storage *storage = &p->storages.at[i];
        bool counted = storage->kind == STORAGE_INPUT || storage->kind == STORAGE_ACTIVATION ||
                       storage->kind == STORAGE_RAW;
        if (counted && storage->dtype != DTYPE_F32) return false;
    }
    return true;
}

enum known_ratio { RATIO_UNKNOWN, RATIO_KNOWN };

// A long formula is not worth saying again where it only differs by a factor.
static const char *other_bytes_string(struct text_model *t, const struct quantity *bytes,
                                      int column, enum known_ratio ratio)
{
    const char *string = rows_quantity(&t->rows, bytes[t->rows.bytes.dtype[column]]);
    if (strlen(string) <= MAX_FORMULA) return string;
    if (ratio == RATIO_UNKNOWN && !rows_follow(&t->rows, bytes, column)) return string;
    return arena_printf(t->text->arena, "%s x that", rows_ratio(&t->rows, column));
}

// "1024 bytes (f16/bf16: 512, f64: 2048)"; the first dtype is only named where
// there is no f32 to be taken for granted.
static const char *bytes_of_dtypes(struct text_model *t, const struct quantity *bytes,
                                   enum known_ratio ratio)
{
    struct text text = {.arena = t->text->arena};
    const struct byte_columns *columns = &t->rows.bytes;
    struct quantity first = bytes[columns->dtype[0]];
    text_add(&text, one_bytes_string(t, first));
    bool plain = !strcmp(columns->name[0], "f32");
    if (plain && columns->n == 1) return text_string(&text);
    text_add(&text, " (");
    if (!plain) text_add(&text, columns->name[0]);
    for (int i = 1; i < columns->n; i++)
        text_printf(&text, "%s%s: %s", i > 1 || !plain ? ", " : "", columns->name[i],
                    other_bytes_string(t, bytes, i, ratio));
    text_add(&text, ")");
    return text_string(&text);
}

static const char *bytes_string(struct text_model *t, const struct quantity *bytes)
{
    return bytes_of_dtypes(t, bytes, RATIO_UNKNOWN);
}

// ---- what stands out

__attribute__((format(printf, 3, 4))) static void
write_fact(struct text_model *t, const char *label, const char *format, ...)
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
    text_printf(t->text, "  %s%-14s%s ", coloured ? BOLD : "", label, coloured ? RESET : "");
    wrap_write(t->text, message, FACT_INDENT, t->view->width);
}

static void per_dtype(const struct report *report, const struct report_peak *peaks,
                      struct quantity *bytes)
{
    for (int d = 0; d < report->n_dtypes; d++) bytes[d] = peaks[d].bytes;
}

// Of a row that is a lower bound, because something may be larger, so are all its figures.
static void piece_bytes(const struct text_model *t, const struct report_peak *peak,
                        struct quantity *bytes)
{
    for (int d = 0; d < t->report->n_dtypes; d++) bytes[d] = t->model->rows[peak->row].bytes[d];
    bytes[0] = peak->bytes;
    for (int d = 1; d < t->report->n_dtypes && peak->bytes.tag == TAG_LOWER; d++)
        bytes[d] = quantity_at_least(bytes[d], peak->bytes.reason);
}

static void write_peak(struct text_model *t)
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
        piece_bytes(t, peak, bytes);
        const char *condition = sizes_condition(&t->rows.sizes, peak->condition);
        write_fact(t, i ? "" : "peak leaf", "`%s`: %s%s%s",
                   rows_name(arena, &model->rows[peak->row]), bytes_string(t, bytes),
                   condition ? " if " : "", condition ? condition : "");
    }
    if (model->n_peaks[0] > 1 && !model->peaks[0][0].condition)
        write_fact(t, "", "which of them depends on the symbols");
}

// An output that is larger than the peak leaf's and that nobody could have measured
// with hooks.
static void write_missed(struct text_model *t)
{
    const struct report_model *model = t->model;
    const char *label = "larger still";
    for (int i = 0; i < model->n_largest[0]; i++) {
        const struct report_peak *largest = &model->largest_pieces[0][i];
        if (largest->row < 0 || model->rows[largest->row].visible_to_hooks) continue;
        const struct report_row *row = &model->rows[largest->row];
        struct quantity bytes[MAX_ASKED_DTYPES];
        piece_bytes(t, largest, bytes);
        const char *condition = sizes_condition(&t->rows.sizes, largest->condition);
        write_fact(t, label, "`%s`: %s%s%s; a functional op, hooks would have missed it", row->name,
                   bytes_string(t, bytes), condition ? " if " : "", condition ? condition : "");
        label = "";
    }
}

// The figure of the script that most people have, wherever it is another one.
static void write_reference(struct text_model *t)
{
    const struct report_model *model = t->model;
    const struct report_reference *reference = &model->reference;
    if (!reference->differs) return;
    if (reference->fails) {
        write_fact(t, "reference", "a hook that calls numel() fails: %s", reference->fails);
        return;
    }
    if (reference->peak[0].row < 0) {
        write_fact(t, "reference", "not known, where only the last call of each leaf is kept");
        return;
    }
    struct quantity bytes[MAX_ASKED_DTYPES];
    per_dtype(t->report, reference->peak, bytes);
    write_fact(t, "reference", "`%s`: %s, where only the last call of each leaf is kept",
               model->rows[reference->peak[0].row].name, bytes_string(t, bytes));
}

static const char *live_string(struct text_model *t, const struct report_live *live)
{
    struct quantity bytes[MAX_ASKED_DTYPES] = {0};
    for (int d = 0; d < t->report->n_dtypes; d++) bytes[d] = live[d].bytes;
    return bytes_of_dtypes(t, bytes, t->all_scale ? RATIO_KNOWN : RATIO_UNKNOWN);
}

// Of a training step, with what the model itself holds. A long formula is not repeated
// for a number that is added to it.
static const char *whole_string(struct text_model *t)
{
    struct syms *syms = t->model->program->syms;
    struct quantity training = t->model->live_training[0].bytes;
    struct quantity own =
        quantity_add(syms, t->model->parameter_bytes[0], t->model->buffer_bytes[0]);
    if (quantity_integer(own, &(int64_t){0}) && own.tag == TAG_EXACT &&
        strlen(rows_quantity(&t->rows, training)) > MAX_FORMULA)
        return arena_printf(t->text->arena, "that + %s", one_bytes_string(t, own));
    return one_bytes_string(t, quantity_add(syms, training, own));
}

// Many conditions on several symbols at once are no help to the eye; the JSON report has them.
static bool shows_pieces(const struct text_model *t, const struct report_live *live)
{
    for (int i = 0; i < live->n_pieces; i++)
        if (strlen(sizes_condition(&t->rows.sizes, live->pieces[i].condition)) >
            MAX_SHOWN_CONDITION)
            return false;
    return live->n_pieces > 1;
}

static void write_live_pieces(struct text_model *t, const struct report_live *live)
{
    if (!shows_pieces(t, live)) {
        if (live->n_pieces > 1)
            write_fact(t, "", "the largest of %d moments, which one depends on the symbols",
                       live->n_pieces);
        return;
    }
    for (int i = 0; i < live->n_pieces; i++) {
        const struct report_live_piece *piece = &live->pieces[i];
        write_fact(t, "", "%s if %s%s%s", rows_quantity(&t->rows, piece->bytes),
                   sizes_condition(&t->rows.sizes, piece->condition), piece->moment ? ", " : "",
                   piece->moment ? piece->moment : "");
    }
}

// The moment, and who is alive then.
static void write_live(struct text_model *t)
{
    const struct report_live *live = &t->model->live[0];
    if (!quantity_known(live->bytes)) {
        if (live->bytes.reason) write_fact(t, "peak live", "not known: %s", live->bytes.reason);
        return;
    }
    bool pieces = shows_pieces(t, live);
    write_fact(t, "peak live", "%s%s%s", live_string(t, t->model->live),
               live->moment && !pieces ? ", " : "", live->moment && !pieces ? live->moment : "");
    if (pieces) {
        write_live_pieces(t, live);
        write_fact(t, "", "%s:", live->moment ? live->moment : "in the first of them");
    }
    for (int i = 0; i < live->n_holders; i++)
        write_fact(t, "", "  `%s`: %s", live->holders[i].name,
                   one_bytes_string(t, live->holders[i].bytes));
    if (live->n_alive > live->n_holders)
        write_fact(t, "", "  and %d smaller ones", live->n_alive - live->n_holders);
    if (!pieces) write_live_pieces(t, live);
    write_fact(t, "in training", "%s", live_string(t, t->model->live_training));
    write_live_pieces(t, t->model->live_training);
    write_fact(t, "", "with parameters and buffers %s", whole_string(t));
}

static const char *leaf_calls(struct arena *arena, const struct report_model *model)
{
    if (model->leaf_calls) return sym_string(arena, model->leaf_calls);
    return arena_printf(arena, "%d", model->n_leaf_rows);
}

// A child whose parameters another module computes with (out_proj of MultiheadAttention) is no
// fault of the model; one that nothing reads may be.
static void write_uncalled(struct text_model *t)
{
    for (int i = 0; i < t->model->n_uncalled; i++) {
        const struct report_uncalled *leaf = &t->model->uncalled[i];
        if (leaf->is_read)
            write_fact(t, i ? "" : "never called",
                       "`%s`: `%s` computes with its parameters, so its own hook never fires",
                       leaf->name, *leaf->parent ? leaf->parent : "the model");
        else
            write_fact(t, i ? "" : "never called", "`%s`", leaf->name);
    }
}

// Figures of the whole model. Parameters and buffers are left out where there are
// none; the total never is, for zero is an answer there.
static void write_sums(struct text_model *t)
{
    const struct report_model *model = t->model;
    write_fact(t, "total", "%s in %s leaf call%s", bytes_string(t, model->total),
               leaf_calls(t->text->arena, model),
               !model->leaf_calls && model->n_leaf_rows == 1 ? "" : "s");
    bool none = model->parameters.tag == TAG_EXACT && sym_is(model->parameters.value, 0);
    if (quantity_known(model->parameters) && !none)
        write_fact(t, "parameters", "%s, %s", rows_quantity(&t->rows, model->parameters),
                   bytes_string(t, model->parameter_bytes));
    if (quantity_known(model->buffer_bytes[0]) && !sym_is(model->buffer_bytes[0].value, 0))
        write_fact(t, "buffers", "%s", bytes_string(t, model->buffer_bytes));
    write_fact(t, "flops", "%s", rows_quantity(&t->rows, model->flops));
    write_uncalled(t);
}

static const char *budget_verdict(enum verdict verdict)
{
    static const char *const words[] = {"kept", "broken", "open"};
    return words[verdict];
}

// Kept budgets are shown as well: silence would not tell them from unread ones.
static void write_budgets(struct text_model *t)
{
    for (int i = 0; i < t->model->n_budgets; i++) {
        const struct report_budget *budget = &t->model->budgets[i];
        write_fact(t, i ? "" : "budget", "%s: %s, %s", budget->text,
                   budget_verdict(budget->proof.verdict), one_bytes_string(t, budget->bytes));
    }
}

// ---- a model

static void write_line(struct text_model *t, const char *label, const char *words)
{
    text_printf(t->text, "  %s", label);
    wrap_write(t->text, words, 2 + (int)strlen(label), t->view->width);
}

static void write_input(struct text_model *t, int index)
{
    struct arena *arena = t->text->arena;
    const struct report_input *input = &t->model->inputs[index];
    const char *conditions = conditions_string(arena, t->model, index);
    const char *label = arena_printf(arena, *input->name ? "input %s: " : "input%s: ", input->name);
    write_line(t, label,
               arena_printf(arena, "%s%s%s", tensor_string(arena, &input->type),
                            *conditions ? " with " : "", conditions));
}

// The names that this layout has for sizes, before they are met.
static void write_sizes(struct text_model *t)
{
    struct arena *arena = t->text->arena;
    const struct sizes *sizes = &t->rows.sizes;
    struct text text = {.arena = arena};
    for (int i = 0; i < sizes->names.n; i++)
        text_printf(
            &text, "%s%s", i ? ", " : "",
            wrap_unbroken(arena, arena_printf(arena, "%s = %s", sym_name(sizes->names.at[i]),
                                              sym_string(arena, sizes->meanings.at[i]))));
    if (sizes->names.n) write_line(t, "sizes: ", text_string(&text));
}

// What the numbers below hold for: entry, condition, assumptions, inputs.
static void write_heading(struct text_model *t)
{
    const struct report_model *model = t->model;
    bool coloured = t->view->colour == COLOUR_ALWAYS;
    const char *name = text_printable(t->text->arena, model->entry ? model->entry : model->name);
    text_printf(t->text, "%s%s%s", coloured ? BOLD : "", name, coloured ? RESET : "");
    if (model->condition) text_printf(t->text, ", if %s", model->condition);
    text_add_char(t->text, '\n');
    for (int i = 0; i < model->n_assumptions; i++)
        if (!conditions_say(model, model->assumptions[i]))
            write_line(t, "assumed: ", model->assumptions[i]);
    for (int i = 0; i < model->n_inputs; i++) write_input(t, i);
    if (model->incomplete) write_line(t, "incomplete: ", model->incomplete);
    write_sizes(t);
    text_add_char(t->text, '\n');
}

// The derivation stands instead of the table: who asks for one leaf wants one leaf.
static void write_why(struct text_model *t)
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
    struct text_model t = {.text = text, .report = report, .model = model, .view = view};
    if (model->n_why) {
        write_heading(&t);
        write_why(&t);
        return;
    }
    if (model->n_at) {
        struct table table;
        at_table_lay_out(text->arena, report, model, view, &table, &t.rows.sizes);
        write_heading(&t);
        table_write(text, &table, "  ", view->width);
        return;
    }
    t.all_scale = all_scale(model->program);
    rows_lay_out(&t.rows, text->arena, report, model, view);
    write_heading(&t);
    rows_write(text, &t.rows);
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
    add_comparison_row(table, "peak leaf", rows_name(arena, peak_a), rows_name(arena, peak_b));
    add_comparison_row(table, "op", rows_op(arena, peak_a, MAX_ARGS),
                       rows_op(arena, peak_b, MAX_ARGS));
    add_comparison_row(table, "output", writer_outputs(arena, peak_a, ", "),
                       writer_outputs(arena, peak_b, ", "));
    for (int d = 0; d < c->a.report->n_dtypes; d++)
        add_quantities(table,
                       arena_printf(arena, "peak bytes, %s", dtype_name(c->a.report->dtypes[d])),
                       a->peaks[d][0].bytes, b->peaks[d][0].bytes);
    if (quantity_known(a->live[0].bytes) || quantity_known(b->live[0].bytes))
        add_quantities(table, "peak live bytes", a->live[0].bytes, b->live[0].bytes);
    add_quantities(table, "total bytes", a->total[0], b->total[0]);
    add_comparison_row(table, "leaf calls", leaf_calls(arena, a), leaf_calls(arena, b));
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

void text_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    struct table table = {.arena = text->arena};
    bool coloured = view->colour == COLOUR_ALWAYS;
    write_findings(text, &c->findings, view);
    if (c->findings.n_diags) text_add_char(text, '\n');
    add_sides(&table, c);
    struct table_extent extent = table_extent(&table, "  ", table.n_columns);
    if (view->width && table_extend(&table, &extent) > view->width)
        write_stacked(text, &table, view->width);
    else
        table_write(text, &table, "  ", view->width);
    const char *name = bottleneck_name(c->bottleneck);
    text_printf(text, "\n  bottleneck: %s%s%s%s%s\n", coloured ? YELLOW : "", name ? name : "open",
                coloured ? RESET : "", c->reason ? ", " : "", c->reason ? c->reason : "");
}
