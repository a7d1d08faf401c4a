#ifndef IR_GGML_PROGRAM_H
#define IR_GGML_PROGRAM_H

// A graph of ggml as a program, so that every pass and report reads it as any other: each node is
// the call of a leaf, in the library's order; weights are parameters, what is written into them (a
// KV cache) makes them buffers.

#include "ir/ggml_graph.h"
#include "ir/graph.h"

// A program of its own, named so. Nothing of `from` is changed.
struct program *ggml_program_of(struct arena *, const struct program *from, struct ggml_graph *,
                                const char *name);

// The value that a tensor is in such a program; 0: none.
value_id ggml_value_of(const struct program *, const struct ggml_tensor *);

#endif
