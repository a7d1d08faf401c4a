#ifndef ANALYZER_REPORT_JSON_H
#define ANALYZER_REPORT_JSON_H

// The JSON report as a value, for formats that carry it along.

#include "analyzer/report/comparison.h"

#include <jansson.h>

// Gives it away. `models` of it are in the order of the report's.
json_t *json_whole(struct arena *, const struct report *);
json_t *json_comparison_whole(struct arena *, const struct comparison *);

#endif
