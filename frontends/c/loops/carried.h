#ifndef FRONTENDS_C_CARRIED_H
#define FRONTENDS_C_CARRIED_H

// What a round of a loop leaves in memory for the next ones.

#include "frontends/c/loops/copy.h"
#include "frontends/c/loops/rounds.h"

// Did the round leave something in the object that the look at its statements did not follow?
bool carried_other(const struct eval *, const struct rounds_form *, const struct copy *);

#endif
