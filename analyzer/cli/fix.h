#ifndef ANALYZER_CLI_FIX_H
#define ANALYZER_CLI_FIX_H

// --fix and --fix-dry-run: the mechanical mends of findings, made in the sources or shown.

#include "analyzer/cli/request.h"

// Makes them and analyses again, until nothing more can be mended, so that a second run has nothing
// to do; what was done is added to the answer. Files that do not compile as well as before get
// their old text back. False: a file could not be written, or the analysis failed, after a
// complaint.
bool fix_sources(struct arena *, const struct options *, const struct session_request *,
                 struct session_result *, struct answer *, enum exit_status *);
// The mends as a unified diff in the place of the report; STATUS_FOUND where there are some.
enum exit_status fix_show(struct arena *, const struct options *, const struct session_result *,
                          enum exit_status);

#endif
