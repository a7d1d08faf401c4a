// Memory of a program that runs: nn_memory.h.

#include "frontends/nn/checkpoint.h"
#include "frontends/nn/module.h"
#include "frontends/nn/runtime.h"

// ---- giving back

bool nn_tensor_free_with(const struct nn_tensor_free_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    value_id id = runtime_value(rt, a->tensor);
    const char *why = !id ? "the tensor is NULL"
                      : program_is_of_module(runtime_program(), id)
                          ? "a parameter or buffer belongs to its module"
                          : NULL;
    if (why) recording_wrong(rt->recording, DIAG_NN_HANDLE, "nn_tensor_free: %s", why);
    if (why || program_value(runtime_program(), id)->flags & VALUE_POISONED) return false;
    rt->engine->give_back(runtime_engine(rt), id);
    if (a->tensor->value != id) rt->engine->give_back(runtime_engine(rt), a->tensor->value);
    return true;
}

// ---- checkpoints

void runtime_segment_begin(void *host)
{
    struct runtime *rt = host;
    rt->engine->segment_begin(runtime_engine(rt));
}

void runtime_segment_end(void *host, node_id first, value_id output)
{
    struct runtime *rt = host;
    rt->engine->segment_end(runtime_engine(rt), first, output);
}

nn_tensor *nn_checkpoint_with(const struct nn_checkpoint_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    if (!a->fn && !a->module) {
        const char *why =
            recording_wrong(rt->recording, DIAG_NN_ARGUMENT,
                            "nn_checkpoint: neither a function nor a module is given");
        return runtime_tensor(rt, recording_poison(rt->recording, why));
    }
    node_id first = checkpoint_begin(rt->recording);
    nn_tensor *out = a->fn ? a->fn(a->x, a->user)
                           : nn_call_with(&(struct nn_call_args){
                                 .nn_here = a->nn_here, .module = a->module, .x = a->x});
    checkpoint_end(rt->recording, first, runtime_value(rt, out));
    return out;
}

nn_tensor *nn_checkpoint_sequential_with(const struct nn_checkpoint_sequential_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    value_id x = runtime_value(rt, a->x);
    nn_module_id module = runtime_module_id(rt, a->module);
    return runtime_tensor(rt, checkpoint_sequential(rt->recording, module, a->segments, x));
}

// ---- what is allocated

static struct engine_memory memory(void)
{
    struct runtime *rt = runtime_current();
    return rt->engine->memory(runtime_engine(rt));
}

int64_t nn_saved_bytes(void)
{
    struct runtime *rt = runtime_current();
    return rt->engine->saved_bytes(runtime_engine(rt));
}

int64_t nn_memory_allocated(void)
{
    return memory().live;
}

int64_t nn_max_memory_allocated(void)
{
    return memory().peak;
}

int64_t nn_memory_reserved(void)
{
    return memory().held;
}

int64_t nn_memory_cached(void)
{
    return memory().cached;
}

void nn_set_caching_allocator(bool on)
{
    struct runtime *rt = runtime_current();
    rt->engine->use_cache(runtime_engine(rt), on ? ENGINE_CACHED : ENGINE_NO_CACHE);
}

void nn_empty_cache(void)
{
    struct runtime *rt = runtime_current();
    rt->engine->empty_cache(runtime_engine(rt));
}
