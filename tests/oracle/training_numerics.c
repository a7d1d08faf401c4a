#include "tests/oracle/training_numerics.h"

#include "analyzer/exec/exec.h"
#include "ir/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RELATIVE 1e-5
#define ABSOLUTE 1e-6
#define MAX_OUTPUTS 8

struct numerics {
    struct arena *arena;
    const json_t *a_case;
    struct program *program;
    struct exec *exec;
    struct engine_run *run; // where the program runs as one on nn.h does; else NULL
};

static const struct tensor *tensor_of(const struct numerics *n, value_id id)
{
    const char *why;
    return n->run ? engine_default.tensor(n->run, id, &why) : exec_tensor(n->exec, id);
}

// dtype NONE: none came.
static const struct tensor *gradient_of(const struct numerics *n, value_id id)
{
    static const struct tensor none;
    if (!n->run) return exec_gradient(n->exec, id);
    const struct tensor *gradient = engine_default.gradient(n->run, id);
    return gradient ? gradient : &none;
}

static double number(const json_t *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object, key);
    return value ? json_number_value(value) : otherwise;
}

// ---- given tensors

// The record's data of a tensor that no node makes; NULL: it has none.
static const json_t *data_of(const struct numerics *n, value_id id)
{
    const struct value *value = program_value(n->program, id);
    const struct storage *storage = program_storage(n->program, value->storage);
    if (storage->kind == STORAGE_INPUT) {
        int index = atoi(storage->name + 1);
        const char *name;
        json_t *input;
        json_object_foreach(json_object_get(n->a_case, "inputs"), name, input)
        {
            if (index-- == 0) return input;
        }
        return NULL;
    }
    for (int s = 1; s < n->program->scopes.n; s++) {
        const struct scope *scope = &n->program->scopes.at[s];
        for (int i = 0; i < scope->n_parameters; i++) {
            if (scope->parameters[i] != id) continue;
            // A case's module is child 0 of the model.
            const char *path = scope_path(n->arena, n->program, (scope_id)s);
            path += *path == '0';
            path += *path == '.';
            const char *name =
                arena_printf(n->arena, "%s%s%s", path, *path ? "." : "", value->name);
            const json_t *data = json_object_get(json_object_get(n->a_case, "params"), name);
            return data ? data : json_object_get(json_object_get(n->a_case, "buffers"), name);
        }
    }
    return NULL;
}

static void fill(const struct numerics *n, value_id id)
{
    const struct tensor *t = tensor_of(n, id);
    const json_t *data = data_of(n, id);
    if (!data || !t->data) return;
    uint32_t seed = (uint32_t)number(data, "seed", 0.0);
    if (json_object_get(data, "below"))
        data_fill_indices(t, seed, (int64_t)number(data, "below", 1.0));
    else if (json_object_get(data, "seed"))
        data_fill_floats(t, seed, number(data, "a", 1.0), number(data, "b", 0.0));
}

// ---- comparing

static bool close_to(double a, double b)
{
    return fabs(a - b) <= ABSOLUTE + RELATIVE * fabs(b) || (isnan(a) && isnan(b));
}

// Sums of many terms are compared on the scale of the terms.
static const char *compare_sums(const struct numerics *n, const char *what, const struct tensor *t,
                                const json_t *recorded)
{
    double sum = 0.0, squares = 0.0, sizes = 0.0;
    for (int64_t i = 0; i < tensor_count(t); i++) {
        double x = tensor_get(t, i);
        sum += x;
        squares += x * x;
        sizes += fabs(x);
    }
    double expected = number(recorded, "sum", NAN), l2 = number(recorded, "l2", NAN);
    if (fabs(sum - expected) > ABSOLUTE + RELATIVE * sizes && !(isnan(sum) && isnan(expected)))
        return arena_printf(n->arena, "%s: sum %.9g, PyTorch %.9g", what, sum, expected);
    if (!close_to(sqrt(squares), l2))
        return arena_printf(n->arena, "%s: L2 %.9g, PyTorch %.9g", what, sqrt(squares), l2);
    return NULL;
}

static const char *compare_output(const struct numerics *n, int k, const struct tensor *t,
                                  const json_t *recorded)
{
    const char *what = arena_printf(n->arena, "output %d", k);
    size_t i;
    json_t *first;
    json_array_foreach(json_object_get(recorded, "first8"), i, first)
    {
        double x = (int64_t)i < tensor_count(t) ? tensor_get(t, (int64_t)i) : NAN;
        if (close_to(x, json_number_value(first))) continue;
        return arena_printf(n->arena, "%s: element %zu is %.9g, PyTorch %.9g", what, i, x,
                            json_number_value(first));
    }
    return compare_sums(n, what, t, recorded);
}

static const char *compare_outputs(const struct numerics *n, const struct module_call *model)
{
    const json_t *outputs = json_object_get(json_object_get(n->a_case, "float64"), "outputs");
    for (int k = 0; k < (int)json_array_size(outputs); k++) {
        if (k >= model->n_out) return "there are fewer outputs than PyTorch's";
        const char *trouble =
            compare_output(n, k, tensor_of(n, model->out[k]), json_array_get(outputs, (size_t)k));
        if (trouble) return trouble;
    }
    return NULL;
}

static const char *compare_gradient(const struct numerics *n, value_id id)
{
    const json_t *data = data_of(n, id);
    const json_t *grads = json_object_get(json_object_get(n->a_case, "float64"), "grads");
    const json_t *groups[] = {json_object_get(n->a_case, "inputs"),
                              json_object_get(n->a_case, "params")};
    for (int g = 0; g < 2 && data; g++) {
        const char *name;
        json_t *candidate;
        json_object_foreach((json_t *)groups[g], name, candidate)
        {
            const json_t *recorded = json_object_get(grads, name);
            if (candidate != data || !json_is_object(recorded)) continue;
            const struct tensor *gradient = gradient_of(n, id);
            const char *what = arena_printf(n->arena, "gradient of %s", name);
            if (!tensor_is_there(gradient)) return arena_printf(n->arena, "no %s", what);
            return compare_sums(n, what, gradient, recorded);
        }
    }
    return NULL;
}

// ---- running

static int loss_weights(const struct numerics *n, const struct module_call *model,
                        struct exec_weights *weights)
{
    const json_t *outputs = json_object_get(json_object_get(n->a_case, "float32"), "outputs");
    int count = 0;
    for (int k = 0; k < model->n_out && k < MAX_OUTPUTS; k++) {
        const json_t *weight = json_object_get(json_array_get(outputs, (size_t)k), "loss_weight");
        if (!weight) continue;
        weights[count++] =
            (struct exec_weights){model->out[k], (uint32_t)number(weight, "seed", 0),
                                  number(weight, "a", 1.0), number(weight, "b", 0.0)};
    }
    return count;
}

// Every tensor that no node makes and that has memory.
static value_id next_given(const struct numerics *n, value_id after)
{
    for (value_id v = after + 1; v < (value_id)n->program->values.n; v++)
        if (!n->program->values.at[v].producer && n->program->values.at[v].storage) return v;
    return 0;
}

static void fill_all(const struct numerics *n)
{
    for (value_id v = next_given(n, 0); v; v = next_given(n, v)) fill(n, v);
}

static const char *compare_gradients(const struct numerics *n)
{
    const char *trouble = NULL;
    for (value_id v = next_given(n, 0); v && !trouble; v = next_given(n, v))
        trouble = compare_gradient(n, v);
    return trouble;
}

static const char *run(struct numerics *n)
{
    const struct module_call *model = &n->program->calls.at[n->program->calls.n - 1];
    struct exec_weights weights[MAX_OUTPUTS];
    const char *error = NULL;
    fill_all(n);
    if (!exec_forward(n->exec, &error)) return error;
    const char *trouble = compare_outputs(n, model);
    if (trouble) return trouble;
    int count = loss_weights(n, model, weights);
    if (!count) return NULL;
    if (!exec_backward(n->exec, count, weights, &error)) return error;
    return compare_gradients(n);
}

// ---- as a program on nn.h runs

static void told(void *user, int index, const struct tensor *grad_input,
                 const struct tensor *grad_output)
{
    (void)user, (void)index, (void)grad_input, (void)grad_output;
}

// nn_backward of one output with its weights as gradient, which is one more input of the program.
static const char *backward_of(struct numerics *n, const struct exec_weights *w, value_id gradient,
                               enum engine_after after)
{
    const char *why = NULL;
    const struct tensor *numbers = engine_default.tensor(n->run, gradient, &why);
    if (!numbers) return why;
    data_fill_floats(numbers, w->seed, w->a, w->b);
    struct engine_backward request = {.loss = w->value, .gradient = gradient, .after = after};
    request.told = told;
    return engine_default.backward(n->run, &request, &why) ? NULL : why;
}

static const char *run_live(struct numerics *n, const value_id *gradients)
{
    const struct module_call *model = &n->program->calls.at[n->program->calls.n - 1];
    struct exec_weights weights[MAX_OUTPUTS];
    int n_nodes = n->program->nodes.n;
    n->program->nodes.n = 1; // tensors are filled before calls are recorded
    fill_all(n);
    n->program->nodes.n = n_nodes;
    const char *trouble = compare_outputs(n, model);
    int count = loss_weights(n, model, weights);
    for (int k = 0; k < count && !trouble; k++)
        trouble = backward_of(n, &weights[k], gradients[k],
                              k + 1 < count ? ENGINE_RETAIN : ENGINE_FORGET);
    return trouble || !count ? trouble : compare_gradients(n);
}

// An input of the type of each output that is differentiated.
static void add_gradients(struct numerics *n, value_id *gradients)
{
    const struct module_call *model = &n->program->calls.at[n->program->calls.n - 1];
    struct exec_weights weights[MAX_OUTPUTS];
    int count = loss_weights(n, model, weights);
    for (int k = 0; k < count; k++) {
        struct value like = *program_value(n->program, weights[k].value);
        struct storage *storage = vec_push(n->program->arena, &n->program->storages);
        *storage = *program_storage(n->program, like.storage);
        storage->kind = STORAGE_GRADIENT;
        like.storage = (storage_id)n->program->storages.n - 1;
        like.producer = like.view_of = 0;
        like.flags = 0;
        like.stride = NULL;
        gradients[k] = (value_id)n->program->values.n;
        *vec_push(n->program->arena, &n->program->values) = like;
    }
}

static const char *judge_live(struct numerics *n)
{
    value_id gradients[MAX_OUTPUTS];
    add_gradients(n, gradients);
    n->run = engine_default.open(n->program, 1);
    const char *trouble = run_live(n, gradients);
    if (trouble) trouble = arena_printf(n->arena, "as a program on nn.h: %s", trouble);
    engine_default.close(n->run);
    return trouble;
}

const char *numerics_judge(struct arena *arena, const json_t *a_case, struct program *program)
{
    struct numerics n = {.arena = arena, .a_case = a_case, .program = program};
    const struct module_call *model = &program->calls.at[program->calls.n - 1];
    const char *error = NULL;
    for (int i = 0; i < model->n_out; i++)
        program_value(program, model->out[i])->flags |= VALUE_OUTPUT;
    struct exec_request request = {.program = program, .mode = EXEC_TRAINING, .seed = 1};
    n.exec = exec_open(arena, &request, &error);
    if (!n.exec) return error;
    const char *trouble = run(&n);
    exec_close(n.exec);
    return trouble ? trouble : judge_live(&n);
}
