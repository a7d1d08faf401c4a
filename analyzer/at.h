#ifndef ANALYZER_AT_H
#define ANALYZER_AT_H

// A model's peaks at values of its symbols: --at N=1,8,32. The closed forms
// are evaluated, nothing is run again; values under which they do not hold
// give a row that names the condition.

#include "analyzer/report/report.h"

#define MAX_AT_ROWS 10000

// Reads "N=1,8,32", one text an axis. False and a reason on bad text, on a symbol that is given
// twice, and on more combinations than MAX_AT_ROWS.
bool at_parse(struct arena *, int n_texts, const char *const *texts, struct report_at_axes *,
              const char **error);
// Fills the model's rows, one a combination, the last axis fastest.
void at_fill(struct arena *, struct report_model *, int n_dtypes, const struct report_at_axes *);
// The names of all symbols that the model's figures or its conditions depend on, sorted.
int at_symbols(struct arena *, const struct report_model *, int n_dtypes,
               const char *const **names);

#endif
