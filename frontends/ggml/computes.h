#ifndef FRONTENDS_GGML_COMPUTES_H
#define FRONTENDS_GGML_COMPUTES_H

// What ggml's CPU backend can compute. When a graph is built the library hardly looks at types, and
// at strides only here and there; a kernel that does not fit aborts when the graph is computed, or
// calls a function that is not there. The facts are in computes.def.

#include "ir/ggml_graph.h"

enum computes {
    COMPUTES_YES,       // or it depends on sizes that are not known
    COMPUTES_NO_TYPES,  // no kernel has these types
    COMPUTES_NO_LAYOUT, // one has, but its elements lie otherwise
    COMPUTES_NO_SHAPES, // one has, but not for these sizes together
    COMPUTES_MISREADS   // it computes, but from other elements: they lie otherwise
};

struct computes_answer {
    enum computes computes;
    int source;         // of NO_LAYOUT and MISREADS: the source that lies wrong; -1: the result
    const char *layout; // of both: "rows", as in computes.def
    const char *also;   // of NO_SHAPES: what does not hold, in words
};

// A node with its sources, for a version of the rules (struct ggml_state).
struct computes_answer ggml_computes(struct syms *, const struct ggml_tensor *, int version);
// What its kernels take, as a text: "f32, f16 or bf16 and the same; f16 or bf16 and f32".
const char *ggml_computes_types(struct arena *, const struct ggml_tensor *, int version);

#endif
