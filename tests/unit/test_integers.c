// Integers of 64 bits, executed: exact beyond 2^53, from where on not each of them is a double, and
// modulo 2^64.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

#define BIG ((int64_t)1 << 53)
#define FOUR(...) four((const int64_t[4]){__VA_ARGS__})

static nn_tensor *four(const int64_t *numbers)
{
    nn_tensor *x = nn_input(NN_I64, 4);
    assert_true(nn_set_data(x, numbers, 4 * sizeof *numbers));
    return x;
}

// The first numbers of a tensor.
static void assert_holds(const nn_tensor *t, int n, const int64_t *expected)
{
    assert_string_equal(nn_diagnostics(), "");
    const int64_t *numbers = nn_data(t);
    assert_non_null(numbers);
    for (int i = 0; i < n; i++) assert_int_equal(numbers[i], expected[i]);
}

#define HOLDS(t, ...)                                                                              \
    assert_holds(t, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),                     \
                 (const int64_t[]){__VA_ARGS__})

static void test_sums(void **state)
{
    (void)state;
    nn_tensor *x = FOUR(BIG, 1, 1, -3);
    HOLDS(nn_cumsum(x, 0), BIG, BIG + 1, BIG + 2, BIG - 1);
    HOLDS(nn_cumprod(FOUR(BIG + 1, 3, 1, -1), 0), BIG + 1, 3 * (BIG + 1), 3 * (BIG + 1),
          -3 * (BIG + 1));
    HOLDS(nn_sum(nn_narrow(x, 0, 0, 3)), BIG + 2);
    HOLDS(nn_prod(FOUR(BIG + 1, 3, 5, 7)), 105 * (BIG + 1));
    HOLDS(nn_diff(FOUR(BIG + 1, 2, BIG + 3, BIG)), 1 - BIG, BIG + 1, -3);
    HOLDS(nn_trace(nn_view(FOUR(BIG, 7, 7, 1), 2, 2)), BIG + 1);
    HOLDS(nn_cumsum(FOUR(INT64_MAX, 1, 0, 0), 0), INT64_MAX, INT64_MIN, INT64_MIN, INT64_MIN);
}

static void test_choices(void **state)
{
    (void)state;
    nn_tensor *x = FOUR(BIG, BIG + 1, -BIG - 1, BIG + 1);
    HOLDS(nn_amax(x), BIG + 1);
    HOLDS(nn_amin(x), -BIG - 1);
    HOLDS(nn_argmax(x), 1);
    HOLDS(nn_max(x).at[0], BIG + 1);
    HOLDS(nn_median(x).at[0], BIG);
    HOLDS(nn_cummax(x, 0).at[0], BIG, BIG + 1, BIG + 1, BIG + 1);
    HOLDS(nn_sort(x).at[0], -BIG - 1, BIG, BIG + 1, BIG + 1);
    HOLDS(nn_topk(x, 3).at[0], BIG + 1, BIG + 1, BIG);
    HOLDS(nn_kthvalue(x, 2).at[0], BIG);
    HOLDS(nn_mode(x).at[0], BIG + 1);
    HOLDS(nn_aminmax(x).at[0], -BIG - 1);
    HOLDS(nn_unique(x).at[0], -BIG - 1, BIG, BIG + 1);
    HOLDS(nn_searchsorted(FOUR(1, BIG, BIG + 1, BIG + 2), FOUR(BIG, BIG + 1, BIG + 2, BIG + 3)), 1,
          2, 3, 4);
}

static void test_products(void **state)
{
    (void)state;
    nn_tensor *x = nn_view(FOUR(BIG, 1, 3, 2), 2, 2), *y = nn_view(FOUR(1, 0, 1, 1), 2, 2);
    HOLDS(nn_matmul(x, y), BIG + 1, 1, 5, 2);
    HOLDS(nn_matmul(nn_transpose(x, 0, 1), y), BIG + 3, 3, 3, 2);
    HOLDS(nn_bmm(nn_view(x, 1, 2, 2), nn_view(y, 1, 2, 2)), BIG + 1, 1, 5, 2);
    HOLDS(nn_f_linear(x, nn_view(FOUR(1, 1, 0, 1), 2, 2)), BIG + 1, 1, 5, 2);
    HOLDS(nn_dot(FOUR(BIG, 1, 0, 1), FOUR(1, 1, 9, 1)), BIG + 2);
    HOLDS(nn_inner(FOUR(BIG, 1, 0, 1), FOUR(1, 1, 9, 1)), BIG + 2);
    HOLDS(nn_kron(FOUR(1, 1, 1, 1), FOUR(BIG + 1, 1, 1, 1)), BIG + 1);
    HOLDS(nn_outer(FOUR(1, 1, 1, 1), FOUR(BIG + 1, 1, 1, 1)), BIG + 1);
    HOLDS(nn_einsum("ij,jk->ik", {x, y}), BIG + 1, 1, 5, 2);
}

static void test_one_by_one(void **state)
{
    (void)state;
    nn_tensor *x = FOUR(BIG + 1, -BIG - 1, 3, -3);
    HOLDS(nn_abs(x), BIG + 1, BIG + 1, 3, 3);
    HOLDS(nn_neg(x), -BIG - 1, BIG + 1, -3, 3);
    HOLDS(nn_square(FOUR((1LL << 30) + 1, 1, 2, 3)), (1LL << 60) + (1LL << 31) + 1, 1, 4, 9);
    HOLDS(nn_bitwise_not(x), -BIG - 2, BIG, -4, 2);
    HOLDS(nn_f_relu(x), BIG + 1, 0, 3, 0);
    HOLDS(nn_clamp(x, .min = nn_integer(0)), BIG + 1, 0, 3, 0);
    HOLDS(nn_tril(nn_view(FOUR(BIG + 1, 1, BIG + 3, 1), 2, 2)), BIG + 1, 0, BIG + 3, 1);
}

static void test_of_two(void **state)
{
    (void)state;
    nn_tensor *x = FOUR(BIG + 1, 3, -2, 5), *y = FOUR(BIG, 39, 63, 0);
    HOLDS(nn_pow(FOUR(3, 3, -2, 5), FOUR(34, 39, 63, 0)), 16677181699666569, 4052555153018976267,
          INT64_MIN, 1);
    HOLDS(nn_bitwise_and(x, y), BIG, 3, 62, 0);
    HOLDS(nn_bitwise_or(x, y), BIG + 1, 39, -1, 5);
    HOLDS(nn_bitwise_xor(x, y), 1, 36, -63, 5);
    HOLDS(nn_where(nn_gt(x, y), x, y), BIG + 1, 39, 63, 5);
    HOLDS(nn_maximum(x, y), BIG + 1, 39, 63, 5);
    HOLDS(nn_fmin(x, y), BIG, 3, -2, 0);
    HOLDS(nn_clamp(x, .min = y, .max = FOUR(BIG + 3, 40, 64, 1)), BIG + 1, 39, 63, 1);
    HOLDS(nn_masked_fill(x, nn_gt(x, y), nn_integer(7)), 7, 3, -2, 7);
    HOLDS(nn_masked_fill(x, nn_lt(x, y), nn_integer(7)), BIG + 1, 7, 7, 5);
}

static void test_floats_have_no_bits(void **state)
{
    (void)state;
    nn_bitwise_and(nn_input(NN_F32, 4), FOUR(1, 2, 3, 4));
    assert_finding("bitwise_and is not defined for f32");
}

static void test_places(void **state)
{
    (void)state;
    nn_tensor *x = FOUR(BIG, 1, 1, 1), *index = FOUR(0, 0, 1, 3);
    HOLDS(nn_scatter_add(x, 0, index, FOUR(1, 1, 5, 6)), BIG + 2, 6, 1, 7);
    HOLDS(nn_scatter(x, 0, index, FOUR(1, BIG + 1, 5, 6)), BIG + 1, 5, 1, 6);
    HOLDS(nn_index_add(x, 0, index, FOUR(1, 1, 5, 6)), BIG + 2, 6, 1, 7);
    HOLDS(nn_index_put(x, {index}, FOUR(1, BIG + 1, 5, 6)), BIG + 1, 5, 1, 6);
    HOLDS(nn_index_put(x, {index}, FOUR(1, 1, 5, 6), .accumulate = true), BIG + 2, 6, 1, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sums, begin, end),
        cmocka_unit_test_setup_teardown(test_choices, begin, end),
        cmocka_unit_test_setup_teardown(test_products, begin, end),
        cmocka_unit_test_setup_teardown(test_one_by_one, begin, end),
        cmocka_unit_test_setup_teardown(test_of_two, begin, end),
        cmocka_unit_test_setup_teardown(test_floats_have_no_bits, begin, end),
        cmocka_unit_test_setup_teardown(test_places, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
