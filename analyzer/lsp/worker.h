#ifndef ANALYZER_LSP_WORKER_H
#define ANALYZER_LSP_WORKER_H

// The server's side of its worker (work.h): started when there is something to
// do, kept alive between jobs, stopped when it hangs, started again after it
// died. One job at a time.

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct worker {
    pid_t process; // 0: none runs
    int to, from, errors;
    atomic_bool *cancelled;
    bool busy;
    size_t n, room; // of an answer that has come in part
    char *answer;
};

enum worker_event {
    WORKER_MORE,   // the answer is not complete
    WORKER_ANSWER, // `*answer` is the caller's
    WORKER_DIED    // of what, is in `why`
};

bool worker_open(struct worker *);
void worker_close(struct worker *);
// False: no process can be had. The job is the caller's to give back.
bool worker_send(struct worker *, const json_t *job);
// When there is something to read of `from`.
enum worker_event worker_receive(struct worker *, json_t **answer, char *why, size_t room);
// A job that takes a moment, while the worker has nothing else to do. NULL: it did not answer in
// time, and was stopped.
json_t *worker_ask(struct worker *, const json_t *job, int milliseconds);
// The job that runs is not wanted any more: its answer comes soon, and is to be dropped.
void worker_cancel(struct worker *);
// It hangs.
void worker_stop(struct worker *);

#endif
