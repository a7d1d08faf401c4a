#ifndef ANALYZER_STEP_H
#define ANALYZER_STEP_H

// The memory of a training step, forward and backward, of a program whose sizes are all numbers.
// Backward goes over the events in reverse. Each call to whose results a gradient came gives one to
// each operand that wants it, in memory of its own; afterwards what it kept and the gradients of
// its results are given back. Gradients of what no call made (inputs, parameters) stay.

#include "ir/graph.h"

struct step_request {
    const struct program *program;
    int64_t forward_peak; // inputs and activations up to the end of the forward pass
};

struct step {
    const char *unknown; // why the figures are none; NULL: they are
    int64_t peak;        // inputs, activations and gradients, at the worst moment of both passes
    int64_t gradients;   // that are left: of parameters, and of inputs that want one
    node_id node;        // whose backward pass is the worst moment; 0: the forward pass has it
};

void step_predict(struct arena *, const struct step_request *, struct step *);
// Does backward begin at this value? The loss is the sum of all elements of such values.
bool step_begins_at(const struct value *);

#endif
