#ifndef SHAPEPROF_NN_LAYERS_H
#define SHAPEPROF_NN_LAYERS_H

// The modules of torch.nn. Include <shapeprof/nn.h>.

#include <shapeprof/nn_module.h>

// ---- linear layers

// torch.nn.Linear: y = x A^T + b over the last axis.
//   x [..., in_features] -> [..., out_features]; floating, the dtype of the weight
//   weight [out_features, in_features], bias [out_features]
struct nn_linear_args {
    struct nn_here nn_here;
    int64_t in_features, out_features;
    enum nn_flag bias;
    enum nn_dtype dtype;
};
#define nn_linear(...) nn_linear_with(&(struct nn_linear_args){.nn_here = NN_HERE, __VA_ARGS__})
nn_module *nn_linear_with(const struct nn_linear_args *);

// ---- containers

// torch.nn.Sequential: each module gets the result of the one before. Children are
// named 0, 1, 2, ... At most NN_MAX_LIST written out; nn_append adds more.
struct nn_sequential_args {
    struct nn_here nn_here;
    nn_module *modules[NN_MAX_LIST];
};
#define nn_sequential(...)                                                                         \
    nn_sequential_with(&(struct nn_sequential_args){.nn_here = NN_HERE, .modules = {__VA_ARGS__}})
nn_module *nn_sequential_with(const struct nn_sequential_args *);

// ---- activations

struct nn_inplace_args {
    struct nn_here nn_here;
    bool inplace;
};
// torch.nn.ReLU: max(x, 0). Any shape and dtype but bool.
#define nn_relu(...) nn_relu_with(&(struct nn_inplace_args){.nn_here = NN_HERE, __VA_ARGS__})
nn_module *nn_relu_with(const struct nn_inplace_args *);

#endif
