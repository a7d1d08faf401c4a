#ifndef ANALYZER_REPORT_JSON_FIGURES_H
#define ANALYZER_REPORT_JSON_FIGURES_H

// Figures of a whole model as report.schema.json has them. Null where there is none.

#include "analyzer/report/report.h"

#include <jansson.h>

// A figure of one row whatever the symbols are; `peaks` has one for each asked dtype.
json_t *json_single_peak(struct arena *, const struct report *, const struct report_model *,
                         const struct report_peak *peaks);
// The peak leaf; all pieces of it where it depends on the symbols.
json_t *json_peak_leaf(struct arena *, const struct report *, const struct report_model *);
json_t *json_reference(struct arena *, const struct report *, const struct report_model *);
// `live` has one for each asked dtype.
json_t *json_live(struct arena *, const struct report *, const struct report_live *live);
json_t *json_memory(struct arena *, const struct report *, const struct report_model *);
json_t *json_parameters(struct arena *, const struct report *, const struct report_model *);
json_t *json_budgets(struct arena *, const struct report *, const struct report_model *);
// One object for each combination of --at and dtype.
json_t *json_at(struct arena *, const struct report *, const struct report_model *);
// The values and the dtype of one of them.
json_t *json_at_row(const struct report *, const struct report_at_row *, int dtype);
// Of one of two models: "a_peak_bytes" and "a_peak_layer"; null where it has no single peak.
void json_set_at_side(struct arena *, json_t *, const char *side, const struct report_at_row *,
                      int dtype);

#endif
