#ifndef ANALYZER_OBSERVE_H
#define ANALYZER_OBSERVE_H

// What is seen of a program while it runs: the numbers of each tensor when they are made, and how
// much memory is alive then. Tensors are gone afterwards, or their memory is another's.

#include "analyzer/exec/exec.h"

struct observed_numbers {
    int64_t count; // 0: no floating tensor, or an empty one
    double sum, squares;
};

struct observe {
    const struct program *program;
    struct observed_numbers *values; // by value: inputs and results of nodes
    int64_t *alive;                  // by node: inputs and activations while it ran
};

void observe_open(struct arena *, const struct program *, struct observe *);
struct exec_listener observe_listener(struct observe *);
// The inputs, before anything runs.
void observe_inputs(struct observe *, const struct exec *);

#endif
