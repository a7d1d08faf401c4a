#ifndef ANALYZER_CONFIRM_H
#define ANALYZER_CONFIRM_H

// Runs a model and holds each number of its report against what was measured.

#include "analyzer/exec/compiled.h"
#include "analyzer/exec/exec.h"
#include "analyzer/report/execution.h"

// Which checkpoints: those of the program, those of the best plan (analyzer/plan/training.h), or
// that of so many segments.
#define CHECKPOINT_AS_WRITTEN 0
#define CHECKPOINT_BEST (-1)

struct confirm_request {
    const struct report_model *model; // all its sizes are numbers; figures of dtype 0 are `dtype`
    enum dtype dtype;                 // what f32 is run as
    enum exec_mode mode;
    uint32_t seed;
    int n_files; // inputs whose numbers are given
    const struct npy *files;
    int n_repeats;             // further runs, to be timed
    int n_steps;               // and to be profiled; 0: none
    enum compile_mode compile; // COMPILE_NONE: it is not compiled
    int checkpoint;            // CHECKPOINT_AS_WRITTEN, CHECKPOINT_BEST, or how many segments
    int64_t max_bytes;         // refuse what is predicted to need more
};

// Why the model cannot be executed, as far as that is seen before; NULL: nothing is in the way.
const char *confirm_hindrance(struct arena *, const struct program *);
// Where the model could not be executed, the execution has its `failure`.
void confirm_run(struct arena *, const struct confirm_request *, struct execution *);

#endif
