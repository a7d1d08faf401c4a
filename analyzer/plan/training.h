#ifndef ANALYZER_PLAN_TRAINING_H
#define ANALYZER_PLAN_TRAINING_H

// Checkpoint plans: of which calls a training step keeps nothing but what they are given, what that
// saves, and what it costs. Of a program whose sizes are all numbers.
//
// Segments of equal length are those of torch.utils.checkpoint.checkpoint_sequential: n units in s
// segments of floor(n / s), of which all but the last are checkpoints; the last has what is left.
// Peaks are those of a later step: gradients of parameters are there from before and count apart.
// The best plan chooses among all places where few tensors are handed on (training_search.c).

#include "analyzer/step.h"

// What is checkpointed as a whole: a child of the model or of a list in it, or, of a model without
// several, a call.
struct training_unit {
    const char *name;    // "cell, call 3"
    const char *module;  // without the number of the call
    int call;            // 0: it is the only one
    node_id first, last; // 0, 0: it computes nothing
};

struct training_plan {
    int n_segments; // of equal plans; 0: another one
    int n_checkpoints;
    const struct checkpoint *checkpoints;
    const char *refused; // why it cannot be run; no step then. NULL: it can
    struct step step;
};

struct training_plans {
    const char *unknown; // why there is none; NULL: there are
    int n_units;
    const struct training_unit *units;
    struct training_plan plain;   // without checkpoints
    struct training_plan written; // as the program has them, where it has any
    int n_equal;
    const struct training_plan *equal; // of 1, 2, ... n_units segments
    int root;                          // the number of segments next to the square root of n_units
    struct training_plan best;
    bool is_chain; // each place hands on one tensor, so that no plan has a smaller peak
};

void training_plans_make(struct arena *, const struct program *, struct training_plans *);
// With so many segments; false: the model has not so many units.
bool training_plans_pick(const struct training_plans *, int n_segments, struct training_plan *);
// Has it a smaller peak than without checkpoints?
bool training_plan_gains(const struct training_plans *, const struct training_plan *);
// The names of the units, or calls, that nodes are in: "0..3".
const char *training_plan_range(struct arena *, const struct training_plans *,
                                const struct program *, const struct checkpoint *);

// What keeps nodes from being run again.
struct training_limits {
    const node_id *last_write; // by storage: the last node that overwrites it in place
    const int *passes; // by node: the backward pass that it is part of (analyzer/released.h)
    const int *before; // by node: how many backward passes the program has made before it
};

// ---- training_search.c

struct training_search {
    const struct step_graph *graph;
    const struct training_limits *limits;
    int64_t bound; // plans with a larger peak are not looked at
    int n;         // found: of the best plan
    const struct checkpoint *checkpoints;
    bool is_chain;
};

// False: none is within the bound.
bool training_search_run(struct arena *, struct training_search *);
// Why these nodes can't be run again; NULL: they can.
const char *training_hindrance(struct arena *, const struct program *,
                               const struct training_limits *, const struct checkpoint *);

#endif
