#ifndef FRONTENDS_C_JOIN_H
#define FRONTENDS_C_JOIN_H

// Branches on floating-point numbers that nobody knows, as an element of a tensor, of which both
// sides do no more than set numbers: the likeliest of many, the largest so far. Following both
// would double the paths with each, and no graph is another for it. So neither is followed, and
// what either sets is not known behind it. Where no element is asked and only
// whole numbers are set, one of them may be a size, and both sides are followed.

// The same goes for `c ? a : b` of such numbers, and in kernels for conditions as numbers.

#include "frontends/c/interp.h"

// Is it such a branch, or such an expression, if the condition turns out not to be known?
bool join_fits(struct eval *, const struct ast *branch);
// Is it an `if` that compares floats?
bool join_chooses(struct eval *, const struct ast *branch);
// The one that alone sets the variable in each round of the loop: where one of the floats is not
// known, nobody knows behind the loop what it was set to. NULL: there is none.
const struct ast *join_choice(struct eval *, const struct ast *loop, const struct variable *);
// And one whose condition was not known in this run?
bool join_was_open(const struct eval *, const struct ast *branch);
// What its sides set is unknown from here on.
void join_sides(struct eval *, const struct ast *branch);
// The same for one variable that they set.
struct cvalue join_chosen(struct eval *, const struct ast *branch, const struct ctype *);
// What the expression gives then.
struct cvalue join_value(struct eval *, const struct ast *expression);

#endif
