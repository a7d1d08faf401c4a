#ifndef ANALYZER_CLI_COMPLAIN_H
#define ANALYZER_CLI_COMPLAIN_H

// Complaints about the use of the program: to standard error, never into the
// report.

#include "ir/base/arena.h"

// "shapeprof: error: ..." and a newline.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// "shapeprof: note: ..." and a newline.
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
// ", the nearest are `a`, `b`", or "" when nothing is near.
const char *nearest_string(struct arena *, const char *name, const char *const *names, int n_names);

#endif
