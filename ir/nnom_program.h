#ifndef IR_NNOM_PROGRAM_H
#define IR_NNOM_PROGRAM_H

// A compiled model of NNoM as a program of its own: a leaf for each layer, in the order of running.
// In the new program `nnom_model` is that model.

#include "ir/nnom_graph.h"

struct program *nnom_program_of(struct arena *, const struct program *from, struct nnom_model *,
                                const char *name);

#endif
