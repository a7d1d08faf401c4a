// nn_compile.h in a program that runs: results are those of the plain model, plans are made once a
// type of input, parameters are read anew, and what is refused.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <shapeprof/nn.h>
#include <string.h>
#include "tests/unit/nn_fixture.h"

static const char *const modes[] = {"default", "reduce-overhead", "max-autotune"};

static nn_module *network(void)
{
    return nn_sequential(nn_flatten(), nn_linear(8, 64), nn_gelu(), nn_tanh(), nn_linear(64, 8),
                         nn_sigmoid(), nn_softmax(.dim = 1));
}

static nn_tensor *numbers(int64_t n, uint32_t seed)
{
    nn_tensor *x = nn_input(NN_F32, n, 8);
    nn_set_random(x, seed);
    return x;
}

static void equal(nn_tensor *a, nn_tensor *b)
{
    assert_int_equal(nn_size(a, 0), nn_size(b, 0));
    for (int64_t i = 0; i < nn_size(a, 0) * 8; i++)
        assert_true(fabs(nn_read(a, i) - nn_read(b, i)) <= 1e-6 * (1 + fabs(nn_read(a, i))));
}

static void test_results(void **state)
{
    (void)state;
    nn_module *net = network();
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        nn_compiled *fast = nn_compile(net, .mode = modes[m]);
        for (uint32_t seed = 1; seed < 5; seed++) {
            nn_tensor *x = numbers(33, seed);
            equal(nn_call(net, x), nn_compiled_call(fast, x));
        }
        assert_int_equal(nn_compiled_plans(fast), 1);
        const char *report = nn_compiled_report(fast);
        bool tuned = m == 2; // it may have found that fusing does not pay
        assert_non_null(
            strstr(report, tuned ? "f32[33, 8]: " : "f32[33, 8]: 4 steps, 5 ops fused"));
        assert_non_null(strstr(report, "4 calls"));
        if (m > 0) assert_non_null(strstr(report, "memory 0 times and bound 0 ops"));
    }
    assert_string_equal(nn_diagnostics(), "");
}

static void test_a_plan_for_each_type(void **state)
{
    (void)state;
    nn_module *net = network();
    nn_compiled *fast = nn_compile(net);
    int64_t sizes[] = {1, 5, 1, 2000, 5};
    for (int i = 0; i < 5; i++) {
        nn_tensor *x = numbers(sizes[i], 7);
        equal(nn_call(net, x), nn_compiled_call(fast, x));
    }
    assert_int_equal(nn_compiled_plans(fast), 3);
}

// A result stays what it was when the next call is made, and parameters may change between them.
static void test_calls_are_apart(void **state)
{
    (void)state;
    nn_module *net = network();
    nn_compiled *fast = nn_compile(net, .mode = "reduce-overhead");
    nn_tensor *x = numbers(3, 1), *y = numbers(3, 2);
    nn_tensor *first = nn_compiled_call(fast, x), *second = nn_compiled_call(fast, y);
    equal(first, nn_call(net, x));
    equal(second, nn_call(net, y));
    nn_set_random(nn_get_parameter(nn_get(net, 1), "weight"), 99);
    equal(nn_compiled_call(fast, x), nn_call(net, x));
    equal(nn_compiled_call(fast, nn_compiled_call(fast, y)), nn_call(net, nn_call(net, y)));
}

static void test_loops_give_back(void **state)
{
    (void)state;
    nn_compiled *fast = nn_compile(network());
    nn_tensor *x = numbers(100, 1);
    nn_data(nn_compiled_call(fast, x));
    int64_t before = nn_memory_allocated();
    for (int i = 0; i < 20; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        assert_non_null(nn_data(nn_compiled_call(fast, x)));
    }
    assert_int_equal(nn_memory_allocated(), before);
}

static void test_strided_input(void **state)
{
    (void)state;
    nn_module *net = network();
    nn_compiled *fast = nn_compile(net);
    nn_tensor *wide = nn_input(NN_F32, 8, 6);
    nn_set_random(wide, 3);
    nn_tensor *x = nn_transpose(wide, 0, 1);
    equal(nn_compiled_call(fast, x), nn_call(net, x));
}

static void test_refused(void **state)
{
    (void)state;
    assert_null(nn_compile(NULL));
    assert_finding("nn_compile: the module is NULL");
    assert_null(nn_compile(network(), .mode = "fastest"));
    assert_finding("there is no mode `fastest`");
    nn_compiled *fast = nn_compile(network());
    assert_non_null(nn_error(nn_compiled_call(NULL, numbers(2, 1))));
    assert_finding("the compiled model is NULL");
    assert_non_null(nn_error(nn_compiled_call(fast, NULL)));
    assert_finding("the input is NULL");
    assert_non_null(nn_error(nn_compiled_call(fast, nn_input(NN_F32, 2, 9))));
    assert_finding("SP101");
    assert_int_equal(nn_compiled_plans(NULL), -1);
    assert_string_equal(nn_compiled_report(NULL), "");
    assert_null(nn_error(nn_compiled_call(fast, numbers(2, 1))));
}

// What the caller has must stay what it is; a result of the model's own may be overwritten.
static void test_in_place(void **state)
{
    (void)state;
    nn_module *own = nn_sequential(nn_linear(8, 8), nn_relu(.inplace = true));
    nn_tensor *x = numbers(4, 1);
    equal(nn_call(own, x), nn_compiled_call(nn_compile(own), x));
    nn_compiled *over = nn_compile(nn_relu(.inplace = true), .mode = "max-autotune");
    assert_non_null(nn_error(nn_compiled_call(over, x)));
    assert_finding("relu overwrites what it is given");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_results),         TEST(test_a_plan_for_each_type), TEST(test_calls_are_apart),
        TEST(test_loops_give_back), TEST(test_strided_input),        TEST(test_refused),
        TEST(test_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
