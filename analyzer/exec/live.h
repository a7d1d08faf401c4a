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

// Nodes of a checkpoint; of what they made the program has its output only.
struct live_segment {
    struct segment nodes;
    value_id output;
};

struct engine_run {
    struct arena *arena;
    struct exec *exec;
    node_id next_node;      // the first that was not run
    struct arena *maps;     // of the next three and no other
    struct map *troubles;   // by node: why it was not run
    struct map *dense;      // by value: a struct tensor, the row-major copy of one that is not
    struct map *given_back; // by value that no node makes: whether its memory was
    VEC(struct live_segment) segments; // in order, apart from one another
    int n_in_segments;                 // that have begun
    struct data_random random_before;  // the outermost of them
    struct engine_profile *profile;    // that is being made; NULL: none
    VEC(struct engine_compiled *) compiled;
    // While backward runs.
    node_id lowest; // of the nodes to which a gradient came
    const struct engine_backward *request;
    struct module_call *calls; // those of the request, as they were when it began
    struct arena *pass;
    VEC(struct live_call) inside; // innermost last
};

void live_advance(struct engine_run *); // live.c
// live_compile.c
bool live_compile_mode(const char *name);
struct engine_compiled *live_compile(struct engine_run *, const struct engine_compile *,
                                     const char **why);
const struct tensor *live_run_compiled(struct engine_compiled *, value_id input, const char **why);
void live_drop_result(struct engine_compiled *);
const char *live_describe_compiled(struct engine_compiled *, struct arena *);
void live_close_compiled(struct engine_run *);
// live_profile.c
struct engine_profile *live_profile_begin(struct engine_run *);
void live_profile_step(struct engine_profile *);
void live_profile_end(struct engine_profile *);
void live_profile_gradient(struct engine_run *, int operand, const struct tensor *);
const char *live_profile_table(struct engine_profile *, struct arena *);
int64_t live_profile_calls(struct engine_profile *, const char *kernel);
const char *live_profile_write(struct engine_profile *, struct arena *, const char *path,
                               enum engine_profile_form);
// live_checkpoint.c
void live_segment_begin(struct engine_run *);
void live_segment_end(struct engine_run *, node_id first, value_id output);
void live_segment_cancel(struct engine_run *);
bool live_recompute(struct engine_run *, node_id, const char **why); // true where nothing is to be
void live_drop_segments(struct engine_run *, node_id first);
int64_t live_saved_bytes(struct engine_run *);
void live_step(struct engine_run *, value_id, const struct engine_optimizer *,
               struct engine_state **);
int64_t live_state_bytes(const struct engine_state *);
const struct tensor *live_tensor(struct engine_run *, value_id, const char **why);
bool live_backward(struct engine_run *, const struct engine_backward *, const char **why);
// The listener of the executor's backward pass; the user is the run.
void live_gradient_came(void *user, struct exec *, node_id, int operand, const struct tensor *);

#endif
