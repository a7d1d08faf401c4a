#include "analyzer/lsp/outbox.h"

#include "ir/base/arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add(struct outbox *outbox, const char *bytes, size_t n)
{
    if (outbox->n + n > outbox->room) {
        size_t room = outbox->room * 2 > outbox->n + n ? outbox->room * 2 : outbox->n + n;
        char *at = realloc(outbox->at, room);
        if (!at) arena_exhausted(room);
        outbox->at = at;
        outbox->room = room;
    }
    memcpy(outbox->at + outbox->n, bytes, n);
    outbox->n += n;
}

// Takes the message.
static void post(struct outbox *outbox, json_t *message)
{
    char header[64], *text;
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (!text) return;
    size_t n = strlen(text);
    int length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", n);
    add(outbox, header, (size_t)length);
    add(outbox, text, n);
    free(text);
}

void outbox_result(struct outbox *outbox, json_t *id, json_t *result)
{
    post(outbox, json_pack("{s:o,s:o}", "id", id ? id : json_null(), "result",
                           result ? result : json_null()));
}

void outbox_error(struct outbox *outbox, json_t *id, enum rpc_error code, const char *message)
{
    post(outbox, json_pack("{s:o,s:{s:i,s:s}}", "id", id ? id : json_null(), "error", "code",
                           (int)code, "message", message));
}

void outbox_notify(struct outbox *outbox, const char *method, json_t *params)
{
    post(outbox, json_pack("{s:s,s:o}", "method", method, "params", params));
}

void outbox_request(struct outbox *outbox, int id, const char *method, json_t *params)
{
    json_t *message = json_pack("{s:i,s:s}", "id", id, "method", method);
    if (params) json_object_set_new(message, "params", params);
    post(outbox, message);
}

bool outbox_flush(struct outbox *outbox, int file)
{
    while (outbox->sent < outbox->n) {
        ssize_t n = write(file, outbox->at + outbox->sent, outbox->n - outbox->sent);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return true;
        if (n <= 0) return false;
        outbox->sent += (size_t)n;
    }
    outbox->n = outbox->sent = 0;
    return true;
}

bool outbox_is_empty(const struct outbox *outbox)
{
    return outbox->sent == outbox->n;
}

void outbox_close(struct outbox *outbox)
{
    free(outbox->at);
    *outbox = (struct outbox){0};
}
