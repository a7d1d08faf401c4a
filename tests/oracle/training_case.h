#ifndef TESTS_ORACLE_TRAINING_CASE_H
#define TESTS_ORACLE_TRAINING_CASE_H

// A case of training.json's saved_for_backward as a record of models.json: a
// module is a model of one leaf, an expression of Python a list of steps.

#include "tests/oracle/model_plan.h"

// NULL, with the reason, where the expression has something that is not read here. The caller owns
// the record.
json_t *training_record(const json_t *a_case, const char **trouble);

#endif
