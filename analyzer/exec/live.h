#ifndef ANALYZER_EXEC_LIVE_H
#define ANALYZER_EXEC_LIVE_H

// The state of a program that is executed while it is being recorded; private to
// live*.c, everyone else sees ir/engine.h.

#include "analyzer/exec/running.h"
#include "ir/base/map.h"
#include "ir/engine.h"

// A watched call whose nodes the backward pass is in.
struct live_call {
    int index; // into the request's calls
    const struct engine_call *watched;
    const struct module_call *call;
    bool asked;                // does an input want a gradient?
    struct tensor *grad_input; // what came so far from its nodes, each in memory of its own
    struct tensor *grad_output;
};

struct engine_run {
    struct arena *arena;
    struct exec *exec;
    node_id next_node;    // the first that was not run
    struct map *troubles; // by node: why it was not run
    struct map *dense;    // by value: a struct tensor, the row-major copy of one that is not
    // While backward runs.
    const struct engine_backward *request;
    struct module_call *calls; // those of the request, as they were when it began
    struct arena *pass;
    VEC(struct live_call) inside; // innermost last
};

const struct tensor *live_tensor(struct engine_run *, value_id, const char **why);
bool live_backward(struct engine_run *, const struct engine_backward *, const char **why);
// The listener of the executor's backward pass; the user is the run.
void live_gradient_came(void *user, struct exec *, node_id, int operand, const struct tensor *);

#endif
