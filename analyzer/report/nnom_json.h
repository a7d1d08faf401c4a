#ifndef ANALYZER_REPORT_NNOM_JSON_H
#define ANALYZER_REPORT_NNOM_JSON_H

// The part of the JSON report that only models of NNoM have: `nnom`, the library's own table.

#include "analyzer/report/json_value.h"
#include "analyzer/report/report.h"

json_t *json_nnom(struct arena *, const struct report_model *);

#endif
