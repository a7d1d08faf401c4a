#ifndef ANALYZER_LSP_OUTBOX_H
#define ANALYZER_LSP_OUTBOX_H

// What the client is still to be sent. A client that does not read must not
// keep us from reading it: the messages wait here until its end takes them.

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct outbox {
    char *at;
    size_t n, room, sent;
};

// Codes of JSON-RPC and of the protocol.
enum rpc_error {
    ERROR_PARSE = -32700,
    ERROR_INVALID_REQUEST = -32600,
    ERROR_METHOD_NOT_FOUND = -32601,
    ERROR_INVALID_PARAMS = -32602,
    ERROR_INTERNAL = -32603,
    ERROR_NOT_INITIALIZED = -32002,
    ERROR_REQUEST_FAILED = -32803,
    ERROR_CANCELLED = -32800
};

// Each takes the JSON that it is given; `id` may be NULL, for null.
void outbox_result(struct outbox *, json_t *id, json_t *result);
void outbox_error(struct outbox *, json_t *id, enum rpc_error, const char *message);
void outbox_notify(struct outbox *, const char *method, json_t *params);
void outbox_request(struct outbox *, int id, const char *method, json_t *params);

// Writes what the file takes; false: the client is gone.
bool outbox_flush(struct outbox *, int file);
bool outbox_is_empty(const struct outbox *);
void outbox_close(struct outbox *);

#endif
