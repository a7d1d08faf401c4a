#ifndef FRONTENDS_AHEAD_H
#define FRONTENDS_AHEAD_H

// What later rounds of a loop would come to: elements of lists of modules that no round of a run
// called, and of arrays of parameters or tensors that none used. Of modules in arrays that are
// registered nowhere and were not called the program knows nothing: they are taken for alike.

#include "ir/graph.h"

// Is there one that is made otherwise than the last of its list that was called, or used? Then
// rounds that call it are not like those of the run.
bool ahead_differs(struct arena *, const struct program *);

#endif
