#ifndef SHAPEPROF_NN_FUNCTIONAL_H
#define SHAPEPROF_NN_FUNCTIONAL_H

// Functions of tensors: torch, Tensor and torch.nn.functional. Include <shapeprof/nn.h>.

#include <shapeprof/nn_base.h>

struct nn_unary_args {
    struct nn_here nn_here;
    nn_tensor *input;
};
// torch.relu.
#define nn_f_relu(...) nn_f_relu_with(&(struct nn_unary_args){.nn_here = NN_HERE, __VA_ARGS__})
nn_tensor *nn_f_relu_with(const struct nn_unary_args *);

// torch.add: input + alpha * other, broadcast.
struct nn_add_args {
    struct nn_here nn_here;
    nn_tensor *input, *other;
    nn_tensor *alpha;
};
#define nn_add(...) nn_add_with(&(struct nn_add_args){.nn_here = NN_HERE, __VA_ARGS__})
nn_tensor *nn_add_with(const struct nn_add_args *);

#endif
