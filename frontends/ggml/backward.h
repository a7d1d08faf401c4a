#ifndef FRONTENDS_GGML_BACKWARD_H
#define FRONTENDS_GGML_BACKWARD_H

// The backward pass of a graph, as ggml_build_backward_expand builds it: behind the forward nodes
// it appends what computes the gradients, each under the name "grad for ...". Source of the rules:
// ggml_build_backward_expand and ggml_compute_backward of ggml 0.21, which are the same in 0.15.

#include "frontends/ggml/call.h"
#include "frontends/ggml/graph.h"

enum backward_problem {
    BACKWARD_DONE,
    BACKWARD_EMPTY,        // the graph has no nodes
    BACKWARD_NO_ROOM,      // it was made without room for gradients
    BACKWARD_NO_PARAMETER, // no node is a parameter
    BACKWARD_NO_LOSS,      // no node is a loss
    BACKWARD_SOURCE_TYPE,  // `at` has a source that needs a gradient and is neither f32 nor f16
    BACKWARD_IN_PLACE,     // `at` is in place, which needs a gradient
    BACKWARD_UNSUPPORTED,  // `at` is of an operator that has no backward
    BACKWARD_NO_GRADIENT,  // `at` gives a source none that needs one: the library follows NULL
    BACKWARD_REFUSED,      // an assertion fails on the way back through `at`: call->refused
    BACKWARD_UNKNOWN,      // what `at` is depends on a parameter that is not known
    BACKWARD_FULL          // the graph has no room: `limit`
};

struct backward {
    enum backward_problem problem;
    const struct ggml_tensor *at; // the forward node; NULL: none
    enum graph_limit limit;
    // Shapes that may be equal for some values of symbols were taken to differ: then the library
    // leaves out a node or two.
    bool general;
};

// The call is that of ggml_build_backward_expand: context, site and function of all that is made.
// It gets what was made and which assertions are open, as from ggml_call_run. `accumulators`: as
// many as the graph has nodes, NULL for none.
void backward_expand(struct ggml_call *, struct ggml_graph *,
                     struct ggml_tensor *const *accumulators, struct backward *);

// Does the operator have a backward? The words of unary and gated ones count too.
bool backward_supports(const struct ggml_tensor *);

#endif
