#ifndef ANALYZER_CLI_GIVEN_H
#define ANALYZER_CLI_GIVEN_H

// What the user gives a program: its inputs (--input) and its unknown integers (--set). Of two that
// are compared each can be given its own: `a:x=f32[4,8]` is for the first one alone.

#include "analyzer/cli/options.h"
#include "analyzer/session.h"

enum compared { COMPARED_NOT, COMPARED_A, COMPARED_B };

// Fills the request's inputs and bindings with those for this side; of COMPARED_NOT there are no
// sides, and all are for it. False after a complaint.
bool given_read(struct arena *, const struct options *, enum compared, struct session_request *);
// A whole word as an integer, as in C; false where it is none or leaves 64 bits.
bool given_integer(const char *text, int64_t *value);

#endif
