#ifndef ANALYZER_MODELS_GGML_WORK_H
#define ANALYZER_MODELS_GGML_WORK_H

// The work buffer of a graph on ggml's CPU backend: `work_size` of ggml_graph_plan, which
// ggml_graph_compute_with_ctx takes from the context and ggml_backend_graph_compute from the heap.
// For machines with cache lines of 64 bytes, and for tensors in ordinary buffers: those that
// repack weights have rules of their own.

#include "analyzer/report/quantity.h"
#include "ir/ggml.h"

// threads: at least 1 (the library takes 4 for a number that is not).
struct quantity ggml_graph_work(struct arena *, struct syms *, const struct ggml_state *,
                                const struct ggml_graph *, const struct sym *threads);

#endif
