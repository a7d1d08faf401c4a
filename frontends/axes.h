#ifndef FRONTENDS_AXES_H
#define FRONTENDS_AXES_H

// What the sizes of an input are called where nobody gave it: N, C, H, W, or what the ops that it
// goes to call them ("NTC" of struct op's `axes`). Of further inputs "y.N".

#include "frontends/run.h"

#define LARGEST_NAMED_RANK 5

// The names that go with the rank and dtype alone, for all axes of an input of that index; the
// rank must be at most LARGEST_NAMED_RANK.
void axes_name(struct arena *, const struct run_plan *, int index, struct run_input *);
// Renames the sizes of guessed inputs as the ops of a run of the plan call them. True if any has
// another name now; idempotent.
bool axes_follow_ops(struct arena *, struct run_plan *, const struct run *);
// Is it the name that an axis of a first input may have: "T"?
bool axes_is_letter(const char *name);

#endif
