#ifndef ANALYZER_SUPPOSE_H
#define ANALYZER_SUPPOSE_H

// What a model needs of its inputs, told to its symbols before figures are compared: where it does
// not hold there are none.

#include "ir/requirement.h"

// That one size equals another is left out, so that each keeps its name; so is everything where the
// conditions contradict each other.
void suppose_all(struct arena *, struct syms *, int n, const struct requirement *const *);

#endif
