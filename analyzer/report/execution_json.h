#ifndef ANALYZER_REPORT_EXECUTION_JSON_H
#define ANALYZER_REPORT_EXECUTION_JSON_H

// A model that was executed, as run.schema.json has it.

#include "analyzer/report/execution.h"

#include <jansson.h>

json_t *json_execution(struct arena *, const struct execution *);

#endif
