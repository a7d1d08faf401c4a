// Optimizers of nn_optim.h: what PyTorch's make of the same network (optimizers.txt, written by
// optimizers.py), bytes of state, what is refused.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

#define N_STEPS 6

static const char *const names[] = {"0.weight", "0.bias", "2.weight", "2.bias"};

static nn_tensor *parameter(nn_module *net, int i)
{
    nn_module *layer = nn_get(net, names[i][0] - '0');
    return nn_get_parameter(layer, names[i] + 2);
}

static nn_module *network(void)
{
    nn_module *net = nn_sequential(nn_linear(3, 4, .dtype = NN_F64), nn_tanh(),
                                   nn_linear(4, 2, .dtype = NN_F64));
    for (int i = 0; i < 4; i++) nn_set_random(parameter(net, i), (uint32_t)(500 + i), .a = 0.5);
    return net;
}

static nn_tensor *loss_of(nn_module *net)
{
    nn_tensor *x = nn_input(NN_F64, 5, 3), *y = nn_input(NN_F64, 5, 2);
    nn_set_random(x, 11);
    nn_set_random(y, 12);
    return nn_f_mse_loss(nn_call(net, x), y);
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-8 * (1 + fabs(b)))) print_message("%.12g, not %.12g\n", a, b);
    assert_true(fabs(a - b) <= 1e-8 * (1 + fabs(b)));
}

static double train(nn_module *net, nn_optimizer *optimizer, int n_steps)
{
    double last = NAN;
    for (int i = 0; i < n_steps; i++) {
        assert_true(nn_optim_zero_grad(optimizer));
        nn_tensor *loss = loss_of(net);
        assert_true(nn_backward(loss));
        assert_true(nn_optim_step(optimizer));
        last = nn_read(loss, 0);
    }
    return last;
}

static void check(nn_module *net, nn_optimizer *optimizer, double loss, double last, double sum,
                  double norm)
{
    double own_sum = 0, squares = 0;
    near(train(net, optimizer, N_STEPS), loss);
    near(nn_read(loss_of(net), 0), last);
    for (int i = 0; i < 4; i++) {
        const nn_tensor *p = parameter(net, i);
        const double *numbers = nn_data(p);
        for (int64_t k = 0; k < nn_numel(p); k++) {
            own_sum += numbers[k];
            squares += numbers[k] * numbers[k];
        }
    }
    near(own_sum, sum);
    near(sqrt(squares), norm);
    assert_string_equal(nn_diagnostics(), "");
}

#define ROW(loss, last, sum, norm, ...)                                                            \
    nn_recording_open("row");                                                                      \
    net = network();                                                                               \
    check(net, __VA_ARGS__, loss, last, sum, norm);

static void test_steps_are_those_of_pytorch(void **state)
{
    (void)state;
    nn_module *net;
#include "tests/unit/optimizers.txt"
}

// 26 parameters of 8 bytes: one tensor for momentum, two averages for Adam, three with amsgrad.
static void test_bytes_of_state(void **state)
{
    (void)state;
    nn_module *net = network();
    nn_optimizer *plain = nn_optim_sgd(net, 0.1), *heavy = nn_optim_sgd(net, 0.1, 0.9);
    nn_optimizer *adam = nn_optim_adam(net), *most = nn_optim_adamw(net, .amsgrad = true);
    assert_int_equal(nn_optim_state_bytes(adam), 0); // none before the first step
    assert_true(nn_backward(loss_of(net)));
    assert_true(nn_optim_step(plain) && nn_optim_step(heavy) && nn_optim_step(adam) &&
                nn_optim_step(most));
    assert_int_equal(nn_optim_state_bytes(plain), 0);
    assert_int_equal(nn_optim_state_bytes(heavy), 26 * 8);
    assert_int_equal(nn_optim_state_bytes(adam), 2 * 26 * 8);
    assert_int_equal(nn_optim_state_bytes(most), 3 * 26 * 8);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_what_is_frozen_or_without_gradient_stays(void **state)
{
    (void)state;
    nn_module *net = network();
    double frozen = nn_read(parameter(net, 0), 0), learned = nn_read(parameter(net, 2), 0);
    nn_module_requires_grad_(nn_get(net, 0), NN_OFF);
    nn_optimizer *optimizer = nn_optim_sgd(net, 0.1);
    assert_true(nn_optim_step(optimizer)); // no gradient yet
    assert_true(nn_read(parameter(net, 2), 0) == learned);
    train(net, optimizer, 1);
    assert_true(nn_read(parameter(net, 0), 0) == frozen);
    assert_true(nn_read(parameter(net, 2), 0) != learned);
}

static void test_tied_parameters_move_once(void **state)
{
    (void)state;
    nn_module *a = nn_linear(2, 2, .bias = NN_OFF), *b = nn_linear(2, 2, .bias = NN_OFF);
    nn_tensor *weight = nn_get_parameter(a, "weight");
    nn_set_parameter(b, "weight", weight);
    nn_optimizer *optimizer = nn_optim_sgd(nn_sequential(a, b), 1.0);
    double before = nn_read(weight, 0);
    assert_true(nn_backward(nn_sum(weight)));
    assert_true(nn_optim_step(optimizer));
    assert_true(fabs(nn_read(weight, 0) - (before - 1)) < 1e-6);
}

static void test_a_learned_input(void **state)
{
    (void)state;
    nn_tensor *x = nn_requires_grad_(nn_zeros(NN_F32, 3), NN_ON);
    nn_optimizer *optimizer = nn_optim_sgd(nn_relu(), 0.25);
    assert_true(nn_optim_add(optimizer, x));
    assert_true(nn_backward(nn_sum(nn_sub(x, nn_number(2)))));
    assert_true(nn_optim_step(optimizer));
    assert_true(nn_read(x, 1) == -0.25);
    assert_true(nn_optim_set_lr(optimizer, 0.5));
    assert_true(nn_optim_step(optimizer));
    assert_true(nn_read(x, 1) == -0.75);
    assert_string_equal(nn_diagnostics(), "");
    assert_false(nn_optim_add(optimizer, nn_mul(x, x)));
    assert_finding("a tensor that gradients go through can't be learned");
}

// PyTorch's version counter: the weights that the second pass would read are gone.
static void test_a_step_between_two_passes_is_refused(void **state)
{
    (void)state;
    nn_module *net = network();
    nn_optimizer *optimizer = nn_optim_sgd(net, 0.1);
    nn_tensor *loss = loss_of(net);
    assert_true(nn_backward(loss, .retain_graph = true));
    assert_true(nn_optim_step(optimizer));
    assert_false(nn_backward(loss));
    assert_finding("linear needs weight for its gradient, and an optimizer's step");
}

static void test_what_is_refused(void **state)
{
    (void)state;
    nn_module *net = network();
    assert_null(nn_optim_sgd(net));
    assert_finding("nn_optim_sgd: the learning rate, lr, is not given");
    assert_null(nn_optim_sgd(NULL, 0.1));
    assert_finding("the module is NULL");
    assert_null(nn_optim_sgd(net, 0.1, .nesterov = true));
    assert_finding("nesterov needs momentum");
    assert_null(nn_optim_sgd(net, 0.1, -0.5));
    assert_finding("momentum is negative");
    assert_null(nn_optim_adam(net, .betas = {0.9, 1.0}));
    assert_finding("a beta is not from 0 to below 1");
    assert_null(nn_optim_adamw(net, -1.0));
    assert_false(nn_optim_step(NULL));
    assert_finding("nn_optim_step: the optimizer is NULL");
    assert_non_null(nn_optim_sgd(net, nn_at_float(0.0)));
    nn_optimizer *optimizer = nn_optim_adam(net);
    assert_false(nn_optim_set_lr(optimizer, -1.0));
    assert_int_equal(nn_optim_state_bytes(NULL), -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_steps_are_those_of_pytorch),
        TEST(test_bytes_of_state),
        TEST(test_what_is_frozen_or_without_gradient_stays),
        TEST(test_tied_parameters_move_once),
        TEST(test_a_learned_input),
        TEST(test_a_step_between_two_passes_is_refused),
        TEST(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
