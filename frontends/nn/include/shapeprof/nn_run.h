#ifndef SHAPEPROF_NN_RUN_H
#define SHAPEPROF_NN_RUN_H

// Numbers: filling tensors, reading them, gradients. Include <shapeprof/nn.h>.
//
// Calls are recorded at once and run when a number is asked for, all of them in
// the order in which they were made, on the CPU. What was run stays until
// nn_recording_close(). `shapeprof model.c` runs nothing: there these numbers
// are unknown.
//
//     nn_tensor *loss = nn_mean(nn_call(model, x));
//     if (!nn_backward(loss)) fputs(nn_diagnostics(), stderr);
//     printf("%g\n", nn_read(loss, 0));
//
// Matrix products need a BLAS library at run time (libopenblas0).

#include <shapeprof/nn_module.h>

// ---- reading

// The numbers of a tensor in its own dtype, row-major; owned by the recording.
// A later call may write to them where the tensor is overwritten in place.
// NULL for a poisoned tensor (nn_error), and where they can't be computed:
// nn_diagnostics() then tells why (no BLAS, an index out of range, no memory).
const void *nn_data(const nn_tensor *);
// Element number `index` in row-major order, whatever the dtype. NAN where nn_data is
// NULL and for an index outside, which is an error.
double nn_read(const nn_tensor *, int64_t index);

// ---- filling
//
// Inputs, parameters and buffers that the program does not fill have numbers of their
// own, the same on every machine and in every run: uniform in +-1 for inputs, in
// +-1/sqrt(fan in) for weights. nn_manual_seed() gives others.

// torch.manual_seed: for numbers that are drawn from now on, those of dropout too.
void nn_manual_seed(uint32_t seed);
// Copies `bytes` bytes, the tensor's numbers in its dtype, row-major. Calls that were
// made before keep the old numbers. Errors, with false: a tensor that a call made or whose
// contents the program wrote out, another number of bytes.
struct nn_set_data_args {
    struct nn_here nn_here;
    nn_tensor *tensor;
    const void *data;
    size_t bytes;
};
#define nn_set_data(tensor_, data_, bytes_)                                                        \
    nn_set_data_with(NN_ARGS(set_data, .tensor = (tensor_), .data = (data_), .bytes = (bytes_)))
bool nn_set_data_with(const struct nn_set_data_args *);
// Numbers of a 32-bit linear congruential generator that begins at `seed`, one after
// the other in row-major order: s = 1664525 s + 1013904223; a float is
// ((s >> 8) 2^-23 - 1) a + b, rounded to f32, an integer (s >> 8) mod `below`.
//
//     nn_set_random(x, 11, .a = 0.25)
//
// `a` is 1 and `below` 2 where they are not given. Errors as of nn_set_data.
struct nn_set_random_args {
    struct nn_here nn_here;
    nn_tensor *tensor;
    uint32_t seed;
    double a, b;
    int64_t below;
};
#define nn_set_random(...) nn_set_random_with(NN_ARGS(set_random, __VA_ARGS__))
bool nn_set_random_with(const struct nn_set_random_args *);

// ---- gradients

// Tensor.requires_grad_: NN_ON for a tensor whose gradient is wanted, NN_OFF for a
// parameter that is not to be learned; gives the tensor back. Calls that were made
// before are as they were. NN_ON makes a leaf of what a call made and no gradient led to (a
// constant, what nn_detach gives), and changes nothing where one did. Errors: NN_ON for a tensor
// of integers, NN_OFF for what a gradient led to.
nn_tensor *nn_requires_grad_(nn_tensor *, enum nn_flag);
// Module.requires_grad_, for all parameters of the module and those below it.
nn_module *nn_module_requires_grad_(nn_module *, enum nn_flag);
// torch.set_grad_enabled: with false, what is computed from now on wants no gradients, and
// nothing is kept for them. Gives the former state back, to be set again.
bool nn_set_grad_enabled(bool);

// Tensor.backward(gradient): adds its gradients to those of leaves that want one, and runs full
// backward hooks. What the calls kept is given back, unless there is to be another pass. Without a
// gradient, which has the tensor's shape, the tensor has one element. Errors, with false: more
// than one; a gradient of another shape or dtype; nothing that wants a gradient led to the tensor;
// a second pass; an op without a derivative; what a call kept was overwritten in place since.
struct nn_backward_args {
    struct nn_here nn_here;
    nn_tensor *loss, *gradient;
    bool retain_graph;
};
#define nn_backward(...) nn_backward_with(NN_ARGS(backward, __VA_ARGS__))
bool nn_backward_with(const struct nn_backward_args *);
// Tensor.grad of a leaf: NULL before a gradient came. One handle a
// tensor, whose numbers are those of now.
nn_tensor *nn_grad(const nn_tensor *);
// Module.zero_grad(set_to_none=True), for all parameters of the module and those below it.
void nn_zero_grad(nn_module *);

#endif
