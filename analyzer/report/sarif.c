// SARIF 2.1.0, for code scanning. Of more findings than a host takes the errors are kept, then
// warnings, then notes, and the log says how many were left out.

#include "analyzer/report/sarif_place.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/json_value.h"
#include "analyzer/report/sarif_fixes.h"
#include "analyzer/report/sarif_rules.h"
#include "analyzer/report/writer.h"

#include <stdlib.h>
#include <string.h>

// GitHub takes 25,000 results a run and files of 10 MB; what stands around the results has room in
// the rest.
#define MAX_RESULTS 25000
#define MAX_RESULT_BYTES 9500000
// Places beside the one of the finding; GitHub takes 1,000.
#define MAX_RELATED 100

struct sarif {
    struct arena *arena;
    struct source_texts *sources;
    struct fingerprints prints;
    struct sarif_rules rules;
    json_t *notifications;
};

static json_t *text_message(const char *text)
{
    json_t *message = json_object();
    json_object_set_new(message, "text", json_text(text));
    return message;
}

// ---- results

// A note without a place cannot be a related location; it becomes part of the message.
static const char *whole_message(struct arena *arena, const struct diag *diag)
{
    struct text text = {.arena = arena};
    text_add(&text, diag->message);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        if (!note->site || !note->site->file) text_printf(&text, "\n%s", note->message);
    if (diag->fix) text_printf(&text, "\nTo mend it: %s", diag->fix);
    return text_string(&text);
}

static void add_related(struct sarif *s, json_t *related, const struct site *site,
                        const char *message)
{
    json_t *location = sarif_location(s->arena, s->sources, site);
    if (!location) return;
    if (json_array_size(related) >= MAX_RELATED) {
        json_decref(location);
        return;
    }
    json_object_set_new(location, "id", json_integer((json_int_t)json_array_size(related) + 1));
    json_object_set_new(location, "message", text_message(message));
    json_array_append_new(related, location);
}

// Where operands came from, then the calls that led there.
static json_t *make_related(struct sarif *s, const struct diag *diag)
{
    json_t *related = json_array();
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        add_related(s, related, note->site, note->message);
    for (const struct site *at = diag->site ? diag->site->caller : NULL; at; at = at->caller)
        if (at->function)
            add_related(s, related, at, arena_printf(s->arena, "called from %s", at->function));
    return related;
}

static json_t *make_result(struct sarif *s, const struct diag *diag, const char *print)
{
    json_t *result = json_object(), *locations = json_array(), *prints = json_object();
    json_t *location = sarif_location(s->arena, s->sources, diag->site);
    json_t *related = make_related(s, diag);
    json_object_set_new(result, "ruleId", json_text(diag_info(diag->id)->code));
    json_object_set_new(result, "ruleIndex", json_integer(sarif_rules_index(&s->rules, diag->id)));
    json_object_set_new(result, "level", json_text(severity_name(findings_severity(diag))));
    json_object_set_new(result, "message", text_message(whole_message(s->arena, diag)));
    if (location) json_array_append_new(locations, location);
    json_object_set_new(result, "locations", locations);
    if (json_array_size(related))
        json_object_set_new(result, "relatedLocations", related);
    else
        json_decref(related);
    json_object_set_new(prints, "shapeprof/v1", json_text(print));
    json_object_set_new(result, "partialFingerprints", prints);
    if (diag->edits) json_object_set_new(result, "fixes", sarif_fixes(s->arena, s->sources, diag));
    return result;
}

// Makes the results of one severity as long as there is room for them.
static void make_severity(struct sarif *s, const struct report *report, enum severity severity,
                          json_t **results, const char *const *prints, int *left, size_t *room)
{
    for (int i = 0; i<report->n_diags && * left> 0; i++) {
        if (findings_severity(report->diags[i]) != severity) continue;
        json_t *result = make_result(s, report->diags[i], prints[i]);
        char *dump = json_dumps(result, JSON_COMPACT);
        size_t bytes = dump ? strlen(dump) + 1 : 0;
        free(dump);
        if (bytes > *room) {
            json_decref(result);
            *left = 0;
            return;
        }
        *room -= bytes;
        --*left;
        results[i] = result;
    }
}

static void notify(struct sarif *s, const char *level, const char *text)
{
    json_t *notification = json_object();
    json_object_set_new(notification, "level", json_text(level));
    json_object_set_new(notification, "message", text_message(text));
    json_array_append_new(s->notifications, notification);
}

static json_t *make_results(struct sarif *s, const struct report *report)
{
    int left = MAX_RESULTS, n_lost = 0;
    size_t room = MAX_RESULT_BYTES;
    json_t **results = arena_array(s->arena, json_t *, report->n_diags), *list = json_array();
    const char **prints = arena_array(s->arena, const char *, report->n_diags);
    for (int i = 0; i < report->n_diags; i++)
        prints[i] = fingerprints_next(&s->prints, report->diags[i]);
    for (int severity = SEVERITY_ERROR; severity >= SEVERITY_NOTE; severity--)
        make_severity(s, report, (enum severity)severity, results, prints, &left, &room);
    for (int i = 0; i < report->n_diags; i++) {
        if (results[i]) json_array_append_new(list, results[i]);
        n_lost += !results[i];
    }
    if (n_lost)
        notify(s, "warning",
               arena_printf(s->arena,
                            "%d of %d findings were left out, the least severe ones: a "
                            "log holds %d results and 10 MB",
                            n_lost, report->n_diags, MAX_RESULTS));
    return list;
}

// ---- the log

static json_t *make_tool(struct sarif *s)
{
    json_t *driver = json_object(), *tool = json_object();
    json_object_set_new(driver, "name", json_text("shapeprof"));
    json_object_set_new(driver, "version", json_text(SP_VERSION_STRING));
    json_object_set_new(driver, "semanticVersion", json_text(SP_VERSION_STRING));
    json_object_set_new(driver, "rules", s->rules.list);
    json_object_set_new(tool, "driver", driver);
    return tool;
}

static json_t *make_invocations(struct sarif *s, const struct report *report)
{
    json_t *invocation = json_object(), *all = json_array();
    json_object_set_new(invocation, "executionSuccessful", json_boolean(report->exit_status < 2));
    json_object_set_new(invocation, "exitCode", json_integer(report->exit_status));
    if (json_array_size(s->notifications))
        json_object_set_new(invocation, "toolExecutionNotifications", s->notifications);
    else
        json_decref(s->notifications);
    json_array_append_new(all, invocation);
    return all;
}

static void sarif_open(struct sarif *s, struct arena *arena)
{
    *s = (struct sarif){
        .arena = arena, .sources = source_texts_open(arena), .notifications = json_array()};
    fingerprints_open(&s->prints, arena, s->sources);
    sarif_rules_open(&s->rules, arena);
}

// In one line: no person reads it, and spaces count for the limits.
static void write_log(struct sarif *s, struct text *text, const struct report *report)
{
    json_t *root = json_object(), *run = json_object(), *runs = json_array();
    json_t *results = make_results(s, report);
    json_object_set_new(root, "$schema",
                        json_text("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(root, "version", json_text("2.1.0"));
    json_object_set_new(run, "tool", make_tool(s));
    json_object_set_new(run, "columnKind", json_text("utf16CodeUnits"));
    json_object_set_new(run, "invocations", make_invocations(s, report));
    json_object_set_new(run, "results", results);
    json_array_append_new(runs, run);
    json_object_set_new(root, "runs", runs);
    char *dump = json_dumps(root, JSON_COMPACT);
    text_add(text, dump ? dump : "null");
    text_add_char(text, '\n');
    free(dump);
    json_decref(root);
}

void sarif_report(struct text *text, const struct report *report, const struct view *view)
{
    (void)view;
    struct sarif s;
    sarif_open(&s, text->arena);
    write_log(&s, text, report);
}

void sarif_comparison(struct text *text, const struct comparison *c, const struct view *view)
{
    sarif_report(text, &c->findings, view);
}

// What was measured is no finding in the source; a difference is a fault of a prediction.
void sarif_executions(struct text *text, const struct executions *executions,
                      const struct view *view)
{
    (void)view;
    struct sarif s;
    sarif_open(&s, text->arena);
    for (int i = 0; i < executions->n; i++) {
        const struct execution *e = &executions->at[i];
        if (e->failure || e->difference)
            notify(&s, "error",
                   arena_printf(text->arena, "%s: %s", e->model->name,
                                e->failure ? e->failure : e->difference));
    }
    write_log(&s, text, executions->report);
}
