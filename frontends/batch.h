#ifndef FRONTENDS_BATCH_H
#define FRONTENDS_BATCH_H

// A model that takes one element may be meant for batches of them, and refuse these for a mistake
// of its own: channels that are joined along another axis than the one they stand on.

#include "frontends/solve.h"

// What refuses the solution's inputs where each has a batch axis in front; NULL: nothing does, or
// it is the batch axis itself that is not wanted. `fixed`: inputs that are given.
const struct front_assumption *batch_refused(const struct front *, const struct solution *,
                                             const bool *fixed);

#endif
