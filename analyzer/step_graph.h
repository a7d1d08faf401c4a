#ifndef ANALYZER_STEP_GRAPH_H
#define ANALYZER_STEP_GRAPH_H

// What training steps of a program weigh, node by node, read once so that many steps can be asked
// for. All sizes are numbers.

#include "ir/graph.h"

#define FLOPS_UNKNOWN (-1)

struct step_gradient {
    value_id value; // an operand that wants one
    int64_t bytes;
};

struct step_node {
    bool asked; // does a gradient go through it?
    int n_kept; // for backward, if it is asked
    const storage_id
        *kept;   // of operands and results; inputs and activations, each as often as it is
    int64_t own; // bytes of masks, indices, statistics
    int n_given;
    const struct step_gradient *given; // by operand
    int64_t flops;                     // FLOPS_UNKNOWN
};

struct step_graph {
    const struct program *program;
    struct step_node *nodes; // by id
    int64_t *storages;       // by id: bytes of activations and inputs; 0: others
    int64_t *values;         // by id: bytes of a gradient
    int *readers;            // by value: nodes, and the program itself where it gives it back
    int64_t inputs;          // bytes of all of them
    const char *unknown;     // why the figures are none; NULL: they are
};

struct step_graph *step_graph_open(struct arena *, const struct program *);
bool step_graph_is_activation(const struct step_graph *, storage_id);

#endif
