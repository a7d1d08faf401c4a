#ifndef IR_GGML_WORK_H
#define IR_GGML_WORK_H

// The work buffer of a graph on ggml's CPU backend: `work_size` of ggml_graph_plan, which
// ggml_graph_compute_with_ctx takes from the context and ggml_backend_graph_compute from the heap.
// For machines with cache lines of 64 bytes, and for tensors in ordinary buffers: those that
// repack weights have rules of their own.

#include "ir/ggml_graph.h"

struct ggml_work {
    const struct sym *bytes;
    const char *at_least; // why more may be needed; NULL: it is just that
};

// threads: at least 1 (the library takes 4 for a number that is not).
struct ggml_work ggml_graph_work(struct arena *, struct syms *, const struct ggml_state *,
                                 const struct ggml_graph *, const struct sym *threads);

// What the second factor of a product is converted to for the dot product with rows of this type.
// Source: type_traits_cpu of ggml-cpu.c.
enum dtype ggml_factor_type(enum dtype);

#endif
