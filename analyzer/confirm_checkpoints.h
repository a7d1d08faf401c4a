#ifndef ANALYZER_CONFIRM_CHECKPOINTS_H
#define ANALYZER_CONFIRM_CHECKPOINTS_H

// Which checkpoints a training step is run with, what is predicted of it, and whether they leave
// the gradients as they are.

#include "analyzer/confirm.h"
#include "analyzer/confirm_step.h"
#include "analyzer/plan/training.h"

struct chosen_checkpoints {
    struct training_plan plan;
    struct step plain; // the same without
};

// NULL, or why the step can't be run with those that were asked for. `told` gets names and figures.
const char *confirm_choose(struct arena *, const struct program *, int asked,
                           struct chosen_checkpoints *, struct execution_checkpoints *told);
// Runs the step without them, where that needs no more than `max_bytes` with what is `fixed`, and
// compares the gradients. NULL, or why it was refused.
const char *confirm_without(struct arena *, const struct exec_request *,
                            const struct chosen_checkpoints *, int64_t fixed, int64_t max_bytes,
                            struct step_gradients with, struct execution_checkpoints *told);

#endif
