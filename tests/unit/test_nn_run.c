// nn.h executed: numbers that are filled and read, gradients, what cannot be run.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

static void assert_clean(void)
{
    assert_string_equal(nn_diagnostics(), "");
}

static void near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-6 + 1e-5 * fabs(b));
}

// ---- reading and filling

static void test_numbers_are_what_was_set(void **state)
{
    (void)state;
    const float numbers[6] = {1, 2, 3, 4, 5, 6};
    nn_tensor *x = nn_input(NN_F32, 2, 3);
    assert_true(nn_set_data(x, numbers, sizeof numbers));
    const float *data = nn_data(x);
    assert_memory_equal(data, numbers, sizeof numbers);
    nn_tensor *turned = nn_transpose(x, 0, 1);
    const float *across = nn_data(turned);
    assert_float_equal(across[1], 4, 0);
    assert_float_equal(across[4], 3, 0);
    assert_true(nn_read(turned, 1) == 4);
    assert_true(nn_read(nn_sum(nn_mul(x, x)), 0) == 91);
    assert_clean();
}

static nn_tensor *one_to_six(void)
{
    return nn_constant(NN_F32, {2, 3}, .values = {1, 2, 3, 4, 5, 6});
}

static void assert_row_major(nn_tensor *x, const float *numbers)
{
    for (int i = 0; i < 6; i++) assert_true(nn_read(x, i) == (double)numbers[i]);
}

// A result that keeps its operand's strides is not contiguous, so that what overwrites a contiguous
// copy of it leaves it as it is, and what overwrites a view of it does not.
static void test_results_keep_the_order_of_operands(void **state)
{
    (void)state;
    const float turned[6] = {1, 4, 2, 5, 3, 6}, more[6] = {101, 104, 102, 105, 103, 106};
    nn_tensor *x = nn_transpose(one_to_six(), 0, 1);
    nn_tensor *same[] = {nn_f_relu(x),     nn_clone(x),
                         nn_maximum(x, x), nn_mul(x, nn_number(1)),
                         nn_sort(x).at[0], nn_add(nn_f_relu(x), nn_zeros(NN_F32, 3, 1))};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        nn_tensor *copy = nn_contiguous(same[i]);
        nn_add_(copy, nn_number(100));
        assert_row_major(same[i], turned);
        assert_row_major(copy, more);
        nn_add_(nn_view(nn_transpose(same[i], 0, 1), 6), nn_number(100));
        assert_row_major(same[i], more);
    }
    assert_clean();
}

// As in eager execution, however late the call is run.
static void test_calls_keep_the_numbers_of_their_time(void **state)
{
    (void)state;
    const float first[2] = {1, 2}, second[2] = {10, 20};
    nn_tensor *x = nn_input(NN_F32, 2);
    nn_set_data(x, first, sizeof first);
    nn_tensor *before = nn_add(x, nn_number(1));
    nn_set_data(x, second, sizeof second);
    nn_tensor *after = nn_add(x, nn_number(1));
    assert_true(nn_read(before, 1) == 3);
    assert_true(nn_read(after, 1) == 21);
}

static void test_generator_is_that_of_the_record(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 4), *ids = nn_input(NN_I64, 3);
    assert_true(nn_set_random(x, 11, .a = 0.25));
    uint32_t s = 11;
    for (int i = 0; i < 4; i++) {
        s = 1664525u * s + 1013904223u;
        assert_true(nn_read(x, i) == (float)(((s >> 8) * 0x1p-23 - 1.0) * 0.25));
    }
    assert_true(nn_set_random(ids, 18, .below = 5));
    s = 1664525u * 18u + 1013904223u;
    assert_true(((const int64_t *)nn_data(ids))[0] == (int64_t)((s >> 8) % 5));
    assert_clean();
}

static void test_what_cannot_be_filled(void **state)
{
    (void)state;
    const float one = 1;
    nn_tensor *x = nn_input(NN_F32, 2);
    assert_false(nn_set_data(x, &one, sizeof one));
    assert_finding("the tensor has 8 bytes, 4 are given");
    assert_false(nn_set_random(nn_relu_(x), 1));
    assert_finding("the tensor is made by a call");
    assert_false(nn_set_random(nn_constant(NN_I64, {1}, .values = {7}), 1));
    assert_finding("contents are part of the program");
    assert_false(nn_set_random(NULL, 1));
    assert_finding("the tensor is NULL");
    assert_finding("SP329");
}

static void test_numbers_are_the_same_in_every_run(void **state)
{
    (void)state;
    double sums[2];
    for (int i = 0; i < 2; i++) {
        nn_recording_open("again");
        nn_module *model = nn_sequential(nn_linear(8, 64), nn_dropout(.p = 0.5), nn_linear(64, 2));
        sums[i] = nn_read(nn_sum(nn_call(model, nn_input(NN_F32, 4, 8))), 0);
        assert_clean();
    }
    assert_true(sums[0] == sums[1]);
    nn_manual_seed(5);
    assert_clean();
}

static void test_poisoned_tensors_have_no_numbers(void **state)
{
    (void)state;
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_tensor *wrong = nn_call(nn_linear(9, 3), x), *right = nn_call(nn_linear(8, 3), x);
    int64_t n = nn_n_errors();
    assert_null(nn_data(nn_f_relu(wrong)));
    assert_true(isnan(nn_read(wrong, 0)));
    assert_int_equal(nn_n_errors(), n); // told when it happened
    assert_non_null(nn_data(right));
    assert_null(nn_data(NULL));
}

static void test_index_out_of_range_is_told(void **state)
{
    (void)state;
    const int64_t ids[2] = {1, 7};
    nn_tensor *x = nn_input(NN_I64, 2);
    nn_set_data(x, ids, sizeof ids);
    nn_tensor *y = nn_call(nn_embedding(5, 3), x);
    assert_null(nn_error(y));
    assert_null(nn_data(nn_f_relu(y)));
    assert_finding("SP329");
    assert_finding("7");
    assert_true(isnan(nn_read(x, 2)));
    assert_finding("element 2 of a tensor of 2 elements");
    assert_non_null(nn_data(x));
}

// ---- gradients

static void test_gradients_of_a_linear_layer(void **state)
{
    (void)state;
    const float w[2] = {3, -2}, numbers[4] = {1, 2, 3, 4};
    nn_module *layer = nn_linear(2, 1);
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2, 2), NN_ON);
    nn_tensor *weight = nn_get_parameter(layer, "weight");
    nn_set_data(weight, w, sizeof w);
    nn_set_data(x, numbers, sizeof numbers);
    assert_null(nn_grad(weight));
    assert_true(nn_backward(nn_sum(nn_call(layer, x))));
    near(nn_read(nn_grad(weight), 0), 4);
    near(nn_read(nn_grad(weight), 1), 6);
    near(nn_read(nn_grad(nn_get_parameter(layer, "bias")), 0), 2);
    near(nn_read(nn_grad(x), 3), -2);
    assert_int_equal(nn_size(nn_grad(x), 1), 2);
    // A second pass adds to them, and nn_zero_grad begins anew.
    assert_true(nn_backward(nn_sum(nn_call(layer, x))));
    near(nn_read(nn_grad(weight), 0), 8);
    nn_zero_grad(layer);
    assert_null(nn_grad(weight));
    assert_non_null(nn_grad(x));
    assert_clean();
}

static void test_a_graph_is_used_once(void **state)
{
    (void)state;
    nn_module *layer = nn_linear(2, 1);
    nn_tensor *loss = nn_mean(nn_f_relu(nn_call(layer, nn_input(NN_F32, 3, 2))));
    assert_true(nn_backward(loss, .retain_graph = true));
    double first = nn_read(nn_grad(nn_get_parameter(layer, "bias")), 0);
    assert_true(nn_backward(loss));
    near(nn_read(nn_grad(nn_get_parameter(layer, "bias")), 0), 2 * first);
    assert_false(nn_backward(loss));
    assert_finding("retain_graph");
    // What went wrong leaves no gradients half way.
    assert_true(nn_backward(nn_sum(nn_call(layer, nn_input(NN_F32, 3, 2)))));
}

static void test_what_has_no_gradient(void **state)
{
    (void)state;
    nn_module *layer = nn_linear(2, 1);
    nn_tensor *x = nn_input(NN_F32, 3, 2);
    assert_false(nn_backward(nn_call(layer, x)));
    assert_finding("a loss has one element, and this is f32[3, 1]");
    assert_false(nn_backward(nn_sum(x)));
    assert_finding("nothing that wants a gradient led to this tensor");
    assert_false(nn_backward(NULL));
    nn_requires_grad_(nn_input(NN_I64, 2), NN_ON);
    assert_finding("a tensor of i64 can't have a gradient");
    nn_requires_grad_(nn_call(layer, x), NN_OFF);
    assert_finding("nn_detach");
    assert_true(nn_set_grad_enabled(false));
    nn_tensor *without = nn_sum(nn_call(layer, x));
    assert_false(nn_set_grad_enabled(true));
    assert_false(nn_backward(without));
    assert_true(nn_backward(nn_sum(nn_call(layer, x))));
}

static void test_frozen_modules_learn_nothing(void **state)
{
    (void)state;
    nn_module *a = nn_linear(2, 2), *b = nn_linear(2, 1);
    nn_module_requires_grad_(a, NN_OFF);
    assert_true(nn_backward(nn_sum(nn_call(nn_sequential(a, b), nn_input(NN_F32, 3, 2)))));
    assert_null(nn_grad(nn_get_parameter(a, "weight")));
    assert_non_null(nn_grad(nn_get_parameter(b, "weight")));
    nn_module_requires_grad_(a, NN_ON);
    assert_true(nn_backward(nn_sum(nn_call(a, nn_input(NN_F32, 3, 2)))));
    assert_non_null(nn_grad(nn_get_parameter(a, "weight")));
    assert_clean();
}

static void look(nn_module *module, struct nn_tensors grad_input, struct nn_tensors grad_output,
                 void *user)
{
    (void)module, (void)grad_input, (void)grad_output;
    ++*(int *)user;
}

// A graph is the same whoever looks at its numbers, gradients and modules.
static void test_looking_changes_no_graph(void **state)
{
    (void)state;
    uint64_t hash[2];
    int n = 0;
    for (int looks = 0; looks < 2; looks++) {
        nn_recording_open("again");
        nn_module *model = nn_sequential(nn_linear(8, 4), nn_relu());
        if (looks) nn_register_full_backward_hook(model, look, &n, .leaves = true);
        nn_tensor *loss = nn_sum(nn_call(model, nn_input(NN_F32, 2, 8)));
        if (looks) {
            assert_true(nn_backward(loss));
            assert_non_null(nn_data(nn_grad(nn_get_parameter(nn_get(model, 0), "weight"))));
        }
        hash[looks] = nn_graph_hash();
    }
    assert_int_equal(n, 2);
    assert_true(hash[0] == hash[1]);
    assert_clean();
}

// Half precision is read as it is stored, and by number.
static void test_dtypes(void **state)
{
    (void)state;
    nn_tensor *half = nn_ones(NN_F16, 2), *flag = nn_gt(nn_ones(NN_F32, 2), nn_number(0.5));
    assert_true(((const uint16_t *)nn_data(half))[1] == 0x3c00);
    assert_true(nn_read(half, 1) == 1);
    assert_true(nn_read(flag, 0) == 1);
    assert_true(nn_read(nn_number(2.5), 0) == 2.5);
    assert_clean();
}

// Each thread has a recording of its own; a tensor tells what it is wherever it is asked.
static void *ask(void *data)
{
    const nn_tensor *x = data;
    bool right = nn_dim(x) == 2 && nn_nbytes(x) == 128 && nn_numel(x) == 32 &&
                 nn_dtype_of(x) == NN_F32 && !nn_error(x);
    return right ? data : NULL;
}

// A double has no 2^53 + 1.
static void test_sums_of_large_integers_are_exact(void **state)
{
    (void)state;
    nn_tensor *large = nn_arange(9007199254740993, 9007199254740995);
    const int64_t *sum = nn_data(nn_sum(large)), *product = nn_data(nn_prod(large));
    assert_true(*sum == 18014398509481987);
    assert_true((uint64_t)*product == 9007199254740993u * (uint64_t)9007199254740994u);
}

// Against PyTorch's: quotients round down, the rest has the sign of the divisor, and what does not
// fit wraps around.
static void test_arithmetic_of_large_integers_is_exact(void **state)
{
    (void)state;
    enum { N = 3 };
    nn_tensor *x =
        nn_constant(NN_I64, {N}, .values = {3000000007, -999999999999, 4611686018427387905});
    const struct {
        nn_tensor *result;
        int64_t is[N];
    } cases[] = {
        {nn_add(x, x), {6000000014, -1999999999998, -9223372036854775806}},
        {nn_sub(x, nn_integer(-5)), {3000000012, -999999999994, 4611686018427387910}},
        {nn_mul(x, x), {9000000042000000049, 2003762205206896641, -9223372036854775807}},
        {nn_floor_divide(x, nn_integer(7)), {428571429, -142857142857, 658812288346769700}},
        {nn_floor_divide(x, nn_integer(-1)), {-3000000007, 999999999999, -4611686018427387905}},
        {nn_remainder(x, nn_integer(-1000)), {-993, -999, -95}},
        {nn_fmod(x, nn_integer(1000)), {7, -999, 905}},
        {nn_maximum(x, nn_integer(5)), {3000000007, 5, 4611686018427387905}},
        {nn_minimum(x, nn_integer(4611686018427387904)),
         {3000000007, -999999999999, 4611686018427387904}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_memory_equal(nn_data(cases[i].result), cases[i].is, sizeof cases[i].is);
}

static void test_tensors_are_known_in_other_threads(void **state)
{
    (void)state;
    pthread_t thread;
    void *right = NULL;
    nn_tensor *x = nn_zeros(NN_F32, 4, 8);
    assert_int_equal(pthread_create(&thread, NULL, ask, x), 0);
    assert_int_equal(pthread_join(thread, &right), 0);
    assert_non_null(right);
}

static void test_names_that_are_null(void **state)
{
    (void)state;
    nn_module *linear = nn_linear(2, 2);
    assert_null(nn_get_parameter(linear, NULL));
    nn_set_parameter(linear, NULL, nn_zeros(NN_F32, 2, 2));
    assert_finding("NULL");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_numbers_are_what_was_set),
        TEST(test_results_keep_the_order_of_operands),
        TEST(test_calls_keep_the_numbers_of_their_time),
        TEST(test_generator_is_that_of_the_record),
        TEST(test_what_cannot_be_filled),
        TEST(test_numbers_are_the_same_in_every_run),
        TEST(test_poisoned_tensors_have_no_numbers),
        TEST(test_index_out_of_range_is_told),
        TEST(test_gradients_of_a_linear_layer),
        TEST(test_a_graph_is_used_once),
        TEST(test_what_has_no_gradient),
        TEST(test_frozen_modules_learn_nothing),
        TEST(test_looking_changes_no_graph),
        TEST(test_dtypes),
        TEST(test_sums_of_large_integers_are_exact),
        TEST(test_arithmetic_of_large_integers_is_exact),
        TEST(test_tensors_are_known_in_other_threads),
        TEST(test_names_that_are_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
