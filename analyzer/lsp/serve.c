// The loop: what the client says, what the worker answers, and what time brings.

#include "analyzer/lsp/serve.h"

#include "analyzer/lsp/methods.h"
#include "analyzer/lsp/task.h"
#include "analyzer/lsp/workspace.h"
#include "ir/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define READ_BYTES 65536
#define LOOK_AFTER_CLIENT_MS 5000

int64_t clock_ms(void)
{
    return (int64_t)(clock_seconds() * 1000.0);
}

// ---- one message

// Before `initialize` and after `shutdown` requests are refused and notifications dropped.
static bool is_refused(struct server *server, const char *method, json_t *id)
{
    bool begins = !strcmp(method, "initialize");
    if (server->state == SERVER_RUNNING && !begins) return false;
    if (server->state == SERVER_NEW && begins) return false;
    if (!id) return true;
    if (server->state == SERVER_NEW)
        outbox_error(&server->out, json_incref(id), ERROR_NOT_INITIALIZED,
                     "the first request is to be initialize");
    else
        outbox_error(&server->out, json_incref(id), ERROR_INVALID_REQUEST,
                     begins ? "initialize was sent already" : "the server was shut down");
    return true;
}

static void run_document(struct server *server, const struct method *method, json_t *id,
                         const json_t *params)
{
    const json_t *uri = json_object_get(json_object_get(params, "textDocument"), "uri");
    struct document *document = document_of(server, params);
    if (!json_is_string(uri))
        outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS,
                     "params.textDocument.uri is to be a string");
    else if (!document)
        outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS,
                     "the document is not open");
    else
        schedule_wait(server, method, document, json_incref(id), params);
}

static void call(struct server *server, const char *name, json_t *id, const json_t *params)
{
    const struct method *method = method_find(name);
    if (!method || (method->kind == METHOD_NOTIFICATION) != !id) {
        // Notifications that nobody knows are dropped, those of `$/` among them.
        if (id)
            outbox_error(&server->out, json_incref(id), ERROR_METHOD_NOT_FOUND,
                         "there is no such method");
    } else if (params && !json_is_object(params) && !json_is_null(params)) {
        if (id)
            outbox_error(&server->out, json_incref(id), ERROR_INVALID_PARAMS,
                         "params is to be an object");
    } else if (method->kind == METHOD_DOCUMENT) {
        run_document(server, method, id, params);
    } else {
        method->run(server, id, params);
    }
}

static void end(struct server *server)
{
    server->exit_status = server->state == SERVER_SHUT_DOWN ? 0 : 1;
    server->state = SERVER_GONE;
}

static bool is_id(const json_t *id)
{
    return json_is_string(id) || json_is_number(id);
}

static void take_message(struct server *server, const json_t *message)
{
    json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    bool answers = json_object_get(message, "result") || json_object_get(message, "error");
    if (!json_is_object(message) || (!method && !answers)) {
        outbox_error(&server->out, is_id(id) ? json_incref(id) : NULL, ERROR_INVALID_REQUEST,
                     "a message is to be an object with a method");
    } else if (!method) {
        server_take_response(server, id, json_object_get(message, "result"));
    } else if (id && !is_id(id)) {
        outbox_error(&server->out, NULL, ERROR_INVALID_REQUEST,
                     "an id is to be a number or a string");
    } else if (!strcmp(method, "exit")) {
        end(server);
    } else if (!is_refused(server, method, id)) {
        call(server, method, id, json_object_get(message, "params"));
    }
}

void serve_message(struct server *server, const char *text, size_t n)
{
    json_error_t error;
    json_t *message = json_loadb(text, n, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
    if (message)
        take_message(server, message);
    else
        outbox_error(&server->out, NULL, ERROR_PARSE, error.text);
    json_decref(message);
}

// ---- the stream

static void take_events(struct server *server)
{
    const char *text;
    size_t n;
    while (server->state != SERVER_GONE) {
        switch (stream_next(&server->in, &text, &n)) {
        case STREAM_MORE: return;
        case STREAM_MESSAGE: serve_message(server, text, n); break;
        case STREAM_NO_HEADER:
            outbox_error(&server->out, NULL, ERROR_PARSE, "a message begins with Content-Length");
            break;
        case STREAM_CUT:
            outbox_error(&server->out, NULL, ERROR_PARSE,
                         "the message is shorter than its Content-Length");
            break;
        case STREAM_TOO_LONG:
            outbox_error(&server->out, NULL, ERROR_INVALID_REQUEST,
                         "a message may have 64 MiB at most");
            break;
        }
    }
}

// False: the client closed its end.
static bool read_client(struct server *server, int in)
{
    char bytes[READ_BYTES];
    ssize_t n = read(in, bytes, sizeof bytes);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n <= 0) return false;
    stream_add(&server->in, bytes, (size_t)n);
    take_events(server);
    return true;
}

static void read_worker(struct server *server)
{
    json_t *answer;
    char why[128];
    switch (worker_receive(&server->worker, &answer, why, sizeof why)) {
    case WORKER_MORE: break;
    case WORKER_ANSWER:
        schedule_take_answer(server, answer);
        json_decref(answer);
        break;
    case WORKER_DIED: schedule_worker_died(server, why); break;
    }
}

// A client that crashed closes nothing where others hold the pipe open.
static bool client_lives(const struct server *server)
{
    return !server->client.process || kill(server->client.process, 0) == 0 || errno != ESRCH;
}

// One round; false: it is over.
static bool serve_once(struct server *server, int in, int out)
{
    int wait = schedule_run(server);
    if (wait < 0 || wait > LOOK_AFTER_CLIENT_MS) wait = LOOK_AFTER_CLIENT_MS;
    if (!outbox_flush(&server->out, out)) return false;
    struct pollfd files[3 + MAX_TASKS] = {
        {.fd = in, .events = POLLIN},
        {.fd = server->worker.process ? server->worker.from : -1, .events = POLLIN},
        {.fd = outbox_is_empty(&server->out) ? -1 : out, .events = POLLOUT}};
    task_poll(server, files + 3);
    if (poll(files, 3 + MAX_TASKS, wait) < 0 && errno != EINTR) return false;
    task_read(server, files + 3);
    if (files[1].revents) read_worker(server);
    if (files[0].revents && !read_client(server, in)) return false;
    return server->state != SERVER_GONE && client_lives(server);
}

static void server_close(struct server *server)
{
    schedule_end(server);
    sync_close_all(server);
    task_close_all(server);
    workspace_close(server);
    worker_close(&server->worker);
    stream_close(&server->in);
    outbox_close(&server->out);
    settings_close(&server->settings);
    json_decref(server->root);
    json_decref(server->asked);
    free(server->complained);
    free(server->job.path);
}

int serve(int in, int out)
{
    struct server server = {.asked = json_object()};
    int flags = fcntl(out, F_GETFL);
    char *complaint = settings_read(&server.settings, NULL);
    free(complaint);
    signal(SIGPIPE, SIG_IGN);
    if (!worker_open(&server.worker)) return 1;
    fcntl(out, F_SETFL, flags | O_NONBLOCK);
    while (serve_once(&server, in, out)) continue;
    fcntl(out, F_SETFL, flags);
    outbox_flush(&server.out, out);
    // Who goes without a word after shutdown has said enough.
    bool orderly = server.state == SERVER_SHUT_DOWN;
    int status = server.state == SERVER_GONE ? server.exit_status : orderly ? 0 : 1;
    server_close(&server);
    return status;
}
