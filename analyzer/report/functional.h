#ifndef ANALYZER_REPORT_FUNCTIONAL_H
#define ANALYZER_REPORT_FUNCTIONAL_H

// The row of a functional op: an op in a forward function that is no module, so no hook sees it.

#include "analyzer/report/report.h"

// All of a zeroed row but its outputs, its depth and how often it runs.
void functional_describe(struct arena *, const struct program *, node_id, struct report_row *);

#endif
