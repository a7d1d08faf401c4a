#ifndef ANALYZER_CLI_CONTRACTS_OPTION_H
#define ANALYZER_CLI_CONTRACTS_OPTION_H

// --contracts FILE: a header that is read before each source, so that its declarations with
// SP_SHAPES (shapeprof/contracts.h) speak for functions whose sources are not given.

#include "analyzer/cli/options.h"
#include "analyzer/session.h"

// Adds it to the request's flags; false after a complaint.
bool contracts_option_read(struct arena *, const struct options *, struct session_request *);

#endif
