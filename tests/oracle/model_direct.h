#ifndef TESTS_ORACLE_MODEL_DIRECT_H
#define TESTS_ORACLE_MODEL_DIRECT_H

// Runs a plan through the table of nn.h, in one graph. Calls get line numbers,
// as if each stood on a line of its own.

#include "tests/oracle/model_plan.h"

struct program *model_direct(struct plan *);

#endif
