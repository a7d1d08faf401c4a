#ifndef ANALYZER_REPORT_JSON_PARTS_H
#define ANALYZER_REPORT_JSON_PARTS_H

// What the JSON of a report, of a comparison and of a run have in common.

#include "analyzer/report/report.h"
#include "ir/base/text.h"

#include <jansson.h>

json_t *json_inputs(struct arena *, const struct report_model *);
json_t *json_diags(const struct report *);
// The edits of a finding: [{file, line, column, old, new}].
json_t *json_edits(const struct diag *);
// Takes the value.
void json_write(struct text *, json_t *root);

#endif
