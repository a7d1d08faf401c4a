#ifndef ANALYZER_REPORT_JSON_ROWS_H
#define ANALYZER_REPORT_JSON_ROWS_H

// The arrays of a model's leaves, modules and tensors, as report.schema.json has them.

#include "analyzer/report/report.h"

#include <jansson.h>

// Leaves in order of their first call, each with its calls; functional ops are leaves of one call.
json_t *json_leaves(struct arena *, const struct report *, const struct report_model *);
json_t *json_modules(struct arena *, const struct report *, const struct report_model *);
// Every tensor of the program, in its own dtype.
json_t *json_tensors(struct arena *, const struct report_model *);
// How many of each the three leave out; NULL: none.
json_t *json_left_out(const struct report_model *);

#endif
