// JUnit's XML, which every CI server reads: a suite a file, a passed test a model, a failed test an
// error. Warnings and notes are the suite's output, unless --werror made them count.

#include "analyzer/report/summary.h"
#include "analyzer/report/writer.h"

#include <string.h>

#define STATUS_FOUND 1
#define STATUS_FAILED 2

struct junit {
    struct text *text; // of the suites that are done
    struct text cases, output;
    int n_tests, n_failures, n_errors; // of the suite at work
    int all_tests, all_failures, all_errors;
    bool warnings_count;
};

// XML 1.0 has no place for control characters, even escaped.
static const char *xml(struct arena *arena, const char *string)
{
    struct text text = {.arena = arena};
    const char *lines = string;
    // Ends of lines stay: inside of elements they are wanted.
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        const char *printable = text_printable(arena, arena_string_n(arena, lines, n));
        for (const char *at = printable; *at; at++) {
            const char *name = *at == '&'    ? "&amp;"
                               : *at == '<'  ? "&lt;"
                               : *at == '>'  ? "&gt;"
                               : *at == '"'  ? "&quot;"
                               : *at == '\'' ? "&apos;"
                                             : NULL;
            if (name)
                text_add(&text, name);
            else
                text_add_char(&text, *at);
        }
        lines += n;
        if (*lines) lines++, text_add(&text, "&#10;");
    }
    return text_string(&text);
}

static const char *file_of(const struct site *site)
{
    return site && site->file ? site->file : "shapeprof";
}

// ---- tests

static void add_case(struct junit *j, const char *suite, const char *name)
{
    struct arena *arena = j->text->arena;
    text_printf(&j->cases, "    <testcase classname=\"%s\" name=\"%s\"", xml(arena, suite),
                xml(arena, name));
    j->n_tests++;
}

static void add_passed(struct junit *j, const struct report_model *model)
{
    struct arena *arena = j->text->arena;
    add_case(j, file_of(model->site), summary_name(arena, model));
    const char *line = arena_printf(
        arena, "peak leaf %s, bytes %s; peak live bytes %s", summary_peak_leaf(arena, model),
        summary_peak_bytes(arena, model), summary_bytes(arena, model->live[0].bytes));
    text_printf(&j->cases, ">\n      <system-out>%s</system-out>\n    </testcase>\n",
                xml(arena, line));
}

static void add_failed(struct junit *j, const char *suite, const char *name, const char *type,
                       const char *message, const char *details)
{
    struct arena *arena = j->text->arena;
    add_case(j, suite, name);
    text_printf(&j->cases,
                ">\n      <failure type=\"%s\" message=\"%s\">%s</failure>\n    </testcase>\n",
                xml(arena, type), xml(arena, message), xml(arena, details));
    j->n_failures++;
}

// Without a line, so that the server sees the same test again when lines move.
static void add_finding(struct junit *j, const struct diag *diag)
{
    struct arena *arena = j->text->arena;
    const struct diag_info *info = diag_info(diag->id);
    enum severity severity = findings_severity(diag);
    struct text details = {.arena = arena};
    findings_write(&details, diag, COLOUR_NEVER);
    if (severity == SEVERITY_ERROR || (severity == SEVERITY_WARNING && j->warnings_count)) {
        const char *function = diag->site ? diag->site->function : NULL;
        add_failed(j, file_of(diag->site),
                   arena_printf(arena, "%s%s%s", info->name, function ? " in " : "",
                                function ? function : ""),
                   info->code, diag->message, text_string(&details));
    } else
        text_add(&j->output, xml(arena, text_string(&details)));
}

// ---- suites

static void begin_suite(struct junit *j)
{
    j->cases = j->output = (struct text){.arena = j->text->arena};
    j->n_tests = j->n_failures = j->n_errors = 0;
}

static void end_suite(struct junit *j, const char *name)
{
    if (!j->n_tests && !j->output.n) return;
    text_printf(j->text, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n%s",
                xml(j->text->arena, name), j->n_tests, j->n_failures, j->n_errors,
                text_string(&j->cases));
    if (j->output.n)
        text_printf(j->text, "    <system-out>%s</system-out>\n", text_string(&j->output));
    text_add(j->text, "  </testsuite>\n");
    j->all_tests += j->n_tests;
    j->all_failures += j->n_failures;
    j->all_errors += j->n_errors;
}

// Once each, in the order in which models and then findings name them.
static int list_suites(struct arena *arena, const struct report *report, const char ***names)
{
    int n = 0;
    *names = arena_array(arena, const char *, report->n_models + report->n_diags);
    for (int i = 0; i < report->n_models + report->n_diags; i++) {
        const char *file =
            file_of(i < report->n_models ? report->models[i].site
                                         : report->diags[i - report->n_models]->site);
        bool known = false;
        for (int k = 0; k < n && !known; k++) known = !strcmp((*names)[k], file);
        if (!known) (*names)[n++] = file;
    }
    return n;
}

static void write_suites(struct junit *j, const struct report *report)
{
    const char **names;
    int n = list_suites(j->text->arena, report, &names);
    j->warnings_count = report->exit_status == STATUS_FOUND && !report->n_errors;
    for (int s = 0; s < n; s++) {
        begin_suite(j);
        for (int i = 0; i < report->n_models; i++)
            if (!strcmp(file_of(report->models[i].site), names[s]))
                add_passed(j, &report->models[i]);
        for (int i = 0; i < report->n_diags; i++)
            if (!strcmp(file_of(report->diags[i]->site), names[s]))
                add_finding(j, report->diags[i]);
        end_suite(j, names[s]);
    }
}

static void write_failure(struct junit *j, const struct report *report)
{
    if (report->exit_status != STATUS_FAILED || report->n_errors) return;
    begin_suite(j);
    add_case(j, "shapeprof", "analysis");
    text_add(&j->cases, ">\n      <error message=\"could not be analysed\"/>\n    </testcase>\n");
    j->n_errors++;
    end_suite(j, "shapeprof");
}

static void write_document(struct text *text, const struct junit *j)
{
    text_printf(text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shapeprof\" "
                "tests=\"%d\" failures=\"%d\" errors=\"%d\">\n%s</testsuites>\n",
                j->all_tests, j->all_failures, j->all_errors, text_string(j->text));
}

void junit_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    struct text suites = {.arena = text->arena};
    struct junit j = {.text = &suites};
    write_suites(&j, report);
    write_failure(&j, report);
    write_document(text, &j);
}

void junit_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    (void)view;
    struct text suites = {.arena = text->arena};
    struct junit j = {.text = &suites};
    write_suites(&j, &c->findings);
    begin_suite(&j);
    add_passed(&j, c->a.model);
    add_passed(&j, c->b.model);
    end_suite(&j, "compare");
    write_document(text, &j);
}

// A test a model: is all that was measured as predicted?
void junit_executions(struct text *text, const struct executions *executions,
                      const struct view *view)
{
    (void)view;
    struct text suites = {.arena = text->arena};
    struct junit j = {.text = &suites};
    write_suites(&j, executions->report);
    begin_suite(&j);
    for (int i = 0; i < executions->n; i++) {
        const struct execution *e = &executions->at[i];
        const char *name = summary_name(text->arena, e->model);
        if (e->failure || e->difference)
            add_failed(&j, "run", name, e->failure ? "not executed" : "not as predicted",
                       e->failure ? e->failure : e->difference, "");
        else
            add_passed(&j, e->model);
    }
    end_suite(&j, "run");
    write_document(text, &j);
}
