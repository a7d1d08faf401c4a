#ifndef SHAPEPROF_NN_COMPILE_H
#define SHAPEPROF_NN_COMPILE_H

// Models that are compiled: a plan made once, run on every call. Include <shapeprof/nn.h>.
//
//     nn_compiled *fast = nn_compile(model, .mode = "reduce-overhead");
//     for (int i = 0; i < n; i++) {
//         NN_TENSOR_SCOPE scope = nn_tensor_scope();
//         use(nn_compiled_call(fast, x));
//     }

#include <shapeprof/nn_run.h>

typedef struct nn_compiled nn_compiled;

// torch.compile: gives a new object; the module is as it was. Modes: "default" fuses elementwise
// chains and keeps all results in one arena; "reduce-overhead" also binds operands once;
// "max-autotune" also tries how large pieces of fused chains are best. The plan is made at the
// first call, and again for an input of another type or shape; what forward hooks and `if`s of the
// forward function do then is what every call does. Parameters are read anew at each call. Forward
// only: results want no gradient. Errors, with NULL: no module; a mode that there is not.
struct nn_compile_args {
    struct nn_here nn_here;
    nn_module *module;
    const char *mode; // NULL: "default"
};
#define nn_compile(...) nn_compile_with(NN_ARGS(compile, __VA_ARGS__))
nn_compiled *nn_compile_with(const struct nn_compile_args *);

// What the functions below take.
struct nn_compiled_args {
    struct nn_here nn_here;
    nn_compiled *compiled;
    nn_tensor *x;
};
// The module's output for x: f32[N, 8] -> f32[N, 64] where the module gives that. Errors, with a
// poisoned tensor: NULL, an object of another recording, what the module refuses, an op without a
// kernel.
#define nn_compiled_call(compiled_, x_)                                                            \
    nn_compiled_call_with(NN_ARGS(compiled, .compiled = (compiled_), .x = (x_)))
nn_tensor *nn_compiled_call_with(const struct nn_compiled_args *);
// How many plans were made: one for each type and shape of x. -1 for NULL.
#define nn_compiled_plans(compiled_)                                                               \
    nn_compiled_plans_with(NN_ARGS(compiled, .compiled = (compiled_)))
int64_t nn_compiled_plans_with(const struct nn_compiled_args *);
// A line a plan: what is fused, bytes of the arena, what compiling took and what a call takes.
// Valid until the recording is closed; "" for NULL.
#define nn_compiled_report(compiled_)                                                              \
    nn_compiled_report_with(NN_ARGS(compiled, .compiled = (compiled_)))
const char *nn_compiled_report_with(const struct nn_compiled_args *);

#endif
