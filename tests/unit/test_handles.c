// Handles and lists that are none, sizes beyond memory, integers beyond 2^53: errors where a
// program would crash, and exact numbers.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

// ---- lists

static struct nn_tensors given;

static struct nn_tensors gives(nn_module *self, struct nn_tensors inputs)
{
    (void)self, (void)inputs;
    return given;
}

struct giver {
    nn_module base;
};

static void test_lists_of_a_forward(void **state)
{
    (void)state;
    struct giver *m = nn_new(struct giver, .forward_all = gives);
    nn_tensor *x = nn_zeros(NN_F32, 2);
    const int64_t lengths[] = {-1, INT64_MIN, INT64_MAX, 1000000};
    for (int i = 0; i < 4; i++) {
        given = (struct nn_tensors){lengths[i], &x};
        assert_non_null(nn_error(nn_call_all(&m->base, x).at[0]));
    }
    assert_finding("returned a list of -1 tensors");
    given = (struct nn_tensors){2, NULL};
    assert_non_null(nn_error(nn_call(&m->base, x)));
    assert_finding("returned a list of 2 tensors that is NULL");
    given = (struct nn_tensors){0, NULL};
    assert_non_null(nn_error(nn_call(&m->base, x)));
    given = (struct nn_tensors){1, &x};
    assert_null(nn_error(nn_call(&m->base, x)));
}

static void test_lists_of_a_call(void **state)
{
    (void)state;
    nn_tensor *x = nn_zeros(NN_F32, 2);
    assert_non_null(nn_error(nn_cat(.list = &x, .n_list = -3)));
    assert_finding("the call is given a list of -3 tensors");
    assert_non_null(nn_error(nn_cat(.list = &x, .n_list = INT64_MAX)));
    assert_null(nn_error(nn_cat(.list = &x, .n_list = 1)));
}

// ---- handles of a recording that was closed

static void test_tensors_of_a_closed_recording(void **state)
{
    (void)state;
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2, 3), NN_ON);
    nn_module *layer = nn_linear(3, 2);
    nn_optimizer *optimizer = nn_optim_sgd(layer, 0.1);
    nn_tensor *loss = nn_sum(nn_call(layer, x));
    assert_true(nn_backward(loss));
    nn_recording_close();
    nn_recording_open("another");
    assert_non_null(nn_error(nn_f_relu(x)));
    assert_finding("the tensor is of a recording that was closed");
    assert_null(nn_data(x));
    assert_null(nn_grad(x));
    assert_true(isnan(nn_read(loss, 0)));
    assert_false(nn_backward(loss));
    assert_false(nn_set_random(x, 1));
    assert_false(nn_tensor_free(x));
    assert_int_equal(nn_size(x, 1), 3);
    assert_non_null(nn_error(nn_call(layer, nn_input(NN_F32, 2, 3))));
    assert_finding("closing a recording frees its modules");
    assert_false(nn_optim_step(optimizer));
    assert_finding("the optimizer is of another recording");
    assert_null(nn_error(nn_f_relu(nn_zeros(NN_F32, 2))));
}

// ---- sizes

static void test_more_than_there_is(void **state)
{
    (void)state;
    nn_tensor *huge = nn_zeros(NN_F32, 1 << 20, 1 << 20, 1 << 10);
    assert_null(nn_error(huge)); // its size is known, its numbers can't be
    assert_null(nn_data(huge));
    assert_finding("bytes of memory could not be had");
    assert_null(nn_data(nn_input(NN_F64, INT64_MAX / 16)));
    assert_non_null(nn_error(nn_zeros(NN_F32, INT64_MAX, 2)));
    assert_non_null(nn_data(nn_zeros(NN_F32, 2)));
}

// ---- integers

#define BIG ((int64_t)1 << 53)

static void test_integers_are_exact(void **state)
{
    (void)state;
    const int64_t numbers[4] = {BIG + 1, INT64_MAX, INT64_MIN, -BIG - 1};
    nn_tensor *x = nn_input(NN_I64, 4), *y = nn_constant(NN_I64, {4}, .values = {BIG});
    nn_set_data(x, numbers, sizeof numbers);
    assert_memory_equal(nn_data(nn_clone(x)), numbers, sizeof numbers);
    assert_memory_equal(nn_data(nn_flip(nn_flip(x, -1), -1)), numbers, sizeof numbers);
    assert_memory_equal(nn_data(nn_cat({x})), numbers, sizeof numbers);
    assert_true(((const int64_t *)nn_data(y))[0] == BIG);
    assert_true(nn_read(nn_eq(x, nn_integer(BIG + 1)), 0) == 1);
    assert_true(nn_read(nn_eq(x, y), 0) == 0);
    assert_true(nn_read(nn_gt(x, y), 0) == 1);
    assert_true(nn_read(nn_lt(x, nn_integer(INT64_MAX)), 1) == 0);
    const int64_t *count = nn_data(nn_arange(.start = BIG + 1, .end = BIG + 4));
    assert_true(count && count[0] == BIG + 1 && count[2] == BIG + 3);
    assert_string_equal(nn_diagnostics(), "");
    assert_null(nn_data(nn_call(nn_embedding(5, 2), x)));
    assert_finding("index 9007199254740993 is outside");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_lists_of_a_forward),
        TEST(test_lists_of_a_call),
        TEST(test_tensors_of_a_closed_recording),
        TEST(test_more_than_there_is),
        TEST(test_integers_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
