#ifndef ANALYZER_REPORT_SARIF_PLACE_H
#define ANALYZER_REPORT_SARIF_PLACE_H

// Places in the form of SARIF 2.1.0: a path as a URI, a region, the function as logical location.

#include "analyzer/report/source_text.h"
#include "ir/base/site.h"

#include <jansson.h>

// Relative to %SRCROOT% where the path is relative; bytes that a URI may not have are escaped, so
// that a path of any bytes can be said.
json_t *sarif_artifact(struct arena *, const char *path);
// NULL where the site has no file.
json_t *sarif_location(struct arena *, struct source_texts *, const struct site *);

#endif
