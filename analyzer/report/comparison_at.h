#ifndef ANALYZER_REPORT_COMPARISON_AT_H
#define ANALYZER_REPORT_COMPARISON_AT_H

// Two models at the values of --at, for people: a row a combination, with both peaks and whose is
// larger.

#include "analyzer/report/writer.h"

void comparison_at_write(struct text *, const struct comparison *, const struct view *);

#endif
