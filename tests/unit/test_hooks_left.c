// Hooks that call themselves without end, and hooks that are left by a longjmp.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

// ---- without end

static void calls_again(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                        void *user)
{
    (void)outputs;
    ++*(int *)user;
    nn_call(module, inputs.at[0]);
}

static void calls_before(nn_module *module, struct nn_tensors inputs, void *user)
{
    ++*(int *)user;
    nn_call(module, inputs.at[0]);
}

static void test_a_hook_that_calls_its_module(void **state)
{
    (void)state;
    int n = 0;
    nn_module *relu = nn_relu();
    nn_hook hook = nn_register_forward_hook(relu, calls_again, &n);
    nn_tensor *x = nn_input(NN_F32, 4);
    assert_null(nn_error(nn_call(relu, x)));
    assert_finding("SP406");
    assert_finding("hooks run inside one another here, and the call of ReLU is not made");
    assert_in_range(n, 2, 1000);
    assert_int_equal(nn_n_errors(), 1);
    nn_hook_remove(hook);
    n = 0;
    nn_register_forward_pre_hook(relu, calls_before, &n);
    nn_call(relu, x);
    assert_in_range(n, 2, 1000);
    assert_non_null(nn_data(nn_f_relu(x)));
}

// ---- left by a longjmp

static jmp_buf away;

static void jumps(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                  void *user)
{
    (void)module, (void)inputs, (void)outputs, (void)user;
    longjmp(away, 1);
}

static void jumps_backward(nn_module *module, struct nn_tensors grad_input,
                           struct nn_tensors grad_output, void *user)
{
    (void)module, (void)grad_input, (void)grad_output, (void)user;
    longjmp(away, 1);
}

static nn_module *model(void)
{
    return nn_sequential(nn_linear(4, 4), nn_sequential(nn_linear(4, 4), nn_relu()));
}

static void test_a_recording_goes_on_behind_a_longjmp(void **state)
{
    (void)state;
    nn_module *m = model();
    nn_tensor *x = nn_input(NN_F32, 2, 4);
    nn_hook hook = nn_register_forward_hook(m, jumps, .leaves = true);
    if (!setjmp(away)) {
        nn_call(m, x);
        fail();
    }
    nn_recording_unwind();
    nn_hook_remove(hook);
    nn_tensor *y = nn_call(m, x);
    assert_null(nn_error(y));
    assert_true(nn_backward(nn_sum(y)));
    assert_non_null(nn_grad(nn_get_parameter(nn_get(m, 0), "weight")));
    assert_string_equal(nn_diagnostics(), "");
    nn_recording_close();
    assert_int_equal(nn_n_errors(), 0);
}

static void test_backward_goes_on_behind_a_longjmp(void **state)
{
    (void)state;
    nn_module *m = model();
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2, 4), NN_ON);
    nn_hook hook = nn_register_full_backward_hook(m, jumps_backward, .leaves = true);
    nn_tensor *loss = nn_sum(nn_call(m, x));
    if (!setjmp(away)) {
        nn_backward(loss);
        fail();
    }
    assert_false(nn_backward(loss)); // still inside of the first one
    nn_recording_unwind();
    nn_hook_remove(hook);
    assert_true(nn_backward(nn_sum(nn_call(m, x))));
    assert_non_null(nn_grad(x));
}

static void unwinds(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                    void *user)
{
    (void)module, (void)inputs, (void)outputs, (void)user;
    nn_recording_unwind();
}

// It is said not to be done, and must do no harm.
static void test_unwinding_in_a_hook(void **state)
{
    (void)state;
    nn_module *m = model();
    nn_register_forward_hook(m, unwinds, .leaves = true);
    nn_call(m, nn_input(NN_F32, 2, 4));
    nn_call(m, nn_input(NN_F32, 2, 4));
    nn_recording_unwind();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_a_hook_that_calls_its_module),
        TEST(test_a_recording_goes_on_behind_a_longjmp),
        TEST(test_backward_goes_on_behind_a_longjmp),
        TEST(test_unwinding_in_a_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
