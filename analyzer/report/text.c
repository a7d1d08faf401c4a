// The report for people: a table a model, what stands out in it, the findings.

#include "analyzer/report/assumed.h"
#include "analyzer/report/at_table.h"
#include "analyzer/report/conditions.h"
#include "analyzer/report/facts.h"
#include "analyzer/report/wrap.h"

#include <string.h>

#define STRICT_STATUS 2 // of the command where --strict is asked and something could not be read

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
               arena_printf(arena, "%s%s%s",
                            writer_type(arena, &input->type, input->innermost_first),
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
    struct assumed assumed = assumed_lines(t->text->arena, model);
    for (int i = 0; i < assumed.lines.n; i++) write_line(t, "assumed: ", assumed.lines.at[i]);
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
        facts_line(t, reason->label, "%s%s%s", reason->text, *place ? "   " : "", place);
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
    rows_lay_out(&t.rows, text->arena, report, model, view);
    write_heading(&t);
    rows_write(text, &t.rows);
    text_add_char(text, '\n');
    facts_write(&t);
}

static bool is_one(const struct report_unread *unread)
{
    return unread->n_errors + unread->n_headers + unread->n_undeclared == 1;
}

// What nobody should overlook who looks at the end only.
static void write_unread(struct text *text, const struct report *report, const struct view *view)
{
    const char *unread = findings_unread(text->arena, report);
    if (!unread || report->is_unrelated) return;
    bool coloured = view->colour == COLOUR_ALWAYS;
    const char *strict = report->exit_status < STRICT_STATUS ? ", with --strict 2" : "";
    text_printf(text, "\n%sINCOMPLETE%s: ", coloured ? BOLD : "", coloured ? RESET : "");
    wrap_write(
        text,
        arena_printf(text->arena, "%s; what depends on %s is missing or unknown (exit status %d%s)",
                     unread, is_one(&report->unread) ? "it" : "them", report->exit_status, strict),
        (int)strlen("INCOMPLETE: "), view->width);
}

void text_report(struct text *text, const struct report *report, const struct view *view)
{
    for (int i = 0; i < report->n_diags; i++) findings_write(text, report->diags[i], view->colour);
    for (int i = 0; i < report->n_models; i++) {
        if (i || report->n_diags) text_add_char(text, '\n');
        write_model(text, report, &report->models[i], view);
    }
    write_unread(text, report, view);
}
