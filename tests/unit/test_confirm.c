// What `shapeprof run` measures: gradients of layers against PyTorch's recorded hooks.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <shapeprof/nn.h>
#include "analyzer/confirm_backward.h"
#include "analyzer/report/collect.h"
#include "frontends/nn/runtime.h"

// Inputs are the caller's, as those of an entry: there before the first event, so that this test
// can fill them.
static void give_inputs(struct program *program)
{
    for (int i = 0; i < program->events.n; i++)
        assert_int_equal(program->events.at[i].kind, EVENT_ALLOC);
    program->events.n = 0;
}

// The model of "backward_hooks" in tests/oracle/torch/training.json; seeds, factors and bounds of
// its data by the order in which values without a producer come.
static nn_tensor *recorded_model(void)
{
    nn_module *model = nn_sequential(nn_conv2d(3, 4, 3, .padding = 1), nn_relu(),
                                     nn_conv2d(4, 6, 3, .stride = 2, .padding = 1),
                                     nn_adaptive_avg_pool2d(1), nn_flatten(), nn_linear(6, 5));
    nn_tensor *x = nn_input(NN_F32, 2, 3, 8, 8), *target = nn_input(NN_I64, 2);
    give_inputs(runtime_program());
    return nn_cross_entropy(nn_call(model, x), target);
}

struct datum {
    int rank;
    int64_t first; // size of axis 0
    uint32_t seed;
    double a;
};

static const struct datum data[] = {
    {4, 2, 11, 1.0},   {4, 4, 12, 0.25}, {1, 4, 13, 0.125}, {4, 6, 14, 0.25},
    {1, 6, 15, 0.125}, {2, 5, 16, 0.5},  {1, 5, 17, 0.125},
};

static void fill(const struct program *program, const struct exec *x)
{
    for (value_id id = 1; id < (value_id)program->values.n; id++) {
        const struct tensor *t = exec_tensor(x, id);
        if (program_value(program, id)->producer || !t->data) continue;
        if (t->dtype == DTYPE_I64) data_fill_indices(t, 18, 5);
        for (size_t i = 0; i < sizeof data / sizeof *data && t->dtype == DTYPE_F32; i++)
            if (data[i].rank == t->rank && data[i].first == t->dim[0])
                data_fill_floats(t, data[i].seed, data[i].a, 0.0);
    }
}

static void assert_near(double got, double expected)
{
    if (fabs(got - expected) > 1e-5 * fabs(expected))
        fail_msg("%.9g where PyTorch has %.9g", got, expected);
}

static void gradients_are_pytorchs(void **state)
{
    (void)state;
    nn_recording_open("test");
    struct arena *arena = arena_open();
    nn_tensor *loss = recorded_model();
    struct program *program = runtime_program();
    program_value(program, loss->value)->flags |= VALUE_OUTPUT;
    enum dtype dtype = DTYPE_F32;
    struct collect_request collect = {.program = program, .n_dtypes = 1, .dtypes = &dtype};
    struct report_model model;
    collect_model(arena, &collect, &model);
    struct observe seen;
    observe_open(arena, &model, &seen);
    struct exec_listener listener = observe_listener(&seen);
    struct exec_request request = {
        .program = program, .mode = EXEC_TRAINING, .listener = &listener};
    const char *error = NULL;
    struct exec *x = exec_open(arena, &request, &error);
    assert_non_null(x);
    fill(program, x);
    assert_true(exec_forward(x, &error));
    assert_true(exec_backward(x, 0, NULL, &error));
    observe_end(&seen);
    struct execution_backward b;
    confirm_backward(arena, &seen, x, &b);
    assert_true(b.own_loss);
    assert_near(b.loss, 1.60287666);
    assert_int_equal(b.n_layers, 6);
    const struct execution_layer *fc = &b.layers[0], *conv2 = &b.layers[3], *conv1 = &b.layers[5];
    assert_near(fc->output_l2, 0.630604443);
    assert_near(fc->input_l2, 0.318529263);
    assert_near(conv2->output_l2, 0.0796323157);
    assert_near(conv2->input_l2, 0.0501816428);
    assert_near(conv1->output_l2, 0.0343501841);
    assert_true(conv1->input_l2 < 0.0);
    assert_near(conv1->parameters_l2, hypot(0.11229385, 0.133732342));
    assert_near(conv2->parameters_l2, hypot(0.262727355, 0.367038679));
    assert_int_equal(b.flow, FLOW_VANISHING);
    assert_near(b.ratio, 0.630604443 / 0.0343501841);
    exec_close(x);
    observe_close(&seen);
    arena_close(arena);
    nn_recording_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_pytorchs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
