#ifndef SHAPEPROF_NN_HOOKS_H
#define SHAPEPROF_NN_HOOKS_H

// Hooks on modules, with PyTorch's meaning. Include <shapeprof/nn.h>.
//
//     static void seen(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
//                      void *user)
//     {
//         *(int64_t *)user += nn_nbytes(outputs.at[0]);
//     }
//
//     int64_t bytes = 0;
//     nn_hook hook = nn_register_forward_hook(model, seen, &bytes, .leaves = true);
//     nn_call(model, x);
//     nn_hook_remove(hook);

#include <shapeprof/nn_run.h>

// What a registration gives: a value to be copied at will. {0} is no hook.
typedef struct nn_hook {
    uint64_t nn_thread, nn_recording, nn_number;
} nn_hook;

// A hook may call modules, its own too, which runs it again; what nests too deep is refused. One
// that is left by longjmp leaves the call unfinished: nn_recording_unwind() ends it.

// Runs when a module was called, once a call, in order of registration. A call
// that was refused, so that its output is poisoned, has no forward hook. A tensor that the hook
// writes to outputs.at[i] is what the call gives instead and what later hooks see, as what a hook
// returns in PyTorch; NULL there changes nothing.
typedef void nn_forward_hook(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                             void *user);
// Runs before its forward; a tensor written to inputs.at[i] is what the forward is given.
typedef void nn_forward_pre_hook(nn_module *module, struct nn_tensors inputs, void *user);
// Runs in nn_backward once for each call of the module to whose outputs a gradient came: when
// the gradients of its inputs are there, or those of its outputs where no input wants one; the last
// module first. Entries are NULL where no gradient is wanted or none came. A call in which no
// input and no parameter wants a gradient is passed over, and so is one made while
// nn_set_grad_enabled(false). A tensor that is given to a module twice has one gradient,
// where the first stands, unless one function of the module takes it as often.
//
// Hooks that were on the module at the call are run, if they have not been removed since.
// Their tensors may be read and computed with; nn_backward can't be called in a hook.
//
// As in PyTorch, the inputs of such a module must not be overwritten in it, nor its outputs
// behind it: nn_relu(.inplace = true) there gives a poisoned tensor and an error.
typedef void nn_full_backward_hook(nn_module *module, struct nn_tensors grad_input,
                                   struct nn_tensors grad_output, void *user);

// Module.register_forward_hook and its like: the module, the function, what it is given as
// `user`. With .leaves = true, on every module of the tree that has no children, as one
// hook. Errors, with {0}: a module that is none, no function.
struct nn_forward_hook_args {
    struct nn_here nn_here;
    nn_module *module;
    nn_forward_hook *hook;
    void *user;
    bool leaves;
};
#define nn_register_forward_hook(...)                                                              \
    nn_register_forward_hook_with(NN_ARGS(forward_hook, __VA_ARGS__))
nn_hook nn_register_forward_hook_with(const struct nn_forward_hook_args *);
struct nn_forward_pre_hook_args {
    struct nn_here nn_here;
    nn_module *module;
    nn_forward_pre_hook *hook;
    void *user;
    bool leaves;
};
#define nn_register_forward_pre_hook(...)                                                          \
    nn_register_forward_pre_hook_with(NN_ARGS(forward_pre_hook, __VA_ARGS__))
nn_hook nn_register_forward_pre_hook_with(const struct nn_forward_pre_hook_args *);
struct nn_full_backward_hook_args {
    struct nn_here nn_here;
    nn_module *module;
    nn_full_backward_hook *hook;
    void *user;
    bool leaves;
};
#define nn_register_full_backward_hook(...)                                                        \
    nn_register_full_backward_hook_with(NN_ARGS(full_backward_hook, __VA_ARGS__))
nn_hook nn_register_full_backward_hook_with(const struct nn_full_backward_hook_args *);
// Module.register_backward_hook, deprecated in PyTorch: the same as the full one here.
#define nn_register_backward_hook(...)                                                             \
    nn_register_backward_hook_with(NN_ARGS(full_backward_hook, __VA_ARGS__))
nn_hook nn_register_backward_hook_with(const struct nn_full_backward_hook_args *);

// handle.remove(). Errors, with false: a hook that was removed already, whose recording was
// closed, or that is none.
struct nn_hook_remove_args {
    struct nn_here nn_here;
    nn_hook hook;
};
#define nn_hook_remove(hook_) nn_hook_remove_with(NN_ARGS(hook_remove, .hook = (hook_)))
bool nn_hook_remove_with(const struct nn_hook_remove_args *);
// Is it registered? False, and no error, for one that was removed in any way.
bool nn_hook_is_there(nn_hook);
// How many hooks are on the module and those below it; one on several of them counts once.
int64_t nn_n_hooks(const nn_module *root);

// A hook that ends with the block that it is declared in, whether by its end, return,
// break or goto:
//
//     NN_HOOK_SCOPE hook = nn_register_forward_hook(model, seen, &bytes);
//
// Removing it before is allowed.
#define NN_HOOK_SCOPE __attribute__((cleanup(nn_hook_scope_end), unused)) nn_hook
void nn_hook_scope_end(nn_hook *);

// ---- the bottleneck of two models

// The largest output of a leaf, measured, and of which model it is.
struct nn_bottleneck {
    int64_t a_peak_bytes;
    const char *a_peak_layer; // "features.0", "" for a model that is a leaf itself
    int64_t b_peak_bytes;
    const char *b_peak_layer;
    const char *bottleneck; // "b" if b's bytes are greater, else "a"
};

// Calls both models with x, without gradients, with a forward hook on every leaf, and
// measures what the kernels made. Bytes of a call are the sum over its outputs: numel x element
// size; of equal calls the first counts. The hooks are removed, whatever happens; the
// memory of the two runs is given back. Errors, with false and a report of zeros and NULL:
// a forward that fails, a model in which no leaf is called.
struct nn_profile_args {
    struct nn_here nn_here;
    nn_module *a, *b;
    nn_tensor *x;
    struct nn_bottleneck *report;
};
#define nn_profile_forward_bottleneck(...)                                                         \
    nn_profile_forward_bottleneck_with(NN_ARGS(profile, __VA_ARGS__))
bool nn_profile_forward_bottleneck_with(const struct nn_profile_args *);
// The report as JSON with its five keys, as `shapeprof compare` has them; owned by the recording.
const char *nn_bottleneck_json(const struct nn_bottleneck *);

#endif
