#ifndef ANALYZER_REPORT_LIVE_H
#define ANALYZER_REPORT_LIVE_H

// The peak of live memory, from the memory pass into the report.

#include "analyzer/report/report.h"

// Fills live and live_training of a model, for every asked dtype.
void live_fill(struct arena *, struct report_model *, int n_dtypes, const enum dtype *dtypes);

#endif
