#ifndef IR_EXTENTS_H
#define IR_EXTENTS_H

// What holds for the sizes of every call, whatever its op: none is negative. A size such as
// `n - 5` becomes an obligation of the node that first meets it, where the op's own rule has not
// asked for as much.

#include "ir/graph.h"
#include "ir/infer.h"

// To be called behind the shape rule of the node.
void extents_ask(const struct program *, const struct node *, struct infer *);

#endif
