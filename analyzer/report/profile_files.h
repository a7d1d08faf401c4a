#ifndef ANALYZER_REPORT_PROFILE_FILES_H
#define ANALYZER_REPORT_PROFILE_FILES_H

// A profile as other tools read it: steps hold calls of leaves, which hold kernels.

#include "analyzer/report/execution.h"

#include <jansson.h>

// The trace event format of chrome://tracing and Perfetto: complete events, in microseconds. Gives
// it away.
json_t *profile_chrome(struct arena *, int n, const struct execution *executions);
// The evented file format of speedscope, a profile a model.
json_t *profile_speedscope(struct arena *, int n, const struct execution *executions);

// Takes the value. The error number of what went wrong; 0: nothing did.
int profile_write(json_t *, const char *path);

#endif
