// nn_profiler.h in a program that trains: how often kernels are called is what PyTorch's profiler
// counted of the same network (oracle/torch/training.json), and what is refused.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <shapeprof/nn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/unit/nn_fixture.h"

#define N_STEPS 5

static void train(nn_profiler *profiler)
{
    nn_module *net =
        nn_sequential(nn_linear(128, 256), nn_relu(), nn_linear(256, 10), nn_log_softmax(.dim = 1));
    nn_optimizer *optimizer = nn_optim_sgd(net, 0.1);
    for (int i = 0; i < N_STEPS; i++) {
        nn_tensor *x = nn_input(NN_F32, 32, 128), *y = nn_input(NN_I64, 32);
        nn_set_random(x, 1);
        nn_set_random(y, 2, .below = 10);
        assert_true(nn_optim_zero_grad(optimizer));
        assert_true(nn_backward(nn_f_nll_loss(nn_call(net, x), y)));
        assert_true(nn_optim_step(optimizer));
        assert_true(nn_profiler_step(profiler));
    }
}

static void test_counts(void **state)
{
    (void)state;
    nn_profiler *profiler = nn_profiler_start();
    train(profiler);
    assert_true(nn_profiler_stop(profiler));
    assert_int_equal(nn_profiler_calls(profiler, "aten::addmm"), 10);
    assert_int_equal(nn_profiler_calls(profiler, "aten::mm"), 15);
    assert_int_equal(nn_profiler_calls(profiler, "aten::sum"), 10);
    assert_int_equal(nn_profiler_calls(profiler, "aten::relu"), 5);
    assert_int_equal(nn_profiler_calls(profiler, "aten::threshold_backward"), 5);
    assert_int_equal(nn_profiler_calls(profiler, "aten::_log_softmax"), 5);
    assert_int_equal(nn_profiler_calls(profiler, "aten::nll_loss_forward"), 5);
    assert_int_equal(nn_profiler_calls(profiler, "aten::nll_loss_backward"), 5);
    assert_int_equal(nn_profiler_calls(profiler, "aten::convolution"), 0);
    const char *table = nn_profiler_table(profiler);
    assert_non_null(strstr(table, "aten::addmm"));
    assert_non_null(strstr(table, "5 steps"));
    assert_string_equal(nn_diagnostics(), "");
}

// Nothing is noted before the start and after the end.
static void test_ends(void **state)
{
    (void)state;
    nn_module *relu = nn_relu();
    nn_tensor *x = nn_input(NN_F32, 4);
    nn_call(relu, x);
    nn_profiler *profiler;
    {
        NN_PROFILER_SCOPE scope = nn_profiler_start();
        profiler = scope;
        nn_call(relu, x);
        nn_call(relu, x);
    }
    assert_non_null(nn_data(nn_call(relu, x)));
    assert_int_equal(nn_profiler_calls(profiler, "aten::relu"), 2);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/test_profiler_XXXXXX";
    close(mkstemp(path));
    nn_profiler *profiler = nn_profiler_start();
    train(profiler);
    assert_true(nn_profiler_export_chrome_trace(profiler, path));
    json_t *trace = json_load_file(path, 0, NULL);
    assert_true(json_array_size(json_object_get(trace, "traceEvents")) > 60);
    json_decref(trace);
    assert_true(nn_profiler_export_speedscope(profiler, path));
    json_t *flame = json_load_file(path, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(flame, "profiles")), 1);
    json_decref(flame);
    unlink(path);
    assert_false(nn_profiler_export_chrome_trace(profiler, "/no/such/folder/trace.json"));
    assert_finding("No such file");
}

static void test_refused(void **state)
{
    (void)state;
    nn_profiler *profiler = nn_profiler_start();
    assert_null(nn_profiler_start());
    assert_finding("running already");
    assert_true(nn_profiler_stop(profiler));
    assert_false(nn_profiler_stop(profiler));
    assert_finding("was stopped");
    assert_false(nn_profiler_step(profiler));
    assert_false(nn_profiler_step(NULL));
    assert_finding("the profiler is NULL");
    assert_string_equal(nn_profiler_table(NULL), "");
    assert_int_equal(nn_profiler_calls(NULL, "aten::mm"), -1);
    assert_non_null(nn_profiler_start());
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_counts), TEST(test_ends), TEST(test_files),
                                       TEST(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
