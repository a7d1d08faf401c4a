#include "frontends/nn/table.h"

// Activations: one op each, without parameters.

#define ACTIVATION(name, class)                                                                    \
    const struct nn_layer layer_##name = {.kind = class, .op = #name, .n_in = 1}

ACTIVATION(relu, "ReLU");
