#ifndef ANALYZER_BUDGET_H
#define ANALYZER_BUDGET_H

// Limits on a model's figures, proved, broken (with a witness) or open.

#include "analyzer/report/report.h"

// Reads "peak<=64KiB,peak_leaf<=8KiB". False and a reason on bad text.
bool budget_parse(struct arena *, const char *text, int *n, const struct report_budget **budgets,
                  const char **error);
// Holds the model against the budgets: fills model->budgets, and adds a
// finding for each that is broken or open.
void budget_check(struct arena *, struct report_model *, int n, const struct report_budget *,
                  struct diags *);

#endif
