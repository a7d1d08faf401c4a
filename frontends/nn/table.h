#ifndef FRONTENDS_NN_TABLE_H
#define FRONTENDS_NN_TABLE_H

// What the rows of functions.def refer to: field lists (fields*.c), layers
// (layers_*.c) and apply functions (functional*.c).

#include "frontends/nn/layer.h"

#define MODULE(name, args, torch) extern const struct nn_layer layer_##name;
#define TENSOR(name, args, torch, op)
#define TENSORS(name, args, torch, op)
#define TENSOR_BY(name, args, torch, apply) void functional_##apply(struct nn_call *);
#define TENSORS_BY(name, args, torch, apply) void functional_##apply(struct nn_call *);
#include "frontends/nn/functions.def"
#undef MODULE
#undef TENSOR
#undef TENSORS
#undef TENSOR_BY
#undef TENSORS_BY

#define ARGS(name) extern const struct nn_field fields_##name[];
#include "frontends/nn/args.def"
#undef ARGS

// `apply` of a function that is one op; its data is the op's name.
void functional_apply_op(struct nn_call *);

#endif
