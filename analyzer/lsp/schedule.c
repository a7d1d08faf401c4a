// Which document is analysed when: after a pause in typing, one at a time; what is outdated is
// cancelled, what hangs is stopped, and requests wait for what they ask about.

#include "analyzer/lsp/server.h"

#include "analyzer/lsp/difference.h"
#include "analyzer/lsp/workspace.h"
#include "ir/diag.h"

#include <stdlib.h>
#include <string.h>

#define DEBOUNCE_MS 2
#define MAX_DEBOUNCE_MS 300
#define CANCELLED_MS 1500   // after which a worker that was told to stop is stopped
#define FIRST_WAIT_MS 10000 // for facts where there are none yet
#define WAIT_MS 300

// ---- documents

// What takes long to analyse is analysed after longer pauses.
void schedule_soon(struct server *server, struct document *document)
{
    if (!document->is_c) return;
    int64_t pause = document->analysis_ms / 4;
    if (pause > MAX_DEBOUNCE_MS) pause = MAX_DEBOUNCE_MS;
    pause += settings_number(&server->settings, "debounce", DEBOUNCE_MS);
    if (document->freshness == FACTS_NONE) pause = 0;
    document->dirty = true;
    document->due = clock_ms() + pause;
    if (server->job.kind == JOB_NONE || server->job.document != document || server->job.dropped)
        return;
    server->job.dropped = true;
    int64_t soon = clock_ms() + CANCELLED_MS;
    if (soon < server->job.give_up) server->job.give_up = soon;
    worker_cancel(&server->worker);
}

void schedule_all(struct server *server)
{
    for (struct document *d = server->documents; d; d = d->next) schedule_soon(server, d);
}

void schedule_forget(struct server *server, const struct document *document)
{
    if (server->job.document == document) {
        server->job.document = NULL;
        server->job.dropped = true;
    }
    for (struct waiting *w = server->waiting; w; w = w->next)
        if (w->document == document) w->document = NULL;
}

// ---- requests that wait

static bool is_ready(const struct server *server, const struct waiting *waiting)
{
    const struct document *document = waiting->document;
    return !document || !document->is_c || (!document->dirty && server->job.document != document);
}

// Takes it out of the list.
static void answer(struct server *server, struct waiting **at)
{
    struct waiting *waiting = *at;
    *at = waiting->next;
    if (waiting->document)
        outbox_result(&server->out, waiting->id,
                      waiting->method->answer(server, waiting->document, waiting->params));
    else
        outbox_error(&server->out, waiting->id, ERROR_CANCELLED, "the document was closed");
    json_decref(waiting->params);
    free(waiting);
}

// Milliseconds until the next has waited long enough; -1: none waits.
static int answer_ready(struct server *server)
{
    int64_t now = clock_ms(), next = -1;
    for (struct waiting **at = &server->waiting; *at;) {
        int64_t left = (*at)->deadline - now;
        if (left <= 0 || is_ready(server, *at)) {
            answer(server, at);
            continue;
        }
        if (next < 0 || left < next) next = left;
        at = &(*at)->next;
    }
    return (int)next;
}

void schedule_wait(struct server *server, const struct method *method, struct document *document,
                   json_t *id, const json_t *params)
{
    struct waiting *waiting = calloc(1, sizeof *waiting), **last = &server->waiting;
    if (!waiting) arena_exhausted(sizeof *waiting);
    bool first = document->freshness == FACTS_NONE;
    *waiting = (struct waiting){.id = id,
                                .params = json_incref((json_t *)(uintptr_t)params),
                                .method = method,
                                .document = document,
                                .deadline = clock_ms() + (first ? FIRST_WAIT_MS : WAIT_MS)};
    while (*last) last = &(*last)->next;
    *last = waiting;
}

// Takes it out of the list.
static void refuse(struct server *server, struct waiting **at)
{
    struct waiting *waiting = *at;
    *at = waiting->next;
    outbox_error(&server->out, waiting->id, ERROR_CANCELLED, "cancelled");
    json_decref(waiting->params);
    free(waiting);
}

void schedule_cancel(struct server *server, const json_t *id)
{
    struct waiting **at = &server->waiting;
    while (*at && !json_equal((*at)->id, id)) at = &(*at)->next;
    if (*at) refuse(server, at);
}

void schedule_end(struct server *server)
{
    while (server->waiting) refuse(server, &server->waiting);
}

// ---- jobs

static void begin_job(struct server *server, enum job_kind kind, struct document *document,
                      const char *path, json_t *work)
{
    int64_t now = clock_ms();
    free(server->job.path);
    json_object_set_new(work, "number", json_integer(++server->n_jobs));
    server->job = (struct job){.kind = kind,
                               .number = server->n_jobs,
                               .document = document,
                               .version = document ? document->version : 0,
                               .begun = now,
                               .give_up = now + (int64_t)settings_seconds(&server->settings) * 1000,
                               .path = strdup(path)};
    if (!worker_send(&server->worker, work)) schedule_worker_died(server, "no process can be had");
    json_decref(work);
}

// A text with NULs would end there for C; they are blanks to a compiler.
static json_t *text_json(const struct lines *lines)
{
    if (!memchr(lines->text, '\0', lines->n)) return json_stringn(lines->text, lines->n);
    char *copy = malloc(lines->n + 1);
    if (!copy) arena_exhausted(lines->n);
    for (size_t i = 0; i < lines->n; i++) copy[i] = lines->text[i] ? lines->text[i] : ' ';
    json_t *text = json_stringn(copy, lines->n);
    free(copy);
    return text;
}

// The document's own text, and buffers of others that differ from the disk: headers, and sources
// of the same program.
static json_t *unsaved_json(const struct server *server, const struct document *own)
{
    json_t *all = json_array();
    for (const struct document *d = server->documents; d; d = d->next)
        if (d->path && (d == own || d->edited))
            json_array_append_new(
                all, json_pack("{s:s,s:o}", "path", d->path, "text", text_json(&d->lines)));
    return all;
}

static void analyse(struct server *server, struct document *document)
{
    document->dirty = false;
    begin_job(server, JOB_DOCUMENT, document, document->path,
              json_pack("{s:s,s:s,s:o,s:o,s:I}", "kind", "analyse", "path", document->path, "words",
                        settings_words(&server->settings, document->path, document->sizes),
                        "unsaved", unsaved_json(server, document), "base",
                        (json_int_t)document->facts_number));
}

static void analyse_file(struct server *server, const char *path)
{
    begin_job(server, JOB_FILE, NULL, path,
              json_pack("{s:s,s:s,s:o,s:o}", "kind", "file", "path", path, "words",
                        settings_words(&server->settings, path, NULL), "unsaved",
                        unsaved_json(server, NULL)));
}

static struct document *next_document(const struct server *server)
{
    struct document *next = NULL;
    for (struct document *d = server->documents; d; d = d->next)
        if (d->dirty && (!next || d->due < next->due)) next = d;
    return next;
}

static void look_after_job(struct server *server)
{
    struct job *job = &server->job;
    if (job->kind == JOB_NONE || clock_ms() < job->give_up) return;
    worker_stop(&server->worker);
    schedule_worker_died(server, "it did not end in time");
}

static int sooner(int a, int b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

int schedule_run(struct server *server)
{
    look_after_job(server);
    int wait = answer_ready(server);
    if (server->job.kind != JOB_NONE)
        return sooner(wait, (int)(server->job.give_up - clock_ms()) + 1);
    struct document *document = next_document(server);
    int64_t left = document ? document->due - clock_ms() : 0;
    if (document && left > 0) return sooner(wait, (int)left);
    const char *path = document ? NULL : workspace_next(server);
    if (document) analyse(server, document);
    if (path) analyse_file(server, path);
    return server->job.kind != JOB_NONE ? schedule_run(server) : wait;
}

// ---- answers

// Told once, not with each keystroke.
static void complain(struct server *server, const char *complaints)
{
    if (server->complained && !strcmp(server->complained, complaints)) return;
    free(server->complained);
    server->complained = strdup(complaints);
    if (*complaints) server_tell(server, MESSAGE_WARNING, complaints);
}

static void set_findings(struct server *server, struct document *document, json_t *findings)
{
    json_t *files = json_pack("{s:b}", document->path, 1);
    publish_add_files(document->findings.facts, files);
    publish_add_files(findings, files);
    document_say(document, &document->findings, findings);
    publish_files(server, files);
}

static json_int_t n_syntax(const json_t *facts)
{
    return json_integer_value(json_object_get(facts, "errors_of_syntax"));
}

// A text that is only half typed says less than the one before it.
static bool is_better(const json_t *facts, const json_t *before)
{
    return !before || n_syntax(facts) <= n_syntax(before);
}

static void set_facts(struct server *server, struct document *document, int64_t number,
                      json_t *facts)
{
    json_t *findings = json_incref(json_object_get(facts, "findings"));
    json_object_del(facts, "findings");
    bool better = is_better(facts, document->facts.facts);
    if (better) {
        document_say(document, &document->facts, json_incref(facts));
        document->facts_number = number;
    }
    document->freshness = better ? FACTS_FRESH : FACTS_OLD;
    set_findings(server, document, findings);
}

// True: someone waited for hints, and has them now.
static bool answer_document(struct server *server, const struct document *document)
{
    bool answered = false;
    for (struct waiting **at = &server->waiting; *at;) {
        if ((*at)->document == document) {
            answered |= !strcmp((*at)->method->name, "textDocument/inlayHint");
            answer(server, at);
        } else {
            at = &(*at)->next;
        }
    }
    return answered;
}

static void tell_client(struct server *server, const struct document *document)
{
    bool has_hints = answer_document(server, document);
    if (!has_hints && server->client.refreshes_hints)
        server_ask(server, "refresh", "workspace/inlayHint/refresh", NULL);
    if (server->client.refreshes_lenses)
        server_ask(server, "refresh", "workspace/codeLens/refresh", NULL);
}

static void end_job(struct server *server)
{
    server->job.kind = JOB_NONE;
    server->job.document = NULL;
}

void schedule_take_answer(struct server *server, json_t *answer_json)
{
    struct job job = server->job;
    json_t *difference = json_object_get(answer_json, "facts");
    end_job(server);
    if (job.kind == JOB_FILE) {
        workspace_take(server, job.path, json_incref(json_object_get(difference, "findings")));
        return;
    }
    if (job.dropped || !job.document) return;
    job.document->analysis_ms = clock_ms() - job.begun;
    complain(server, json_string_value(json_object_get(answer_json, "complaints")));
    json_t *facts = difference ? difference_apply(job.document->facts.facts, difference) : NULL;
    if (facts)
        set_facts(server, job.document, job.number, facts);
    else
        job.document->freshness = FACTS_OLD;
    json_decref(facts);
    tell_client(server, job.document);
}

void schedule_worker_died(struct server *server, const char *why)
{
    struct job job = server->job;
    end_job(server);
    if (job.kind == JOB_FILE) workspace_take(server, job.path, NULL);
    if (job.kind != JOB_DOCUMENT || job.dropped || !job.document) return;
    const struct diag_info *info = diag_info(DIAG_ANALYSIS_DIED);
    json_t *finding =
        json_pack("{s:s,s:i,s:i,s:s,s:s,s:s,s:[]}", "file", job.document->path, "line", 1, "column",
                  1, "severity", "error", "code", info->code, "name", info->name, "related");
    json_object_set_new(finding, "message",
                        json_sprintf("the analysis ended early: %s; what is shown is of an "
                                     "earlier text. It begins again with the next edit",
                                     why));
    job.document->freshness = FACTS_OLD;
    set_findings(server, job.document, json_pack("[o]", finding));
    tell_client(server, job.document);
}
