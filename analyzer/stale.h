#ifndef ANALYZER_STALE_H
#define ANALYZER_STALE_H

// What a call keeps for its gradient and a later call in place overwrites: training ends there, as
// PyTorch's does with "one of the variables needed for gradient computation has been modified by an
// inplace operation". Any part of the memory counts, as its one version counter does.

#include "ir/graph.h"

// Findings, in the program's list.
void stale_find(struct arena *, struct program *);

#endif
