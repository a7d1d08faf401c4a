#ifndef ANALYZER_OBSERVE_H
#define ANALYZER_OBSERVE_H

// What is seen of a program while it runs: the numbers of each tensor when they are made, how much
// memory is alive then, and the gradients that full backward hooks on the leaves would be given.
// Tensors are gone afterwards, or their memory is another's.

#include "analyzer/exec/exec.h"
#include "analyzer/report/report.h"

struct observed_numbers {
    int64_t count; // 0: no floating tensor, or an empty one
    double sum, squares;
};

// One call of a leaf that gradients came to. Squares are sums over all elements; -1: there are
// none.
struct observed_gradients {
    int row;
    double output_squares, input_squares;
};

struct observe {
    struct arena *arena;
    const struct program *program;
    const struct report_model *model;
    struct observed_numbers *values;       // by value: inputs and results of nodes
    int64_t *alive;                        // by node: inputs and activations while it ran
    int64_t *scratch;                      // by node: what its kernel computed in
    VEC(struct observed_gradients) layers; // in the order in which backward hooks fire

    // Private: what came to the inputs of the last of `layers` so far.
    int *row_of_call;
    struct arena *pass;
    double passed_on; // squares, by a call that computes nothing; -1: it computes
    VEC(struct observed_input {
        value_id value;
        double *sums;
        int64_t n;
    })
    inputs;
};

void observe_open(struct arena *, const struct report_model *, struct observe *);
void observe_close(struct observe *);
struct exec_listener observe_listener(struct observe *);
// The inputs, before anything runs.
void observe_inputs(struct observe *, const struct exec *);
// When everything ran.
void observe_end(struct observe *);
// Sum of squares of the gradients of a leaf's own parameters, after backward; -1: it has none.
double observe_parameters(const struct observe *, const struct exec *, const struct report_row *);

#endif
