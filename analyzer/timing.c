#include "analyzer/timing.h"

#include <stdlib.h>

struct watch {
    double *forward, *backward; // of this run, by node
};

static void node_ran(void *user, struct exec *x, node_id id, double seconds)
{
    (void)x;
    ((struct watch *)user)->forward[id] += seconds;
}

static void backward_ran(void *user, struct exec *x, node_id id, double seconds)
{
    (void)x;
    ((struct watch *)user)->backward[id] += seconds;
}

// Each run makes its inputs and parameters anew; only kernels are timed.
static bool run_once(struct arena *arena, const struct exec_request *request, struct watch *watch,
                     const char **error)
{
    struct exec_listener listener = {
        .node = node_ran, .again = backward_ran, .backward = backward_ran, .user = watch};
    struct exec_request timed = *request;
    timed.listener = &listener;
    struct exec *x = exec_open(arena, &timed, error);
    if (!x) return false;
    bool ran = exec_forward(x, error);
    if (ran && request->mode == EXEC_TRAINING) ran = exec_backward(x, 0, NULL, error);
    exec_close(x);
    return ran;
}

bool timing_run(struct arena *arena, const struct exec_request *request, int n_runs,
                struct timing *timing, const char **error)
{
    int n = request->program->nodes.n;
    *timing = (struct timing){.n_runs = n_runs, .n_nodes = n};
    timing->forward = arena_alloc_array(arena, (size_t)n_runs * (size_t)n, sizeof(double));
    timing->backward = arena_alloc_array(arena, (size_t)n_runs * (size_t)n, sizeof(double));
    bool ran = true;
    for (int run = 0; ran && run < n_runs; run++) {
        struct arena *scratch = arena_open();
        size_t at = (size_t)run * (size_t)n;
        struct watch watch = {timing->forward + at, timing->backward + at};
        const char *why;
        ran = run_once(scratch, request, &watch, &why);
        if (!ran) *error = arena_string(arena, why);
        arena_close(scratch);
    }
    return ran;
}

static int order(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct execution_time timing_of(struct arena *arena, const struct timing *timing,
                                const double *seconds, node_id first, node_id last)
{
    int n = timing->n_runs;
    double *sums = arena_array(arena, double, n);
    for (int run = 0; run < n; run++)
        for (node_id id = first; id && id <= last; id++)
            sums[run] += seconds[(size_t)run * (size_t)timing->n_nodes + id];
    qsort(sums, (size_t)n, sizeof *sums, order);
    return (struct execution_time){sums[0], (sums[(n - 1) / 2] + sums[n / 2]) / 2.0};
}
