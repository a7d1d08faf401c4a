#ifndef FRONTENDS_ASSUMPTIONS_H
#define FRONTENDS_ASSUMPTIONS_H

// From what was learned of an entry's inputs to the sentences that a user reads.

#include "frontends/solve.h"

// Puts the inputs of the solution before its assumptions, and the facts behind them. `fixed`: which
// inputs were given, so that nothing was assumed.
void assumptions_say(struct solution *, const bool *fixed);

#endif
