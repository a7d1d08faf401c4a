// The report for people: a table a model, what stands out in it, the findings.

#include "analyzer/report/assumed.h"
#include "analyzer/report/at_table.h"
#include "analyzer/report/conditions.h"
#include "analyzer/report/facts.h"
#include "analyzer/report/summary.h"
#include "analyzer/report/wrap.h"

#include <string.h>

#define STRICT_STATUS 2 // of the command where --strict is asked and something could not be read

static void write_line(struct text_model *t, const char *label, const char *words)
{
    text_printf(t->text, "  %s", label);
    wrap_write(t->text, words, 2 + (int)strlen(label), t->view->width);
}

// "assumed: ", "x: dim 1 is 8, as Linear `0` needs (k.c:4)"
struct heading_line {
    const char *label, *words;
};

struct heading {
    VEC(struct heading_line) lines;
};

// ", x (len - 1)"
static const char *input_times(struct arena *arena, const struct report_input *input)
{
    if (!input->times) return "";
    const char *times = sym_string(arena, input->times);
    return arena_printf(arena, strchr(times, ' ') ? ", x (%s)" : ", x %s", times);
}

static struct heading_line input_line(struct arena *arena, const struct report_model *model,
                                      int index)
{
    const struct report_input *input = &model->inputs[index];
    const char *conditions = conditions_string(arena, model, index);
    return (struct heading_line){
        arena_printf(arena, *input->name ? "input %s: " : "input%s: ", input->name),
        arena_printf(arena, "%s%s%s%s", writer_type(arena, &input->type, input->innermost_first),
                     input_times(arena, input), *conditions ? " with " : "", conditions)};
}

// What the numbers below hold for: assumptions, inputs.
static struct heading heading_of(struct arena *arena, const struct report_model *model)
{
    struct heading heading = {{0}};
    struct assumed assumed = assumed_lines(arena, model);
    for (int i = 0; i < assumed.lines.n; i++)
        *vec_push(arena, &heading.lines) = (struct heading_line){"assumed: ", assumed.lines.at[i]};
    for (int i = 0; i < model->n_inputs; i++)
        *vec_push(arena, &heading.lines) = input_line(arena, model, i);
    if (model->incomplete)
        *vec_push(arena, &heading.lines) = (struct heading_line){"incomplete: ", model->incomplete};
    return heading;
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

static void write_name(struct text_model *t)
{
    const struct report_model *model = t->model;
    bool coloured = t->view->colour == COLOUR_ALWAYS;
    const char *name = text_printable(t->text->arena, model->entry ? model->entry : model->name);
    text_printf(t->text, "%s%s%s", coloured ? BOLD : "", name, coloured ? RESET : "");
}

static void write_heading(struct text_model *t)
{
    struct heading heading = heading_of(t->text->arena, t->model);
    write_name(t);
    if (t->model->condition) text_printf(t->text, ", if %s", t->model->condition);
    text_add_char(t->text, '\n');
    for (int i = 0; i < heading.lines.n; i++)
        write_line(t, heading.lines.at[i].label, heading.lines.at[i].words);
    write_sizes(t);
    text_add_char(t->text, '\n');
}

static bool has_line(const struct heading *heading, const struct heading_line *line)
{
    for (int i = 0; i < heading->lines.n; i++)
        if (!strcmp(heading->lines.at[i].label, line->label) &&
            !strcmp(heading->lines.at[i].words, line->words))
            return true;
    return false;
}

static bool all_have_line(int n, const struct heading *headings, const struct heading_line *line)
{
    for (int i = 0; i < n; i++)
        if (!has_line(&headings[i], line)) return false;
    return true;
}

// What all variants share, then what only some of them say.
static void write_heading_of_variants(struct text_model *t, int n,
                                      const struct report_model *const *variants)
{
    struct arena *arena = t->text->arena;
    struct heading *headings = arena_array(arena, struct heading, n);
    for (int i = 0; i < n; i++) headings[i] = heading_of(arena, variants[i]);
    write_name(t);
    text_add_char(t->text, '\n');
    for (int i = 0; i < headings[0].lines.n; i++) {
        const struct heading_line *line = &headings[0].lines.at[i];
        if (all_have_line(n, headings, line)) write_line(t, line->label, line->words);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < headings[i].lines.n; k++) {
            const struct heading_line *line = &headings[i].lines.at[k];
            if (all_have_line(n, headings, line)) continue;
            write_line(t, "",
                       arena_printf(arena, "if %s: %s%s", variants[i]->condition, line->label,
                                    line->words));
        }
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
    rows_lay_out(&t.rows, text->arena, report, model, view);
    write_heading(&t);
    rows_write(text, &t.rows);
    text_add_char(text, '\n');
    facts_write(&t);
}

static bool has_rows(const struct report_model *model)
{
    for (int i = 0; i < model->n_at; i++)
        if (model->at[i].taken_by != AT_ANOTHER) return true;
    return false;
}

// Values that decide the way by themselves have rows of no variant: then all are in the heading.
static bool has_decided_rows(int n, const struct report_model *models)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < models[i].n_at; k++)
            if (models[i].at[k].taken_by == AT_NONE && !models[i].at[k].broken) return true;
    return false;
}

// One table for all variants of an entry; those that no combination makes it are passed over.
static void write_at(struct text *text, const struct report *report, int n,
                     const struct report_model *models, const struct view *view)
{
    struct text_model t = {.text = text, .report = report, .view = view};
    const struct report_model **shown = arena_array(text->arena, const struct report_model *, n);
    struct table table;
    int n_shown = 0;
    bool all = has_decided_rows(n, models);
    for (int i = 0; i < n; i++)
        if (all || has_rows(&models[i])) shown[n_shown++] = &models[i];
    t.model = shown[0];
    at_table_lay_out(text->arena, report, n_shown, shown, view, &table, &t.rows.sizes);
    if (n_shown == 1)
        write_heading(&t);
    else
        write_heading_of_variants(&t, n_shown, shown);
    table_write(text, &table, "  ", view->width);
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
    for (int i = 0, n; i < report->n_models; i += n) {
        const struct report_model *model = &report->models[i];
        bool is_table = model->n_at && !model->n_why;
        n = is_table ? summary_variants(report->n_models - i, model) : 1;
        if (i || report->n_diags) text_add_char(text, '\n');
        if (is_table)
            write_at(text, report, n, model, view);
        else
            write_model(text, report, model, view);
    }
    write_unread(text, report, view);
}
