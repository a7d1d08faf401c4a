#ifndef FRONTENDS_WAYS_H
#define FRONTENDS_WAYS_H

// Under which conditions a program takes which of its variants: the decisions of
// the paths that were followed, as a binary tree. Where both sides of a branch
// lead to the same, the branch does not matter; what is left are a variant's
// ways, each a list of claims that hold together.

#include "frontends/c/eval.h"

#define WAYS_NOWHERE (-1) // no model

struct ways;

struct ways *ways_open(struct arena *);
// One path: its decisions, in order, and the variant (0, 1, ...) that it led to.
void ways_add(struct ways *, int n, const struct eval_decision *, int variant);
// Two variants turned out to be one: paths to `from` lead to `into`, and those behind it move up.
void ways_join(struct ways *, int from, int into);
// The variant is this one where all claims of one of its ways hold, as far as paths were followed.
// Returns how many ways there are; one without claims: always.
int ways_of(struct ways *, int variant, const struct claims **);
// "n <= 1 || (n > 12 && k == 2)"; NULL: always.
const char *ways_string(struct arena *, int n, const struct claims *);

#endif
