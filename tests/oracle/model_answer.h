#ifndef TESTS_ORACLE_MODEL_ANSWER_H
#define TESTS_ORACLE_MODEL_ANSWER_H

// What the report says of a model that was run from a plan, against the record.
// Both ways of running a plan are judged by the same checks.

#include "analyzer/report/report.h"
#include "tests/oracle/model_plan.h"

struct model_tally {
    int passed, failed, skipped;
};

struct model_answer {
    struct arena *arena;
    const struct plan *plan;
    const struct report_model *model; // dtypes in the order of the record: f32, f64, f16, bf16
    struct model_tally *tally;
};

// A model: calls, steps, what it gives back, figures of the reference, peaks, totals, parameters.
void model_check(struct model_answer *);

// A model that was run in eval mode, against a record made by model_eval.h.
void model_check_eval(struct model_answer *);

// A degenerate model. What differs where C differs is the table in README.md.
void model_check_degenerate(struct model_answer *);

#endif
