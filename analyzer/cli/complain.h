#ifndef ANALYZER_CLI_COMPLAIN_H
#define ANALYZER_CLI_COMPLAIN_H

// Complaints about the use of the program: to standard error, never into the
// report.

#include "ir/base/text.h"

// "shapeprof: error: ..." and a newline.
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Such a line, "shapeprof: note: ..." for that kind, into a text that is printed later.
void complain_line(struct text *, const char *kind, const char *message);
// ", the nearest are `a`, `b`", or "" when nothing is near.
const char *nearest_string(struct arena *, const char *name, const char *const *names, int n_names);

#endif
