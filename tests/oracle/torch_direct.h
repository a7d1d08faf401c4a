#ifndef TESTS_ORACLE_TORCH_DIRECT_H
#define TESTS_ORACLE_TORCH_DIRECT_H

// Runs a case through the table of nn.h: the same code that the run-time
// library and the interpreter's dialect call.

#include "tests/oracle/torch_answer.h"
#include "tests/oracle/torch_bind.h"

void torch_direct(struct torch_answer *, struct arena *, const struct torch_case *,
                  const struct torch_bindings *);

#endif
