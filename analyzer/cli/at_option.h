#ifndef ANALYZER_CLI_AT_OPTION_H
#define ANALYZER_CLI_AT_OPTION_H

// The option --at.

#include "analyzer/cli/options.h"
#include "analyzer/session.h"

// False after a complaint.
bool at_option_read(struct arena *, const struct options *, struct session_request *);
// Are all symbols that were named symbols of some model in the reports? False after a complaint.
bool at_option_check(struct arena *, const struct session_request *, int n_reports,
                     const struct report *const *reports);

#endif
