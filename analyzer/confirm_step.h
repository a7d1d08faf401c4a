#ifndef ANALYZER_CONFIRM_STEP_H
#define ANALYZER_CONFIRM_STEP_H

// One training step with checkpoints, run: what it kept, its peaks, and its gradients.

#include "analyzer/exec/exec.h"

// Equal where all gradients of inputs and parameters are, bit by bit.
struct step_gradients {
    uint64_t low, high;
};

struct step_run {
    int64_t saved, forward_peak, passing; // bytes, as in analyzer/step.h
    struct step_gradients gradients;
};

struct step_gradients confirm_gradients(const struct exec *, const struct program *);
// The request with these checkpoints, forward and backward. NULL, or why it was refused.
const char *confirm_step(struct arena *, const struct exec_request *, int n_checkpoints,
                         const struct checkpoint *, struct step_run *);

#endif
