// Holds each module call of models.json against PyTorch's recorded outputs.
//
//     oracle_model_steps models.json
//
// A step is judged alone: its inputs have the shapes that PyTorch recorded for
// the values it takes, so one wrong step does not hide the next. Only what the
// call gives is compared (dtype, shape, bytes of float32), not the names, the
// report, or parameters. Skipped by rule: functions and methods, classes that
// nn.h lacks, and calls with an argument that is no recorded tensor.
#include "tests/oracle/torch_direct.h"

#include <stdio.h>
#include <string.h>

struct tally {
    int passed, failed, skipped;
};

// [dtype, shape] as the oracle's cases have it: "float" is the run's float32, and the bytes follow.
static json_t *spelled(const json_t *recorded)
{
    const char *dtype = json_string_value(json_array_get(recorded, 0));
    const json_t *shape = json_array_get(recorded, 1);
    if (!dtype) return json_null();
    if (!strcmp(dtype, "float")) dtype = "float32";
    json_int_t bytes = dtype_block_bytes(dtype_find(dtype));
    for (size_t i = 0; i < json_array_size(shape); i++)
        bytes *= json_integer_value(json_array_get(shape, i));
    return json_pack("[s, O, I]", dtype, shape, bytes);
}

static const json_t *row_of(const json_t *model, const char *name)
{
    const json_t *rows = json_object_get(model, "modules");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        if (!strcmp(json_string_value(json_array_get(row, 0)), name)) return row;
    }
    return NULL;
}

static bool read_inputs(struct torch_case *c, const json_t *arguments, const json_t *values)
{
    c->n_in = (int)json_array_size(arguments);
    for (int i = 0; i < c->n_in; i++) {
        const char *name = json_string_value(json_array_get(arguments, (size_t)i));
        json_t *value = name && i < MAX_RANK ? json_object_get(values, name) : NULL;
        if (!value || !torch_tensor_read(value, &c->in[i])) return false;
        c->in[i].fill = NULL;
    }
    return true;
}

static void run_call(struct tally *tally, const char *model, const json_t *row, const json_t *step,
                     const json_t *values, const json_t *out)
{
    struct arena *arena = arena_open();
    struct torch_case c = {.id = model, .args = json_array_get(row, 2), .out = out};
    c.op = arena_printf(arena, "nn.%s", json_string_value(json_array_get(row, 1)));
    c.call = json_array_get(step, 4);
    const struct nn_function *function = nn_function_find_torch(c.op);
    struct torch_bindings bindings;
    struct torch_answer answer;
    const char *wrong = NULL;
    if (!function || !read_inputs(&c, json_array_get(step, 3), values)) {
        tally->skipped++;
        arena_close(arena);
        return;
    }
    if (torch_bind(&bindings, function, &c, arena, &wrong)) {
        torch_direct(&answer, arena, &c, &bindings);
        c.parameters = answer.parameters;
        c.buffer_bytes = answer.buffer_bytes;
        wrong = torch_answer_differs(arena, &c, &answer);
    }
    if (wrong)
        printf("FAIL %s: %s: %s\n", model, json_string_value(json_array_get(step, 2)), wrong);
    tally->passed += !wrong;
    tally->failed += wrong != NULL;
    arena_close(arena);
}

static void run_step(struct tally *tally, const json_t *model, const json_t *step, json_t *values)
{
    const json_t *names = json_array_get(step, 0), *recorded = json_array_get(step, 5);
    json_t *out = json_array();
    for (size_t i = 0; i < json_array_size(recorded); i++)
        json_array_append_new(out, spelled(json_array_get(recorded, i)));
    const json_t *row = row_of(model, json_string_value(json_array_get(step, 2)));
    bool call = !strcmp(json_string_value(json_array_get(step, 1)), "m") && row;
    if (call)
        run_call(tally, json_string_value(json_object_get(model, "id")), row, step, values, out);
    else
        tally->skipped++;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name) json_object_set(values, name, json_array_get(out, i));
    }
    json_decref(out);
}

static void run_model(struct tally *tally, const json_t *model)
{
    const json_t *inputs = json_object_get(model, "inputs"),
                 *steps = json_object_get(model, "steps");
    json_t *values = json_object();
    for (size_t i = 0; i < json_array_size(inputs); i++) {
        const json_t *input = json_array_get(inputs, i);
        char name[32];
        snprintf(name, sizeof name, "%%x%zu", i);
        json_t *pair =
            json_pack("[O, O]", json_object_get(input, "dtype"), json_object_get(input, "shape"));
        json_object_set_new(values, name, spelled(pair));
        json_decref(pair);
    }
    for (size_t i = 0; i < json_array_size(steps); i++)
        run_step(tally, model, json_array_get(steps, i), values);
    json_decref(values);
}

int main(int argc, char **argv)
{
    json_t *data = argc == 2 ? json_load_file(argv[1], 0, NULL) : NULL;
    if (!data) {
        fprintf(stderr, "usage: oracle_model_steps MODELS.json\n");
        return 2;
    }
    struct tally tally = {0};
    const json_t *models = json_object_get(data, "models");
    for (size_t i = 0; i < json_array_size(models); i++)
        run_model(&tally, json_array_get(models, i));
    printf("%d passed, %d failed, %d skipped\n", tally.passed, tally.failed, tally.skipped);
    json_decref(data);
    return tally.failed != 0;
}
