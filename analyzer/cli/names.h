#ifndef ANALYZER_CLI_NAMES_H
#define ANALYZER_CLI_NAMES_H

// Names that a request asks for: an entry, inputs, symbols, a leaf.

#include "analyzer/session.h"

// False after a complaint about the first name that the program does not have.
bool names_check(struct arena *, const struct session_request *, const struct session_result *);

#endif
