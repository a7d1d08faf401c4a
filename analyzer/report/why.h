#ifndef ANALYZER_REPORT_WHY_H
#define ANALYZER_REPORT_WHY_H

// Where the numbers of one row come from, line by line: the operands and what
// made them, the rule, the conditions that it imposed, each size with the numbers that it follows
// from, the bytes.

#include "analyzer/report/report.h"

// Fills model->why for the leaf or functional op of that name, all its calls, with the bytes at the
// values of --at (NULL: none were asked for). False if the model has none.
bool why_derive(struct arena *, struct report_model *, const char *name, int n_dtypes,
                const enum dtype *dtypes, const struct report_at_axes *);
// The lines of one row; returns how many.
int why_row(struct arena *, const struct report_model *, const struct report_row *, int n_dtypes,
            const enum dtype *dtypes, const struct report_reason **reasons);

#endif
