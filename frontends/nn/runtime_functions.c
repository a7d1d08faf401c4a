#include <assert.h>
#include "frontends/nn/runtime.h"
#include "frontends/nn/table.h"

// The functions of functions.def: each reads its argument struct as its fields
// say and hands over to the table.

enum {
#define MODULE(name, args, torch) FUNCTION_##name,
#define TENSOR(name, args, torch, op) FUNCTION_##name,
#define TENSORS(name, args, torch, op) FUNCTION_##name,
#define TENSOR_BY(name, args, torch, apply) FUNCTION_##name,
#define TENSORS_BY(name, args, torch, apply) FUNCTION_##name,
#include "frontends/nn/functions.def"
#undef MODULE
#undef TENSOR
#undef TENSORS
#undef TENSOR_BY
#undef TENSORS_BY
};

static struct nn_call call_function(struct runtime *rt, int index, const void *args)
{
    struct nn_call call = {.recording = rt->recording, .function = nn_function_at(index)};
    runtime_at(rt, args);
    call.args = runtime_args(rt, call.function->fields, args);
    nn_call_apply(&call);
    return call;
}

static nn_module *call_constructor(int index, const void *args)
{
    struct runtime *rt = runtime_current();
    return runtime_module(rt, call_function(rt, index, args).module);
}

static nn_tensor *call_one(int index, const void *args)
{
    struct runtime *rt = runtime_current();
    struct nn_call call = call_function(rt, index, args);
    assert(call.n_out > 0);
    return runtime_tensor(rt, call.out[0]);
}

static struct nn_tensors call_many(int index, const void *args)
{
    struct runtime *rt = runtime_current();
    struct nn_call call = call_function(rt, index, args);
    return runtime_tensors(rt, call.n_out, call.out);
}

#define MODULE(name, args, torch)                                                                  \
    nn_module *nn_##name##_with(const struct nn_##args##_args *a)                                  \
    {                                                                                              \
        return call_constructor(FUNCTION_##name, a);                                               \
    }
#define TENSOR(name, args, torch, op)                                                              \
    nn_tensor *nn_##name##_with(const struct nn_##args##_args *a)                                  \
    {                                                                                              \
        return call_one(FUNCTION_##name, a);                                                       \
    }
#define TENSORS(name, args, torch, op)                                                             \
    struct nn_tensors nn_##name##_with(const struct nn_##args##_args *a)                           \
    {                                                                                              \
        return call_many(FUNCTION_##name, a);                                                      \
    }
#define TENSOR_BY(name, args, torch, apply) TENSOR(name, args, torch, apply)
#define TENSORS_BY(name, args, torch, apply) TENSORS(name, args, torch, apply)
#include "frontends/nn/functions.def"
