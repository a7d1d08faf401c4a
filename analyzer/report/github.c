// Annotations of GitHub workflows: `::error file=..,line=..,col=..,title=..::message`, and a plain
// line for each model, which the log shows. In a line `%`, CR and LF are escaped, in a property `:`
// and `,` as well.

#include "analyzer/report/summary.h"
#include "analyzer/report/writer.h"

#include <string.h>

static void add_escaped(struct text *text, const char *string, const char *special)
{
    for (const char *at = string; *at; at++) {
        if (*at == '%' || *at == '\r' || *at == '\n' || strchr(special, *at))
            text_printf(text, "%%%02X", (unsigned char)*at);
        else
            text_add_char(text, *at);
    }
}

static void add_property(struct text *text, char before, const char *name, const char *value)
{
    text_printf(text, "%c%s=", before, name);
    add_escaped(text, value, ":,");
}

// Notes belong to the annotation, as only one place has room for one.
static void add_body(struct text *text, const struct diag *diag)
{
    struct arena *arena = text->arena;
    struct text body = {.arena = arena};
    text_add(&body, diag->message);
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        const char *place = note->site ? site_string(arena, note->site) : "";
        text_printf(&body, "\n%s%s%s", place, *place ? ": " : "", note->message);
    }
    if (diag->fix) text_printf(&body, "\nto mend it: %s", diag->fix);
    add_escaped(text, text_string(&body), "");
}

static void write_finding(struct text *text, const struct diag *diag)
{
    static const char *const commands[] = {"notice", "warning", "error"};
    struct arena *arena = text->arena;
    const struct diag_info *info = diag_info(diag->id);
    const struct site *site = diag->site && diag->site->file ? diag->site : NULL;
    text_printf(text, "::%s", commands[findings_severity(diag)]);
    if (site) {
        add_property(text, ' ', "file", site->file);
        if (site->line > 0) add_property(text, ',', "line", arena_printf(arena, "%d", site->line));
        if (site->column > 0)
            add_property(text, ',', "col", arena_printf(arena, "%d", site->column));
    }
    add_property(text, site ? ',' : ' ', "title",
                 arena_printf(arena, "%s %s", info->code, info->name));
    text_add(text, "::");
    add_body(text, diag);
    text_add_char(text, '\n');
}

static void write_failure(struct text *text, const char *title, const char *message)
{
    text_add(text, "::error");
    add_property(text, ' ', "title", title);
    text_add(text, "::");
    add_escaped(text, message, "");
    text_add_char(text, '\n');
}

static void write_model(struct text *text, const struct report_model *model)
{
    struct arena *arena = text->arena;
    const char *line =
        arena_printf(arena, "%s: peak leaf %s, bytes %s; peak live bytes %s, in training %s",
                     summary_name(arena, model), summary_peak_leaf(arena, model),
                     summary_peak_bytes(arena, model), summary_bytes(arena, model->live[0].bytes),
                     summary_bytes(arena, model->live_training[0].bytes));
    // A name of the user's must not begin a command of its own.
    text_printf(text, "%s\n", text_printable(arena, line));
}

static void write_findings(struct text *text, const struct report *report)
{
    for (int i = 0; i < report->n_diags; i++) write_finding(text, report->diags[i]);
    if (report->exit_status == 2 && !report->n_errors)
        write_failure(text, "shapeprof", "could not be analysed; the log says why");
}

void github_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    write_findings(text, report);
    for (int i = 0; i < report->n_models; i++) write_model(text, &report->models[i]);
}

void github_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    const char *name = bottleneck_name(c->verdict.bottleneck),
               *remark = comparison_remark(&c->verdict);
    write_findings(text, &c->findings);
    write_model(text, c->a.model);
    write_model(text, c->b.model);
    text_printf(text, "bottleneck: %s%s%s\n", name ? name : "open", remark ? ", " : "",
                remark ? remark : "");
}

void github_executions(struct text *text, const struct executions *executions,
                       const struct view *view)
{
    (void)view;
    write_findings(text, executions->report);
    for (int i = 0; i < executions->n; i++) {
        const struct execution *e = &executions->at[i];
        if (e->failure)
            write_failure(text, "not executed",
                          arena_printf(text->arena, "%s: %s", e->model->name, e->failure));
        else if (e->difference)
            write_failure(text, "not as predicted",
                          arena_printf(text->arena, "%s: %s", e->model->name, e->difference));
        else
            text_printf(text, "%s: all %d rows and %d figures are as predicted\n",
                        text_printable(text->arena, summary_name(text->arena, e->model)), e->n_rows,
                        e->n_figures);
    }
}
