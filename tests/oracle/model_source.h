#ifndef TESTS_ORACLE_MODEL_SOURCE_H
#define TESTS_ORACLE_MODEL_SOURCE_H

// Writes a plan as a C source on nn.h: structs with the modules as members,
// their forward functions with the calls in order of the steps, and a function
// `model` that makes all and returns the root.

#include "ir/base/text.h"
#include "tests/oracle/model_plan.h"

// Sets the line of each call.
void model_source_write(struct text *, struct plan *);

#endif
