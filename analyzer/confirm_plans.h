#ifndef ANALYZER_CONFIRM_PLANS_H
#define ANALYZER_CONFIRM_PLANS_H

// Checkpoint plans of a model, and each of them run.

#include "analyzer/confirm.h"
#include "analyzer/report/plans.h"

enum plans_run { PLANS_ONLY, PLANS_RUN };

// Where there is no plan, the result has its `failure`.
void confirm_plans(struct arena *, const struct confirm_request *, enum plans_run,
                   struct model_plans *);

#endif
