#ifndef IR_GRAPH_FLOAT_H
#define IR_GRAPH_FLOAT_H

// A program whose f32 is another type: what it computes with that as its default.

#include "ir/graph.h"

// A copy that shares what does not change; ids are the same. Tensors of other types keep theirs.
// A cast to the type that its operand has now makes no copy: its result lies on the operand.
struct program *program_with_float(struct arena *, const struct program *, enum dtype);
// Are there such casts? Then lifetimes are others, too.
bool program_float_drops_casts(const struct program *, enum dtype);

#endif
