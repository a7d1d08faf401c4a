#ifndef FRONTENDS_GRANTED_H
#define FRONTENDS_GRANTED_H

// What a run took for granted, and what its arrays need, as a model tells it.

#include "frontends/solve.h"

// What was learned of the inputs, then what the run took to hold; each text once.
const struct front_assumption *granted_assumptions(struct arena *, const struct solution *, int *n);
// The same but for conditions on symbols.
const struct front_assumption *granted_plain(struct arena *, const struct solution *, int *n);
const struct front_assumption *granted_rooms(struct arena *, const struct eval_outcome *);

// Of what was taken for granted, that two sizes differ: where they are equal, other calls are made,
// or others are told something else.
struct claims granted_differences(struct arena *, int n, const struct front_assumption *);

#endif
