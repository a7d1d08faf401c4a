#ifndef ANALYZER_PROFILE_H
#define ANALYZER_PROFILE_H

// Where the time of training steps goes: kernels by the names of PyTorch's profiler, how often the
// graph says that they are called, and each call on a line of time.

#include "analyzer/exec/exec.h"
#include "analyzer/report/execution.h"

// Runs `n_steps` forward and backward passes after one that is not counted. A program in which no
// result needs a gradient is only run forward. `again`, by node: what checkpoints run once more;
// NULL: nothing. False, with the reason, where a run was refused.
bool profile_run(struct arena *, const struct exec_request *, const struct report_model *,
                 const bool *again, int n_steps, struct execution_profile *, const char **error);

#endif
