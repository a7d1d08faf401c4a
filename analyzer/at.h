#ifndef ANALYZER_AT_H
#define ANALYZER_AT_H

// A model's peaks at values of its symbols: --at N=1,8,32. The closed forms
// are evaluated, or those of a run with some of the values where the model's
// do not hold; values that break a condition give a row that names it.

#include "analyzer/report/report.h"

#define MAX_AT_ROWS 10000

// Reads "N=1,8,32", one text an axis. False and a reason on bad text, on a symbol that is given
// twice, and on more combinations than MAX_AT_ROWS.
bool at_parse(struct arena *, int n_texts, const char *const *texts, struct report_at_axes *,
              const char **error);
// Fills the model's rows, one a combination, the last axis fastest. Those at which it is another
// variant of its entry are marked.
void at_fill(struct arena *, struct report_model *, int n_dtypes, const struct report_at_axes *);
// Do the numbers of one of the model's specials keep what the model needs?
bool at_holds(struct arena *, const struct report_model *, const struct report_special *);
// Of all models of a report: combinations that no variant of an entry takes are told by its first.
void at_settle_variants(struct arena *, int n, struct report_model *);
// The names of all symbols that the model's figures or its conditions depend on, sorted.
int at_symbols(struct arena *, const struct report_model *, int n_dtypes,
               const char *const **names);

#endif
