#ifndef ANALYZER_LSP_SERVER_H
#define ANALYZER_LSP_SERVER_H

// The language server: what all of its parts share. serve.c has the loop,
// lifecycle.c what the protocol asks of the beginning and the end, sync.c the
// documents, schedule.c which of them is analysed when, and each answer of the
// protocol is a file of its own, found by methods.def.

#include "analyzer/lsp/document.h"
#include "analyzer/lsp/outbox.h"
#include "analyzer/lsp/settings.h"
#include "analyzer/lsp/stream.h"
#include "analyzer/lsp/worker.h"

enum server_state { SERVER_NEW, SERVER_RUNNING, SERVER_SHUT_DOWN, SERVER_GONE };

// What the client says that it can do.
struct client {
    enum encoding encoding;
    bool refreshes_hints, refreshes_lenses; // asks again when it is told to
    bool related_information, hierarchical_symbols, progress, configuration;
    bool literal_actions; // takes code actions, not only commands
    pid_t process;        // that we end with; 0: unknown
};

enum job_kind { JOB_NONE, JOB_DOCUMENT, JOB_FILE };

// What the worker is busy with.
struct job {
    enum job_kind kind;
    struct document *document; // NULL: it was closed meanwhile, or a file that is not open
    int64_t version;
    int64_t number; // from 1
    int64_t begun;
    bool dropped;    // nobody wants its answer any more
    int64_t give_up; // when it counts as hanging
    char *path;      // of the file
};

struct method;

#define MAX_TASKS 4

// This program started for a command of the client (task.c).
struct task {
    pid_t process; // 0: the slot is free
    int from;
    json_t *id;
    char *text;
    size_t n, room;
};

// A request that waits for an analysis.
struct waiting {
    json_t *id, *params;
    const struct method *method;
    struct document *document; // NULL: it was closed
    int64_t deadline;          // when it is answered with what is there
    struct waiting *next;
};

struct server {
    enum server_state state;
    int exit_status;
    struct stream in;
    struct outbox out;
    struct client client;
    struct settings settings;
    json_t *root; // the workspace's folder, a path
    struct document *documents;
    struct worker worker;
    struct job job;
    int64_t n_jobs; // that were begun
    struct waiting *waiting;
    int last_request;            // of ours
    json_t *asked;               // our requests without an answer, {id: what}
    char *complained;            // what the user was last told to be wrong with the settings
    struct workspace *workspace; // a run over all files; NULL: none
    json_t *file_findings;       // of files that are not open, by path
    struct task tasks[MAX_TASKS];
};

// ---- methods

typedef json_t *answer_method(struct server *, struct document *, const json_t *params);
typedef void run_method(struct server *, json_t *id, const json_t *params);

struct method {
    const char *name;
    enum { METHOD_REQUEST, METHOD_NOTIFICATION, METHOD_DOCUMENT } kind;
    run_method *run;       // of requests and notifications; takes the id of a request
    answer_method *answer; // of a document, once there are facts about it
};

// NULL: there is none.
const struct method *method_find(const char *name);

// ---- parts

void serve_message(struct server *, const char *text, size_t n);
int64_t clock_ms(void);

// Settings of the client; NULL: none.
void configure(struct server *, json_t *values);
void ask_configuration(struct server *);
// A response to a request of ours.
void server_take_response(struct server *, const json_t *id, const json_t *result);
// Asks the client; the response comes as `what`.
void server_ask(struct server *, const char *what, const char *method, json_t *params);
enum message_kind { MESSAGE_ERROR = 1, MESSAGE_WARNING, MESSAGE_INFO, MESSAGE_LOG };
void server_tell(struct server *, enum message_kind, const char *text);

struct document *document_find(const struct server *, const char *uri);
// By the textDocument of params; NULL: it is not open.
struct document *document_of(const struct server *, const json_t *params);
void sync_close_all(struct server *);

// The document is to be analysed, after a pause in which nothing is typed.
void schedule_soon(struct server *, struct document *);
void schedule_all(struct server *);
// Starts what is due; milliseconds until something else is, -1: never.
int schedule_run(struct server *);
void schedule_take_answer(struct server *, json_t *answer);
void schedule_worker_died(struct server *, const char *why);
// Waits for facts, if they are on their way; answers at once where they are not. Takes the id.
void schedule_wait(struct server *, const struct method *, struct document *, json_t *id,
                   const json_t *params);
void schedule_cancel(struct server *, const json_t *id);
void schedule_end(struct server *);                             // nobody waits any more
void schedule_forget(struct server *, const struct document *); // before it is closed

// Tells the client what was found in a file, by all documents that say something of it.
void publish_file(struct server *, const char *path);
// Adds the files that findings are in, as keys.
void publish_add_files(const json_t *findings, json_t *files);
void publish_files(struct server *, json_t *files); // takes them
// {range, severity, code, source, message} of one finding of a document.
json_t *publish_diagnostic(const struct server *, const struct document *, const json_t *finding);
// {uri, range} of a fact's place, in whatever file.
json_t *location_of(const struct server *, const struct document *, const struct marked *,
                    const json_t *place);

#endif
