#ifndef ANALYZER_BUDGET_H
#define ANALYZER_BUDGET_H

// Limits on a model's figures, proved, broken (with a witness) or open.

#include "analyzer/report/report.h"

// Reads "peak<=64KiB,peak_leaf[f16]<=8KiB". False and a reason on bad text.
bool budget_parse(struct arena *, const char *text, int *n, const struct report_budget **budgets,
                  const char **error);
// Are the types that budgets name among those that are asked for? False and a reason where not.
bool budget_dtypes_listed(struct arena *, int n, const struct report_budget *, int n_dtypes,
                          const enum dtype *, const char **error);
enum budget_reach { BUDGET_FIRST_DTYPE, BUDGET_EACH_DTYPE };
// One that names no type is held in the first of the asked types or in each; types of one width
// have the same figures, and what a library allocates goes by no type, so these are held once.
// Returns how many there are.
int budget_for_dtypes(struct arena *, int n, const struct report_budget *, int n_dtypes,
                      const enum dtype *, enum report_widths, enum budget_reach,
                      const struct report_budget **);
// Holds the model against the budgets: fills model->budgets, and adds a
// finding for each that is broken or open.
void budget_check(struct arena *, struct report_model *, int n, const struct report_budget *,
                  struct diags *);
// At the values of --at instead: fills the verdicts of model->at and, where the budget holds at all
// of them, or is broken or open at one, model->budgets. Behind at_fill.
void budget_check_at(struct arena *, struct report_model *, const struct report_at_axes *, int n,
                     const struct report_budget *, struct diags *);
// The name of the figure, as in the option.
const char *budget_metric_name(enum report_metric);
// "if kind == 2, ", whom a finding is about; "" of a model without variants.
const char *budget_variant(struct arena *, const struct report_model *);
// The moment that is the worst at these values; NULL: it cannot be told, as it depends on others.
const struct report_live_piece *budget_moment(const struct report_live *, int n,
                                              const struct sym_binding *);
// Of METRIC_RUNTIME and METRIC_RAM.
struct quantity budget_of_runtime(const struct report_model *, enum report_metric);
// Is the figure at most the limit? Of a bound only that follows which it bounds.
struct proof budget_prove(struct syms *, struct quantity bytes, int64_t limit);

#endif
