#ifndef ANALYZER_TIMING_H
#define ANALYZER_TIMING_H

// How long each call of a program takes, over several runs. Nothing is looked at meanwhile.

#include "analyzer/exec/exec.h"
#include "analyzer/report/execution.h"

struct timing {
    int n_runs, n_nodes;
    // Seconds of each node in each run, run by run.
    double *forward, *backward;
};

// False, with the reason, where a run was refused.
bool timing_run(struct arena *, const struct exec_request *, int n_runs, struct timing *,
                const char **error);
// Of the nodes [first, last] together, over the runs.
struct execution_time timing_of(struct arena *, const struct timing *, const double *seconds,
                                node_id first, node_id last);

#endif
