#ifndef ANALYZER_REPORT_PEAKS_H
#define ANALYZER_REPORT_PEAKS_H

// Which row is largest. The earliest wins a tie; a leaf that is called several
// times counts with its largest call. Where it depends on the symbols, the
// peak is a list of pieces with their conditions.

#include "analyzer/report/report.h"

// Fills peaks, largest and reference of a model whose rows are there.
void peaks_find(struct arena *, int n_dtypes, const enum dtype *dtypes, struct report_model *);

#endif
