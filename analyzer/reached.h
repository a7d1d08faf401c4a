#ifndef ANALYZER_REACHED_H
#define ANALYZER_REACHED_H

// Which parameters and buffers are the model's: those of modules in its tree, called or not, as
// PyTorch's parameters() lists them, and those that an op reads. A module that the program makes
// beside it, and only asks (for its number of parameters, for a weight), adds nothing.

#include "ir/graph.h"

// By storage; true as well of all that is neither a parameter nor a buffer, and of all storages
// of a program without modules or of another library than nn.h, whose parameters belong to no tree.
const bool *reached_storages(struct arena *, const struct program *);

#endif
