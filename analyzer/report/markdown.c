// Markdown, for comments on pull requests and job summaries: a row a model, then the findings.

#include "analyzer/report/markdown.h"

#include "analyzer/report/summary.h"

#include <string.h>

// A comment of GitHub holds 65,536 characters; more findings nobody reads in one.
#define MAX_FINDINGS 50

// ---- words

const char *markdown_code(struct arena *arena, const char *string)
{
    struct text text = {.arena = arena};
    const char *printable = text_printable(arena, string);
    int longest = 0;
    for (const char *at = printable; *at; at++) {
        int run = (int)strspn(at, "`");
        if (run > longest) longest = run;
    }
    for (int i = 0; i <= longest; i++) text_add_char(&text, '`');
    if (longest) text_add_char(&text, ' ');
    for (const char *at = printable; *at; at++) {
        // Cells end at a bar even in code.
        if (*at == '|') text_add_char(&text, '\\');
        text_add_char(&text, *at);
    }
    if (longest) text_add_char(&text, ' ');
    for (int i = 0; i <= longest; i++) text_add_char(&text, '`');
    return text_string(&text);
}

// Backticks of our messages are meant as such where they come in pairs.
static bool ticks_pair(const char *string)
{
    int n = 0;
    for (const char *at = string; *at; at++) n += *at == '`';
    return n % 2 == 0;
}

const char *markdown_words(struct arena *arena, const char *string)
{
    struct text text = {.arena = arena};
    const char *printable = text_printable(arena, string);
    bool paired = ticks_pair(printable), in_code = false;
    // Shapes have brackets and names have underscores; neither is markup in such words.
    const char *special = strstr(printable, "](") ? "\\*~[]" : "\\*~";
    for (const char *at = printable; *at; at++) {
        bool tick = *at == '`';
        if (tick && paired) in_code = !in_code;
        if (*at == '|' || (tick && !paired) || (!in_code && strchr(special, *at)))
            text_add_char(&text, '\\');
        if (*at == '<' && !in_code)
            text_add(&text, "&lt;");
        else if (*at == '&' && !in_code)
            text_add(&text, "&amp;");
        else
            text_add_char(&text, *at);
    }
    return text_string(&text);
}

// ---- findings

static void write_finding(struct text *text, const struct diag *diag)
{
    struct arena *arena = text->arena;
    const struct site *site = diag->site;
    text_printf(text, "- **%s** %s", severity_name(findings_severity(diag)),
                diag_info(diag->id)->code);
    if (site && site->file)
        text_printf(text, " %s",
                    markdown_code(arena, arena_printf(arena, "%s:%d", site->file, site->line)));
    text_printf(text, ": %s\n", markdown_words(arena, diag->message));
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        const char *place = note->site ? site_string(arena, note->site) : "";
        text_printf(text, "  - %s%s%s\n", *place ? markdown_code(arena, place) : "",
                    *place ? ": " : "", markdown_words(arena, note->message));
    }
    if (diag->fix) text_printf(text, "  - to mend it: %s\n", markdown_words(arena, diag->fix));
}

void markdown_findings(struct text *text, const struct report *report)
{
    if (!report->n_diags) return;
    text_printf(text, "\n%s, %s:\n\n", text_count(text->arena, report->n_errors, "error", "errors"),
                text_count(text->arena, report->n_warnings, "warning", "warnings"));
    int shown = 0;
    for (int severity = SEVERITY_ERROR; severity >= SEVERITY_NOTE; severity--)
        for (int i = 0; i < report->n_diags && shown < MAX_FINDINGS; i++)
            if (findings_severity(report->diags[i]) == (enum severity)severity) {
                write_finding(text, report->diags[i]);
                shown++;
            }
    if (shown < report->n_diags) text_printf(text, "- and %d more\n", report->n_diags - shown);
}

// ---- models

static void write_model(struct text *text, const struct report_model *model)
{
    struct arena *arena = text->arena;
    text_printf(text, "| %s | %s | %s | %s | %s | %s |\n",
                markdown_code(arena, summary_name(arena, model)),
                markdown_code(arena, summary_peak_leaf(arena, model)),
                markdown_words(arena, summary_peak_bytes(arena, model)),
                markdown_words(arena, summary_bytes(arena, model->live[0].bytes)),
                markdown_words(arena, summary_bytes(arena, model->live_training[0].bytes)),
                markdown_words(arena, quantity_known(model->parameters)
                                          ? quantity_string(arena, model->parameters)
                                          : "unknown"));
}

static void write_heading(struct text *text, const struct report *report)
{
    text_printf(text,
                "| model | peak leaf | bytes, %s | peak live bytes | in training | parameters |\n"
                "|---|---|--:|--:|--:|--:|\n",
                dtype_name(report->dtypes[0]));
}

void markdown_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    if (report->n_models) write_heading(text, report);
    for (int i = 0; i < report->n_models; i++) write_model(text, &report->models[i]);
    if (!report->n_models && !report->is_unrelated)
        text_add(text, report->exit_status == 2 ? "could not be analysed\n" : "no model\n");
    markdown_findings(text, report);
}

void markdown_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    const char *name = bottleneck_name(c->verdict.bottleneck),
               *remark = comparison_remark(&c->verdict);
    write_heading(text, c->a.report);
    write_model(text, c->a.model);
    write_model(text, c->b.model);
    text_printf(text, "\nbottleneck: **%s**%s%s\n", name ? name : "open", remark ? ", " : "",
                remark ? markdown_words(text->arena, remark) : "");
    markdown_findings(text, &c->findings);
}

// ---- runs

static void write_execution(struct text *text, const struct execution *e)
{
    struct arena *arena = text->arena;
    text_printf(text, "\n%s", markdown_code(arena, summary_name(arena, e->model)));
    for (int i = 0; i < e->n_sizes; i++)
        text_printf(text, "%s%s = %lld", i ? ", " : " with ",
                    markdown_words(arena, e->sizes[i].name), (long long)e->sizes[i].value);
    const char *wrong = e->failure ? e->failure : e->difference;
    text_printf(text, ": %s\n", wrong ? markdown_words(arena, wrong) : "all is as predicted");
    if (e->failure) return;
    text_add(text, "\n| bytes | predicted | measured |\n|---|--:|--:|\n");
    for (int i = 0; i < e->n_figures; i++) {
        const struct execution_pair *pair = &e->figures[i].bytes;
        const char *predicted = pair->predicted == NOT_PREDICTED
                                    ? ""
                                    : arena_printf(arena, "%lld", (long long)pair->predicted);
        text_printf(text, "| %s | %s | %lld |\n", execution_figure_words(e->figures[i].id),
                    predicted, (long long)pair->measured);
    }
}

void markdown_executions(struct text *text, const struct executions *executions,
                         const struct view *view)
{
    (void)view;
    for (int i = 0; i < executions->n; i++) write_execution(text, &executions->at[i]);
    markdown_findings(text, executions->report);
}
