#ifndef TESTS_ORACLE_TRAINING_NUMERICS_H
#define TESTS_ORACLE_TRAINING_NUMERICS_H

// Outputs and gradients of a program that is executed, against PyTorch's in
// float64: first eight values, sum and L2 of each output; sum and L2 of each
// gradient of the loss, a weighted sum of the outputs. Within 1e-5 relative and
// 1e-6 absolute, since ours is f32.

#include "ir/graph.h"
#include <jansson.h>

// NULL, or what differs.
const char *numerics_judge(struct arena *, const json_t *a_case, struct program *);

#endif
