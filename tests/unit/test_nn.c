// The run-time side of nn.h: names, shapes, parameters, errors and poison.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <shapeprof/nn.h>

static int begin(void **state)
{
    (void)state;
    nn_recording_open("test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    nn_recording_close();
    return 0;
}

static void test_wide(void **state)
{
    (void)state;
    nn_module *wide = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    nn_tensor *y = nn_call(wide, nn_input(NN_F32, 4, 8));
    assert_null(nn_error(y));
    assert_int_equal(nn_dim(y), 2);
    assert_int_equal(nn_size(y, 0), 4);
    assert_int_equal(nn_size(y, -1), 8);
    assert_int_equal(nn_nbytes(y), 128);
    assert_int_equal(nn_n_modules(wide), 4);
    assert_string_equal(nn_module_name(wide, 0), "");
    assert_string_equal(nn_module_name(wide, 3), "2");
    assert_string_equal(nn_module_kind(wide, 2), "ReLU");
    assert_int_equal(nn_n_parameters(wide), 1096);
    assert_string_equal(nn_diagnostics(), "");
}

static void test_wrong_input_poisons(void **state)
{
    (void)state;
    nn_tensor *y = nn_call(nn_linear(9, 4), nn_input(NN_F32, 4, 8));
    nn_tensor *z = nn_f_relu(y);
    assert_non_null(nn_error(y));
    assert_non_null(nn_error(z));
    assert_int_equal(nn_n_errors(), 1);
    assert_non_null(strstr(nn_diagnostics(), "SP"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_wide), TEST(test_wrong_input_poisons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
