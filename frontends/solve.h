#ifndef FRONTENDS_SOLVE_H
#define FRONTENDS_SOLVE_H

// Finds the inputs of an entry: the smallest ranks that it accepts with the
// first axis left free, f32 before i64, and the sizes that its ops need.

#include "frontends/choices.h"
#include "frontends/learn.h"

struct solution {
    struct run run; // of the plan that was found
    struct learning learning;
    struct choices choices;
    bool accepted;                           // no error, no condition that never holds
    const struct front_assumption *no_batch; // why inputs with a batch axis are refused; NULL
};

// Gives every size of the inputs the name that it has where no input is given.
void solve_name_sizes(const struct front *, struct run_plan *);
// What the entry needs of the inputs of such a plan, whatever --set says.
void solve_any_size(const struct front *, const struct run_plan *, struct learning *);

// The decisions are those of the plan at unknown branches.
void solve_entry(const struct front *, const struct run_plan *start, struct solution *);

#endif
