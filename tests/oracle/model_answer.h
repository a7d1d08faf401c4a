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

// A model: calls, steps, figures of the reference, peaks, totals, parameters.
void model_check(struct model_answer *);

// A degenerate model. PyTorch's report and ours differ where C differs:
//
//   record                       PyTorch                       here
//   a leaf returns a dict        AttributeError, no report     its tensors are results like others;
//   a
//                                                              single one is counted
//   a leaf returns several       AttributeError, no report     they are summed; `reference` says
//   that the tensors                                                    snippet would raise a leaf
//   returns None or a     AttributeError, no report     a finding: a forward in C gives tensors
//   number
//   no leaf is called            ValueError, no report         a report without a peak leaf;
//   comparing it
//                                                              is refused
//   a shape error in forward     the exception                 a finding; the record has no steps,
//   so the
//                                                              modules are called one after another
//   class `Fn`                   a module of the record's own  a module whose forward makes tensors
//   of the
//                                                              recorded sizes: names and counts are
//                                                              held
void model_check_degenerate(struct model_answer *);

#endif
