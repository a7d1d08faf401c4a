#ifndef ANALYZER_REPORT_AT_TABLE_H
#define ANALYZER_REPORT_AT_TABLE_H

// The peaks at values of symbols, for people: a row a combination and element width.

#include "analyzer/report/sizes.h"
#include "analyzer/report/table.h"
#include "analyzer/report/writer.h"

// Fills the table, and the names of sizes where it would be wider than the view without them; both
// are to be printed. Of several variants of one entry each has the rows that make the entry it.
void at_table_lay_out(struct arena *, const struct report *, int n,
                      const struct report_model *const *, const struct view *, struct table *,
                      struct sizes *);
// "f16/bf16": types of one width have the same figures. Of the first n dtypes.
const char *at_table_dtypes(struct arena *, int n, const enum dtype *, enum report_widths,
                            int dtype);
// "kept", or the budgets that are not: "broken: peak".
const char *at_table_budgets(struct arena *, const struct report_at_row *, int dtype);

#endif
