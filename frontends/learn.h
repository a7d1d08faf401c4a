#ifndef FRONTENDS_LEARN_H
#define FRONTENDS_LEARN_H

// What a run teaches about its inputs: conditions of the ops that were left
// open give sizes ("dim 1 is 8, as Linear `fc` needs") and, where no size
// follows, requirements ("H % 8 == 0").

#include "frontends/run.h"

// An op, by its place and by what a user calls it: runs that it was found in have ended.
struct culprit {
    const struct site *site;
    const char *who; // NULL: there is none
};

// An assumption that ends with a size and a reason: the size may become another one's.
struct told_size {
    int assumption; // index
    const char *before, *size, *behind;
};

struct learning {
    struct arena *arena;        // what the plan and the lists are kept in
    struct run_plan plan;       // changed in place
    VEC(struct run_fact) facts; // of the plan, with reasons
    VEC(struct front_assumption) assumptions;
    VEC(struct told_size) told;
    VEC(struct culprit) demanding; // ops that sizes were taken from
    struct culprit contradicting;  // whose condition never holds
    bool pinned;                   // the batch axis got a size
    bool contradicted;             // a condition never holds
    bool unsolved;                 // sizes must fit an equation for which none were found
};

// Looks at a finished run of learning->plan. True if the plan is a better one now.
bool learn_from(struct learning *, const struct run *);

// The first op of the run that refused its operands.
struct culprit learn_refusing(struct arena *, const struct run *);
bool learn_demanded_by(const struct learning *, const struct culprit *);

#endif
