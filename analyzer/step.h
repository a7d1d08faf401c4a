#ifndef ANALYZER_STEP_H
#define ANALYZER_STEP_H

// The memory of a training step, forward and backward, of a program whose sizes are all numbers.
// Forward, each activation goes after its last use unless a call keeps it. Backward goes over the
// events in reverse. Each call to whose results a gradient came gives one to each operand that
// wants it, in memory of its own; afterwards what it kept and the gradients of its results are
// given back. Gradients of what no call made (inputs, parameters) stay. A checkpoint keeps what it
// is given, and is run again, up to the last call to which a gradient came, before its backward
// pass.

#include "analyzer/step_graph.h"

struct step {
    const char *unknown;  // why the figures are none; NULL: they are
    int64_t forward_peak; // inputs and activations while the forward pass runs
    int64_t peak;         // inputs, activations and gradients, at the worst moment of both passes
    int64_t passing; // the same without gradients that are left: those of a later step, in which
                     // they are there from before
    int64_t saved;   // kept for backward at the end of the forward pass, inputs among it; the most,
                     // where the program makes backward passes itself
    int64_t gradients;  // that are left: of parameters, and of inputs that want one
    int64_t recomputed; // flops of what is run again; FLOPS_UNKNOWN
    node_id node;       // whose backward pass is the worst moment; 0: the forward pass has it
    int64_t *levels;    // by node: inputs and activations while it ran forward
    bool *again;        // by node: is it run again?
};

void step_measure(struct arena *, const struct step_graph *, int n_checkpoints,
                  const struct checkpoint *, struct step *);
// A part of a step: the nodes first..last, with what was made before them, the program's outputs
// and gradients that are left apart from it.
struct step_part {
    int64_t kept;     // when it has run and keeps
    int64_t plain;    // while it runs and keeps nothing: the worst moment
    int64_t keeping;  // while it runs and keeps
    int64_t backward; // while its backward pass runs
    int64_t coming;   // gradients that come to it
};

void step_measure_part(struct arena *scratch, const struct step_graph *, node_id first,
                       node_id last, struct step_part *);
// Does backward begin at this value? The loss is the sum of all elements of such values.
bool step_begins_at(const struct value *);

#endif
