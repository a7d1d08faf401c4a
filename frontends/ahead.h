#ifndef FRONTENDS_AHEAD_H
#define FRONTENDS_AHEAD_H

// What later rounds of a loop would come to: elements of lists of modules that no round of a run
// called, and of arrays of modules or tensors that are registered nowhere.

#include "ir/graph.h"

// Is there one that is made otherwise than the last of its list that was called, or used? Then
// rounds that call it are not like those of the run.
bool ahead_differs(struct arena *, const struct program *);

#endif
