#ifndef ANALYZER_LSP_TASK_H
#define ANALYZER_LSP_TASK_H

// This program started for a command of the client, beside the server: what it
// prints is the answer.

#include "analyzer/lsp/server.h"

#include <poll.h>

// `words` is its command line; false: it could not be started.
bool task_start(struct server *, json_t *id, const json_t *words);
void task_cancel(struct server *, const json_t *id);
// Fills MAX_TASKS entries; those without a task are ignored by poll.
void task_poll(const struct server *, struct pollfd *);
void task_read(struct server *, const struct pollfd *);
void task_close_all(struct server *);

#endif
