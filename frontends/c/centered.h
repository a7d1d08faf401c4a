#ifndef FRONTENDS_C_CENTERED_H
#define FRONTENDS_C_CENTERED_H

// n + 4294967295 and m + 4294967295*n of 32 bits without a sign, as they come about where -1 is
// converted: n - 1 and m - n are the same numbers in that arithmetic (C17 6.2.5) and the ones that
// were meant.

#include "frontends/c/eval.h"
#include "ir/sym/sym.h"

// What differs from it by a multiple of 2^32 alone.
const struct sym *centered_sum(struct eval *, const struct sym *);

#endif
