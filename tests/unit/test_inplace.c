// nn.h executed where tensors are overwritten in place, and what a gradient may begin and end with:
// PyTorch's handles see what a call in place wrote, its autograd refuses what is gone.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-6 + 1e-5 * fabs(b))) print_message("%g, not %g\n", a, b);
    assert_true(fabs(a - b) <= 1e-6 + 1e-5 * fabs(b));
}

// An input of four numbers that wants a gradient.
static nn_tensor *leaf(double a, double b, double c, double d)
{
    const float numbers[4] = {(float)a, (float)b, (float)c, (float)d};
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 4), NN_ON);
    assert_true(nn_set_data(x, numbers, sizeof numbers));
    return x;
}

static void assert_gradient(const nn_tensor *x, double a, double b, double c, double d)
{
    const double expected[4] = {a, b, c, d};
    assert_string_equal(nn_diagnostics(), "");
    assert_non_null(nn_grad(x));
    for (int i = 0; i < 4; i++) near(nn_read(nn_grad(x), i), expected[i]);
}

// ---- what a handle stands for

static void test_old_handle_sees_the_call_in_place(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_relu_(x);
    assert_true(nn_backward(nn_sum(x)));
    assert_gradient(p, 3, 0, 3, 0);
}

static void test_module_in_place(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_tensor *y = nn_call(nn_relu(.inplace = true), x);
    assert_true(nn_backward(nn_sum(nn_add(x, y))));
    assert_gradient(p, 6, 0, 6, 0);
}

static void test_view_sees_what_the_whole_became(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_tensor *even = nn_slice(x, .dim = 0, .end = 4, .step = 2), *turned = nn_view(x, 2, 2);
    nn_mul_(x, nn_number(5));
    assert_true(nn_backward(nn_sum(nn_add(even, nn_select(turned, 0, 1)))));
    assert_gradient(p, 15, 0, 30, 15);
}

static void test_whole_sees_what_a_view_became(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_mul_(nn_narrow(x, 0, 0, 2), nn_number(2));
    nn_mul_(nn_narrow(x, 0, 1, 2), nn_number(10));
    nn_tensor *whole = nn_mul(x, nn_number(1));
    near(nn_read(whole, 0), 6), near(nn_read(whole, 1), -120), near(nn_read(whole, 2), 90);
    near(nn_read(whole, 3), -12);
    assert_true(nn_backward(nn_sum(x)));
    assert_gradient(p, 6, 60, 30, 3);
    nn_tensor *y = nn_mul(p, nn_number(3));
    nn_relu_(nn_narrow(y, 0, 0, 2));
    assert_true(nn_backward(nn_sum(nn_add(y, nn_number(1)))));
    assert_gradient(p, 9, 60, 33, 6);
}

// A buffer takes part in the graph from the moment in which something learned is written to it.
static void test_parts_are_gathered_in_a_buffer(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, 2, 3, 4), *all = nn_zeros(NN_F32, 2, 4);
    nn_copy_(nn_select(all, 0, 0), nn_mul(p, p));
    nn_copy_(nn_select(all, 0, 1), nn_mul(p, nn_number(7)));
    assert_true(nn_backward(nn_sum(all)));
    assert_gradient(p, 9, 11, 13, 15);
}

static void test_detached_tensor_has_its_own_history(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_relu_(nn_detach(x));
    assert_true(nn_backward(nn_sum(x)));
    assert_gradient(p, 3, 3, 3, 3);
    near(nn_read(x, 1), 0);
}

// As PyTorch: under no_grad the numbers change and the history does not.
static void test_without_gradients_the_history_stays(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3));
    nn_set_grad_enabled(false);
    nn_mul_(p, nn_number(2));
    nn_set_grad_enabled(true);
    assert_true(nn_backward(nn_sum(x)));
    assert_gradient(p, 3, 3, 3, 3);
    near(nn_read(p, 1), -4);
}

// ---- what is gone

static void test_overwritten_operand_is_refused(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *x = nn_mul(p, nn_number(3)), *y = nn_mul(x, x);
    nn_relu_(x);
    assert_false(nn_backward(nn_sum(y)));
    assert_finding("mul needs input for its gradient, and relu at");
    assert_finding("test_inplace.c");
}

static void test_overwritten_result_is_refused(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *y = nn_exp(p);
    nn_tensor *z = nn_add(y, nn_number(1));
    nn_add_(nn_narrow(y, 0, 0, 1), nn_number(1));
    assert_false(nn_backward(nn_sum(z)));
    assert_finding("exp needs its result for its gradient, and add at");
}

// PyTorch counts the writes to the memory, not to the part of it.
static void test_overwritten_part_is_refused(void **state)
{
    (void)state;
    nn_tensor *x = nn_mul(leaf(1, -2, 3, -4), nn_number(3));
    nn_relu_(nn_narrow(x, 0, 0, 2));
    nn_mul_(nn_narrow(x, 0, 1, 2), nn_number(10));
    assert_false(nn_backward(nn_sum(x)));
    assert_finding("relu needs its result for its gradient, and mul at");
}

static void test_overwritten_parameter_is_refused(void **state)
{
    (void)state;
    nn_module *a = nn_linear(4, 4);
    nn_tensor *weight = nn_get_parameter(a, "weight");
    nn_tensor *loss = nn_sum(nn_call(a, leaf(1, 2, 3, 4)));
    nn_set_grad_enabled(false);
    nn_mul_(weight, nn_number(0.5));
    nn_set_grad_enabled(true);
    assert_false(nn_backward(loss));
    assert_finding("linear needs weight for its gradient, and mul at");
}

// What the call itself overwrites is copied before, where its own gradient reads it.
static void test_calls_in_place_have_right_gradients(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4), *q = leaf(5, 6, 7, 8);
    assert_true(nn_backward(nn_sum(nn_mul_(nn_mul(p, nn_number(3)), q))));
    assert_gradient(p, 15, 18, 21, 24);
    assert_gradient(q, 3, -6, 9, -12);
}

typedef nn_tensor *function_of_one(nn_tensor *);

// Slopes in place and not, from the same numbers.
static void same_slopes(function_of_one *plain, function_of_one *over)
{
    nn_tensor *p = leaf(0.3, -0.6, 1.9, -2.5), *q = leaf(0.3, -0.6, 1.9, -2.5);
    assert_true(nn_backward(nn_sum(plain(nn_mul(p, nn_number(1))))));
    assert_true(nn_backward(nn_sum(over(nn_mul(q, nn_number(1))))));
    for (int i = 0; i < 4; i++) near(nn_read(nn_grad(q), i), nn_read(nn_grad(p), i));
}

#define BOTH(name, plain, over)                                                                    \
    static nn_tensor *name##_plain(nn_tensor *x)                                                   \
    {                                                                                              \
        return plain;                                                                              \
    }                                                                                              \
    static nn_tensor *name##_over(nn_tensor *x)                                                    \
    {                                                                                              \
        return over;                                                                               \
    }
BOTH(elu, nn_f_elu(x, .alpha = 0.7), nn_elu_(x, .alpha = 0.7))
BOTH(celu, nn_f_celu(x, .alpha = 0.7), nn_celu_(x, .alpha = 0.7))
BOTH(selu, nn_f_selu(x), nn_selu_(x))
BOTH(leaky, nn_f_leaky_relu(x, .negative_slope = 0.2), nn_leaky_relu_(x, .negative_slope = 0.2))
BOTH(hardtanh, nn_f_hardtanh(x, .max_val = 0.8), nn_hardtanh_(x, .max_val = 0.8))
BOTH(relu6, nn_f_relu6(x), nn_f_relu6(x, .inplace = true))
BOTH(silu, nn_f_silu(x), nn_f_silu(x, .inplace = true))
BOTH(square, nn_square(x), nn_square_(x))
BOTH(sin, nn_sin(x), nn_sin_(x))
BOTH(power, nn_pow(x, nn_number(3)), nn_pow_(x, nn_number(3)))
BOTH(clamp, nn_clamp(x, nn_number(-1), nn_number(1)), nn_clamp_(x, nn_number(-1), nn_number(1)))

static void test_functions_in_place_have_the_same_slopes(void **state)
{
    (void)state;
    same_slopes(elu_plain, elu_over);
    same_slopes(celu_plain, celu_over);
    same_slopes(selu_plain, selu_over);
    same_slopes(leaky_plain, leaky_over);
    same_slopes(hardtanh_plain, hardtanh_over);
    same_slopes(relu6_plain, relu6_over);
    same_slopes(silu_plain, silu_over);
    same_slopes(square_plain, square_over);
    same_slopes(sin_plain, sin_over);
    same_slopes(power_plain, power_over);
    same_slopes(clamp_plain, clamp_over);
    assert_string_equal(nn_diagnostics(), "");
    assert_false(nn_backward(
        nn_sum(nn_leaky_relu_(nn_mul(leaf(1, 2, 3, 4), nn_number(1)), .negative_slope = -1.0))));
    assert_finding("negative slope");
}

static void test_leaves_are_not_overwritten(void **state)
{
    (void)state;
    nn_tensor *p = leaf(1, -2, 3, -4);
    assert_non_null(nn_error(nn_relu_(p)));
    assert_finding("SP332");
    assert_finding("a leaf that wants a gradient");
    assert_non_null(nn_error(nn_relu_(nn_narrow(p, 0, 0, 2))));
    assert_finding("a view of a leaf");
    assert_non_null(nn_error(nn_zero_(nn_get_parameter(nn_linear(2, 2), "weight"))));
    assert_finding("a parameter that wants a gradient");
    assert_null(nn_error(nn_relu_(nn_detach(p))));
}

// ---- where gradients begin and end

static void test_constants_and_detached_tensors_can_be_leaves(void **state)
{
    (void)state;
    nn_tensor *c = nn_requires_grad_(nn_ones(NN_F32, 4), NN_ON);
    assert_true(nn_backward(nn_sum(nn_mul(c, c))));
    assert_gradient(c, 2, 2, 2, 2);
    nn_tensor *d = nn_requires_grad_(nn_detach(nn_mul(c, nn_number(3))), NN_ON);
    assert_true(nn_backward(nn_sum(nn_mul(d, d))));
    assert_gradient(d, 6, 6, 6, 6);
    assert_gradient(c, 2, 2, 2, 2); // nothing goes through the detached tensor
    assert_true(nn_backward(nn_sum(d)));
    assert_gradient(d, 7, 7, 7, 7);
    nn_requires_grad_(d, NN_OFF);
    assert_false(nn_backward(nn_sum(d)));
    assert_finding("nothing that wants a gradient");
}

static void test_a_scalar_leaf_is_a_loss(void **state)
{
    (void)state;
    nn_tensor *s = nn_requires_grad_(nn_input(NN_F32, NN_END), NN_ON);
    assert_true(nn_backward(s));
    assert_true(nn_backward(s));
    near(nn_read(nn_grad(s), 0), 2);
}

static void test_gradient_of_a_tensor_with_axes(void **state)
{
    (void)state;
    const float weights[4] = {1, 10, 100, 1000};
    nn_tensor *p = leaf(1, 2, 3, 4), *g = nn_input(NN_F32, 4);
    nn_set_data(g, weights, sizeof weights);
    assert_true(nn_backward(nn_mul(p, nn_number(2)), g));
    assert_gradient(p, 2, 20, 200, 2000);
    assert_false(nn_backward(nn_mul(p, nn_number(2)), nn_ones(NN_F32, 3)));
    assert_finding("the gradient is f32[3], and the tensor is f32[4]");
    assert_false(nn_backward(nn_mul(p, nn_number(2))));
    assert_finding("a loss has one element, and this is f32[4]");
}

static void test_only_leaves_can_be_frozen(void **state)
{
    (void)state;
    nn_tensor *plain = nn_f_relu(nn_input(NN_F32, 4));
    nn_requires_grad_(plain, NN_OFF);
    assert_string_equal(nn_diagnostics(), "");
    nn_requires_grad_(nn_f_relu(leaf(1, 2, 3, 4)), NN_OFF);
    assert_finding("nn_detach");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_old_handle_sees_the_call_in_place),
        TEST(test_module_in_place),
        TEST(test_view_sees_what_the_whole_became),
        TEST(test_whole_sees_what_a_view_became),
        TEST(test_parts_are_gathered_in_a_buffer),
        TEST(test_detached_tensor_has_its_own_history),
        TEST(test_without_gradients_the_history_stays),
        TEST(test_overwritten_operand_is_refused),
        TEST(test_overwritten_result_is_refused),
        TEST(test_overwritten_part_is_refused),
        TEST(test_overwritten_parameter_is_refused),
        TEST(test_calls_in_place_have_right_gradients),
        TEST(test_functions_in_place_have_the_same_slopes),
        TEST(test_leaves_are_not_overwritten),
        TEST(test_constants_and_detached_tensors_can_be_leaves),
        TEST(test_a_scalar_leaf_is_a_loss),
        TEST(test_gradient_of_a_tensor_with_axes),
        TEST(test_only_leaves_can_be_frozen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
