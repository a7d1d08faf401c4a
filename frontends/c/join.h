#ifndef FRONTENDS_C_JOIN_H
#define FRONTENDS_C_JOIN_H

// Branches on floating-point numbers that nobody knows, as an element of a tensor, of which both
// sides do no more than set numbers: the likeliest of many, the largest so far. Following both
// would double the paths with each, and no graph is another for it. So neither is followed, and
// what either sets is not known behind it.

#include "frontends/c/interp.h"

// Is the statement such a branch, if its condition turns out not to be known?
bool join_fits(const struct ast *branch);
// What its sides set is unknown from here on.
void join_sides(struct eval *, const struct ast *branch);

#endif
