#ifndef ANALYZER_CONFIRM_COMPILED_H
#define ANALYZER_CONFIRM_COMPILED_H

// A model that is compiled, held against the same model run plainly: numbers, memory, time.

#include "analyzer/exec/compiled.h"
#include "analyzer/exec/exec.h"
#include "analyzer/report/execution.h"

// `request` is of the plain run. NULL, or why one of the two could not be run.
const char *confirm_compiled(struct arena *, const struct exec_request *request, enum compile_mode,
                             int n_runs, struct execution_compiled *);
// The first figure that is not as predicted, or numbers that differ; NULL: there is none.
const char *confirm_compiled_difference(struct arena *, const struct execution_compiled *);

#endif
