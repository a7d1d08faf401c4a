#ifndef ANALYZER_CLI_RUNNER_H
#define ANALYZER_CLI_RUNNER_H

// Executes models of an analysis, one after another. A model with sizes that are symbols gets
// numbers for them: given ones, and small ones that are chosen.

#include "analyzer/choose.h"
#include "analyzer/cli/request.h"
#include "analyzer/confirm.h"
#include "analyzer/confirm_plans.h"
#include "ir/base/vec.h"

struct runner {
    struct arena *arena;
    const struct session_request *analysed; // what the models came from
    struct report *report;                  // of that analysis; errors of later ones are added
    struct confirm_request confirm;
    VEC(struct execution) executions;
    bool plans; // checkpoint plans are made instead
    enum plans_run plans_run;
    VEC(struct model_plans) made;
    enum exit_status status; // the worst of all
};

// The options that say how to run, where `run` itself or --run asks for that; false after a
// complaint.
bool runner_read(struct arena *, const struct options *, struct confirm_request *);
// Complains where the model cannot be executed. A variant that the given values rule out is passed
// over.
void runner_run(struct runner *, const struct report_model *, int n_given, const struct choice *);

#endif
