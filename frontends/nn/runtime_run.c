// Numbers: nn_run.h. The engine is opened when the first of them is asked for.

#include "frontends/nn/module.h"
#include "frontends/nn/runtime.h"
#include "frontends/nn/tensor.h"

#include <math.h>
#include <string.h>

#define FIRST_SEED 1

struct engine_run *runtime_engine(struct runtime *rt)
{
    if (!rt->run) rt->run = rt->engine->open(builder_program(rt->recording->builder), FIRST_SEED);
    return rt->run;
}

// Functions without a place of their own are not blamed on the line of the call before.
static void nowhere(struct runtime *rt)
{
    builder_at(rt->recording->builder, NULL);
}

static struct value *value_at(struct runtime *rt, value_id id)
{
    return program_value(builder_program(rt->recording->builder), id);
}

// What poisoned a tensor was told when it happened.
static void cannot(struct runtime *rt, value_id id, const char *why)
{
    if (!(value_at(rt, id)->flags & VALUE_POISONED))
        recording_wrong(rt->recording, DIAG_NN_RUN, "the numbers of a tensor can't be computed: %s",
                        why);
}

// ---- reading

// The tensor's recording, if its numbers can be there yet: NULL, and a finding in the current one.
static struct runtime *open_one_of(const nn_tensor *t)
{
    if (t->runtime && !t->runtime->closed) return t->runtime;
    nowhere(runtime_current());
    runtime_value(runtime_current(), t);
    return NULL;
}

const void *nn_data(const nn_tensor *t)
{
    if (!t) return NULL;
    const char *why;
    struct runtime *rt = open_one_of(t);
    if (!rt) return NULL;
    nowhere(rt);
    const void *data = rt->engine->numbers(runtime_engine(rt), t->value, &why);
    if (!data) cannot(rt, t->value, why);
    return data;
}

double nn_read(const nn_tensor *t, int64_t index)
{
    if (!t) return NAN;
    const char *why;
    struct runtime *rt = open_one_of(t);
    if (!rt) return NAN;
    nowhere(rt);
    const struct tensor *numbers = rt->engine->tensor(runtime_engine(rt), t->value, &why);
    if (!numbers) {
        cannot(rt, t->value, why);
        return NAN;
    }
    if (index >= 0 && index < tensor_count(numbers)) return tensor_get(numbers, index);
    recording_wrong(rt->recording, DIAG_INDEX_RANGE,
                    "nn_read: element %lld of a tensor of %lld elements", (long long)index,
                    (long long)tensor_count(numbers));
    return NAN;
}

// ---- filling

void nn_manual_seed(uint32_t seed)
{
    struct runtime *rt = runtime_current();
    rt->engine->seed(runtime_engine(rt), seed);
}

// Memory for new numbers of what no call makes; NULL, with a finding, for anything else.
static const struct tensor *renew(struct runtime *rt, const char *function, const nn_tensor *t)
{
    value_id id = runtime_value(rt, t);
    if (!id) {
        recording_wrong(rt->recording, DIAG_NN_HANDLE, "%s: the tensor is NULL", function);
        return NULL;
    }
    const struct value *value = value_at(rt, id);
    if (value->flags & VALUE_POISONED) return NULL;
    if (value->producer || value->constant) {
        recording_wrong(rt->recording, DIAG_NN_RUN,
                        "%s: %s; inputs, parameters and buffers can be filled", function,
                        value->producer ? "the tensor is made by a call"
                                        : "the tensor's contents are part of the program");
        return NULL;
    }
    const char *why;
    const struct tensor *numbers = rt->engine->renew(runtime_engine(rt), id, &why);
    if (!numbers) cannot(rt, id, why);
    return numbers;
}

bool nn_set_data_with(const struct nn_set_data_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    int64_t bytes = nn_nbytes(a->tensor);
    if (bytes >= 0 && ((uint64_t)bytes != a->bytes || (bytes && !a->data))) {
        recording_wrong(rt->recording, DIAG_NN_ARGUMENT,
                        "nn_set_data: the tensor has %lld bytes, %zu are given%s", (long long)bytes,
                        a->bytes, a->data ? "" : " at NULL");
        return false;
    }
    const struct tensor *numbers = renew(rt, "nn_set_data", a->tensor);
    if (numbers && bytes) memcpy(numbers->data, a->data, a->bytes);
    return numbers;
}

bool nn_set_random_with(const struct nn_set_random_args *a)
{
    struct runtime *rt = runtime_current();
    runtime_at(rt, &a->nn_here);
    const struct tensor *numbers = renew(rt, "nn_set_random", a->tensor);
    if (!numbers) return false;
    double factor = a->a == NN_GIVEN_ZERO_FLOAT ? 0.0 : a->a != 0 ? a->a : 1.0;
    struct engine_random random = {a->seed, factor, a->b, a->below > 0 ? a->below : 2};
    rt->engine->fill(numbers, &random);
    return true;
}

// ---- gradients

// What was recorded until now is run first, so that it is as it was.
static void catch_up(struct runtime *rt)
{
    if (builder_program(rt->recording->builder)->nodes.n > 1)
        rt->engine->advance(runtime_engine(rt));
}

nn_tensor *nn_requires_grad_(nn_tensor *t, enum nn_flag flag)
{
    struct runtime *rt = runtime_current();
    nowhere(rt);
    value_id id = runtime_value(rt, t);
    if (!id || value_at(rt, id)->flags & VALUE_POISONED) return t;
    catch_up(rt);
    tensor_require_gradient(rt->recording, id, flag == NN_OFF ? TENSOR_FROZEN : TENSOR_LEARNS);
    return t;
}

nn_module *nn_module_requires_grad_(nn_module *module, enum nn_flag flag)
{
    struct runtime *rt = runtime_current();
    nowhere(rt);
    nn_module_id id = runtime_module_id(rt, module);
    catch_up(rt);
    if (id)
        module_set_requires_grad(rt->recording, id, flag == NN_OFF ? MODULE_FROZEN : MODULE_LEARNS);
    return module;
}

bool nn_set_grad_enabled(bool enabled)
{
    struct builder *builder = runtime_current()->recording->builder;
    bool before = builder_has_gradients(builder) == BUILD_GRADIENTS;
    builder_gradients(builder, enabled ? BUILD_GRADIENTS : BUILD_NO_GRADIENTS);
    return before;
}

nn_tensor *nn_grad(const nn_tensor *t)
{
    if (!t) return NULL;
    struct runtime *rt = open_one_of(t);
    if (!rt) return NULL;
    const struct tensor *gradient = rt->run ? rt->engine->gradient(rt->run, t->value) : NULL;
    if (!gradient || !tensor_is_leaf(rt->recording, t->value)) return NULL;
    nn_tensor *handle = map_get_number(rt->gradients, t->value);
    if (!handle) {
        handle = runtime_number_tensor(rt, gradient);
        map_put_number(rt->gradients, t->value, handle);
        gradient = rt->engine->gradient(rt->run, t->value);
    }
    rt->engine->adopt(rt->run, handle->value, gradient);
    return handle;
}

void nn_zero_grad(nn_module *root)
{
    struct runtime *rt = runtime_current();
    nowhere(rt);
    const struct module_entry *entries;
    int n = module_tree(rt->recording, runtime_module_id(rt, root), &entries);
    for (int i = 0; i < n && rt->run; i++) {
        struct module *m = module_get(rt->recording, entries[i].module);
        for (int k = 0; k < m->parameters.n; k++)
            if (m->parameters.at[k].value)
                rt->engine->drop_gradient(rt->run, m->parameters.at[k].value);
    }
}

// A tensor of the program whose numbers the engine has already.
nn_tensor *runtime_number_tensor(struct runtime *rt, const struct tensor *numbers)
{
    struct tensor_type type = {.dtype = numbers->dtype, .shape.rank = numbers->rank};
    for (int axis = 0; axis < numbers->rank; axis++)
        type.shape.dim[axis] = sym_const(rt->recording->syms, numbers->dim[axis]);
    struct tensor held = *numbers;
    value_id id = build_tensor(rt->recording->builder, STORAGE_GRADIENT, &type, NULL);
    rt->engine->adopt(rt->run, id, &held);
    return runtime_tensor(rt, id);
}
