#ifndef FRONTENDS_NEEDS_H
#define FRONTENDS_NEEDS_H

// Why an input of given sizes is refused, in terms of the input: the condition
// that the model imposes on every input, beside the two sizes that differ
// somewhere deep inside. "needs H % 8 == 0; 358 % 8 = 6".

#include "frontends/solve.h"

// Adds the broken conditions to the findings of the run that stand where the conditions are
// imposed.
void needs_explain(const struct front *, const struct run_plan *, const struct run *);

#endif
