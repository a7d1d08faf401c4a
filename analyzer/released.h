#ifndef ANALYZER_RELEASED_H
#define ANALYZER_RELEASED_H

// When what calls keep for the backward pass is given back: a backward pass that the program makes
// frees the graph behind it, as PyTorch does, so that steps of training do not add up.

#include "ir/graph.h"

// By node: the event of the first backward pass that reaches it; events.n where none does. Nodes
// of programs with regions are not followed: theirs stays to the end.
int *released_find(struct arena *, const struct program *);

// By node: the event of the backward pass that it is part of; events.n for the one behind the
// program, from what it gives back, and RELEASED_NEVER where no gradient comes.
#define RELEASED_NEVER (-1)
int *released_passes(struct arena *, const struct program *);

#endif
