#ifndef ANALYZER_REPORT_SARIF_FIXES_H
#define ANALYZER_REPORT_SARIF_FIXES_H

// Edits of a finding as SARIF's fixes (2.1.0, sections 3.55 to 3.57).

#include "analyzer/report/report.h"
#include "analyzer/report/source_text.h"

#include <jansson.h>

// An array with one fix, of all edits together.
json_t *sarif_fixes(struct arena *, struct source_texts *, const struct diag *);

#endif
