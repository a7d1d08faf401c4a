#ifndef FRONTENDS_GGML_GRAPH_H
#define FRONTENDS_GGML_GRAPH_H

// Which tensors a ggml graph holds, and in which order. Source of the rules:
// ggml_build_forward_impl and ggml_visit_parents of ggml 0.21.

#include "ir/ggml_graph.h"

// An empty graph, the newest of the state. `size`: how many nodes, and how many leafs, it may hold.
struct ggml_graph *graph_make(struct arena *, struct syms *, struct ggml_state *,
                              const struct sym *size, bool has_gradients);

enum graph_limit { GRAPH_FITS, GRAPH_NODES_FULL, GRAPH_LEAFS_FULL };

// As ggml_build_forward_expand: the tensor's sources first, each once, then itself. What was
// appended is named "node_3" or "leaf_2" where it has no name, and `flags` are set on what is
// computed. The result tells which of the two lists had no room; tensors beyond it are left out.
enum graph_limit graph_expand(struct arena *, struct ggml_graph *, struct ggml_tensor *,
                              unsigned flags);
// Nodes and leafs as they are, behind those that are there.
void graph_copy(struct arena *, const struct ggml_graph *from, struct ggml_graph *to);
void graph_clear(struct ggml_graph *);
// Is it a node or a leaf of the graph?
bool graph_holds(const struct ggml_graph *, const struct ggml_tensor *);

// Where the gradient of a node is, and what it is gathered in; NULL: it has none.
struct ggml_tensor *graph_gradient(const struct ggml_graph *, const struct ggml_tensor *);
struct ggml_tensor *graph_accumulator(const struct ggml_graph *, const struct ggml_tensor *);
void graph_set_gradient(struct arena *, struct ggml_graph *, const struct ggml_tensor *,
                        struct ggml_tensor *gradient);
void graph_set_accumulator(struct arena *, struct ggml_graph *, const struct ggml_tensor *,
                           struct ggml_tensor *accumulator);
void graph_forget_gradients(struct ggml_graph *); // of both kinds

#endif
