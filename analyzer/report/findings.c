// Findings of all passes in one order: file, line, column, then as the program ran.

#include "analyzer/report/findings.h"

#include "analyzer/report/told.h"

#include <string.h>

// Frames of a call chain that are shown; deeper ones are counted.
#define MAX_SHOWN_CALLERS 4

static const char *const severity_colours[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

enum severity findings_severity(const struct diag *diag)
{
    enum severity if_open = diag_info(diag->id)->severity_if_open;
    bool weaker = diag->verdict == VERDICT_OPEN && if_open < diag->severity;
    return weaker ? if_open : diag->severity;
}

// ---- one list

static void count_unread(struct report_unread *unread, enum diag_id id)
{
    unread->n_errors += id == DIAG_SYNTAX || id == DIAG_NN_MISTYPED;
    unread->n_headers += id == DIAG_HEADER_MISSING;
    unread->n_undeclared += id == DIAG_UNDECLARED;
}

static void add_count(struct text *text, int n, const char *one, const char *many)
{
    if (n) text_printf(text, "%s%d %s", text->n ? ", " : "", n, n == 1 ? one : many);
}

const char *findings_unread(struct arena *arena, const struct report *report)
{
    struct text text = {.arena = arena};
    const struct report_unread *unread = &report->unread;
    add_count(&text, unread->n_errors, "error of the compiler", "errors of the compiler");
    add_count(&text, unread->n_headers, "header that was not found", "headers that were not found");
    add_count(&text, unread->n_undeclared, "call of a function that nothing declares",
              "calls of functions that nothing declares");
    return text.n ? text_string(&text) : NULL;
}

static void count_findings(struct report *report)
{
    report->n_errors = report->n_warnings = 0;
    report->unread = (struct report_unread){0};
    for (int i = 0; i < report->n_diags; i++) {
        report->n_errors += findings_severity(report->diags[i]) == SEVERITY_ERROR;
        report->n_warnings += findings_severity(report->diags[i]) == SEVERITY_WARNING;
        count_unread(&report->unread, report->diags[i]->id);
    }
}

void findings_gather(struct arena *arena, int n_lists, const struct diags *const *lists,
                     struct report *report)
{
    VEC(struct found) all = {0};
    for (int i = 0; i < n_lists; i++) {
        for (const struct diag *diag = lists[i]->first; diag; diag = diag->next) {
            struct found found = {diag, i, all.n};
            *vec_push(arena, &all) = found;
        }
    }
    int n = all.n ? told_join(arena, all.at, all.n) : 0;
    const struct diag **diags = arena_array(arena, const struct diag *, n);
    for (int i = 0; i < n; i++) diags[i] = all.at[i].diag;
    report->n_diags = n;
    report->diags = diags;
    count_findings(report);
}

void findings_keep(struct report *report, bool (*is_wanted)(void *data, const struct diag *),
                   void *data)
{
    const struct diag **kept = (const struct diag **)report->diags;
    int n = 0;
    for (int i = 0; i < report->n_diags; i++)
        if (is_wanted(data, report->diags[i])) kept[n++] = report->diags[i];
    report->n_diags = n;
    count_findings(report);
}

// ---- as text

// The form of compilers, which every editor's error list reads.
static void write_line(struct text *text, const struct site *site, enum severity severity,
                       const char *message, enum colour colour)
{
    bool coloured = colour == COLOUR_ALWAYS;
    const char *place = site ? site_string(text->arena, site) : "";
    text_printf(text, "%s%s%s%s%s:%s %s", coloured ? "\033[1m" : "", place, *place ? ": " : "",
                coloured ? severity_colours[severity] : "", severity_name(severity),
                coloured ? "\033[0m" : "", text_printable(text->arena, message));
}

static bool is_shown(const struct site *const *shown, int n, const struct site *site)
{
    for (int i = 0; i < n; i++)
        if (shown[i]->line == site->line && shown[i]->column == site->column &&
            !strcmp(shown[i]->function, site->function) && shown[i]->file && site->file &&
            !strcmp(shown[i]->file, site->file))
            return true;
    return false;
}

// From the inside out; calls that lead in a circle once.
static void write_callers(struct text *text, const struct site *site, enum colour colour)
{
    const struct site *places[MAX_SHOWN_CALLERS];
    int shown = 0, hidden = 0, again = 0;
    for (const struct site *at = site ? site->caller : NULL; at; at = at->caller) {
        // Outside of any function stands the analysis itself, which called the entry.
        if (!at->function) continue;
        if (is_shown(places, shown, at)) {
            again++;
            continue;
        }
        if (shown == MAX_SHOWN_CALLERS) {
            hidden++;
            continue;
        }
        places[shown] = at;
        shown++;
        write_line(text, at, SEVERITY_NOTE,
                   arena_printf(text->arena, "called from %s", at->function), colour);
        text_add_char(text, '\n');
    }
    if (again)
        text_printf(text, "note: and %s by the same calls, which lead in a circle\n",
                    again == 1 ? "once more" : arena_printf(text->arena, "%d times more", again));
    if (hidden)
        text_printf(text, "note: and from %s\n",
                    text_count(text->arena, hidden, "more caller", "more callers"));
}

// A fix is a note that tells what to do; editors show it with the finding.
void findings_write(struct text *text, const struct diag *diag, enum colour colour)
{
    write_line(text, diag->site, findings_severity(diag), diag->message, colour);
    text_printf(text, " [%s]\n", diag_info(diag->id)->code);
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        write_line(text, note->site, SEVERITY_NOTE, note->message, colour);
        text_add_char(text, '\n');
    }
    if (diag->fix) {
        const char *fix = arena_printf(text->arena, "to mend it: %s", diag->fix);
        write_line(text, diag->site, SEVERITY_NOTE, fix, colour);
        text_add_char(text, '\n');
    }
    write_callers(text, diag->site, colour);
}
