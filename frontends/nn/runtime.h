#ifndef FRONTENDS_NN_RUNTIME_H
#define FRONTENDS_NN_RUNTIME_H

// The run-time side of nn.h: what its functions do in a program that links the
// library. A thread has one current recording, the only mutable global there is.

#include <shapeprof/nn.h>
#include "frontends/nn/recording.h"

struct nn_tensor {
    struct runtime *runtime;
    value_id value;
};

// What a module handle stands for, by module id.
struct runtime_module {
    nn_module *self;
    nn_forward *forward; // one of the four for modules of the user's, none for layers
    nn_forward2 *forward2;
    nn_forward3 *forward3;
    nn_forward_all *forward_all;
};

struct runtime {
    struct arena *arena;
    struct nn_recording *recording;
    struct map *sites;
    VEC(struct runtime_module) modules;
};

// The current recording of this thread, opened if there is none.
struct runtime *runtime_current(void);
struct program *runtime_program(void);
// Additions are blamed on this place from now on.
void runtime_at(struct runtime *, const struct nn_here *);

nn_tensor *runtime_tensor(struct runtime *, value_id);
struct nn_tensors runtime_tensors(struct runtime *, int n, const value_id *);
// 0, and a finding, for a tensor of another recording; 0 for NULL.
value_id runtime_value(struct runtime *, const nn_tensor *);

nn_module *runtime_module(struct runtime *, nn_module_id);
struct runtime_module *runtime_module_at(struct runtime *, nn_module_id);
// 0, and a finding, for a handle that is none; 0 for NULL.
nn_module_id runtime_module_id(struct runtime *, const nn_module *);

// The `forward` of the recording: calls the user's function.
void runtime_forward(void *runtime, struct nn_module_call *);

enum dtype runtime_dtype(enum nn_dtype); // DTYPE_NONE: not given
// Reads the argument struct at `args` as the fields list it.
const struct nn_arg *runtime_args(struct runtime *, const struct nn_field *, const void *args);

#endif
