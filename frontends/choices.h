#ifndef FRONTENDS_CHOICES_H
#define FRONTENDS_CHOICES_H

// Which sides the runs of one path took at unknown branches. What a run teaches may decide a branch
// for the next run; but it was learned on one side, so the branch stays a decision: the next
// run takes the same side, and the other side is another path.

#include "frontends/run.h"

struct choices {
    VEC(struct eval_decision) list;
    int n_first; // sizes of the inputs of the first run
    const char *first[MAX_RUN_INPUTS * MAX_RANK];
};

// Adds a run under the plan. Decisions of earlier runs that it did not meet stay, but for those on
// sizes that are numbers by now: they hold for the only size that is accepted.
void choices_add(struct choices *, struct arena *, const struct run_plan *, const struct run *);
// The next run under this plan takes the same sides.
void choices_prescribe(const struct choices *, struct arena *, struct run_plan *);

#endif
