#ifndef ANALYZER_REPORT_GGML_JSON_H
#define ANALYZER_REPORT_GGML_JSON_H

// The parts of the JSON report that only graphs of ggml have.

#include "analyzer/report/json_value.h"
#include "analyzer/report/report.h"

json_t *json_innermost(struct arena *, const struct shape *); // sizes as ggml counts them
json_t *json_ggml_memory(struct arena *, const struct report_model *);
json_t *json_ggml_contexts(struct arena *, const struct report_model *);

#endif
