#ifndef IR_KANN_PROGRAM_H
#define IR_KANN_PROGRAM_H

// A network of KANN as a program, so that every pass and report reads it as any other: each
// operator is the call of a leaf, in the order of ann->v; feeds are inputs, variables parameters,
// constants buffers. Sizes are those that the network was built with.

#include "ir/graph.h"
#include "ir/kann_graph.h"

// A program of its own, named so. Nothing of `from` is changed.
struct program *kann_program_of(struct arena *, const struct program *from, struct kann_network *,
                                const char *name);
// The value that a node is in such a program; 0: none.
value_id kann_value_of(const struct program *, const struct kann_node *);
// How reports call a node: "out", "label 7", "cmul.12" with its place in ann->v.
const char *kann_node_name(struct arena *, const struct kann_network *, const struct kann_node *);

#endif
