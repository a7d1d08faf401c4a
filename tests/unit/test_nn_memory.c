// nn_memory.h: giving tensors back, checkpoints against training.json's figures, the cache, and a
// loop of many steps, which keeps no more at its end than at its beginning.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

#if defined __SANITIZE_ADDRESS__
#define IS_SANITIZED true
#elif defined __has_feature
#define IS_SANITIZED __has_feature(address_sanitizer)
#else
#define IS_SANITIZED false
#endif

static bool is_sanitized(void)
{
    return IS_SANITIZED;
}

static void assert_clean(void)
{
    assert_string_equal(nn_diagnostics(), "");
}

// ---- checkpoints

#define N_BLOCKS 8

static nn_module *block_of(nn_module *net, int i)
{
    return nn_get(nn_get(net, i), 0);
}

// The record's eight blocks of Linear(64, 64) and ReLU.
static nn_module *eight_blocks(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < N_BLOCKS; i++) {
        nn_module *linear = nn_linear(64, 64);
        nn_set_random(nn_get_parameter(linear, "weight"), (uint32_t)(100 + 2 * i), .a = 0.25);
        nn_set_random(nn_get_parameter(linear, "bias"), (uint32_t)(101 + 2 * i), .a = 0.125);
        nn_append(net, nn_sequential(linear, nn_relu()));
    }
    return net;
}

struct outcome {
    int64_t saved;
    double sum, first, last; // of the output; L2 norms of gradients of the outer weights
    float gradients[N_BLOCKS][64 * 64];
};

static double norm(const float *x, int n)
{
    double squares = 0;
    for (int i = 0; i < n; i++) squares += (double)x[i] * x[i];
    return sqrt(squares);
}

static void run_blocks(int64_t segments, struct outcome *o)
{
    nn_recording_open("blocks");
    nn_module *net = eight_blocks();
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 32, 64), NN_ON);
    nn_tensor *w = nn_input(NN_F32, 32, 64);
    nn_set_random(x, 99);
    nn_set_random(w, 98);
    nn_tensor *y = segments ? nn_checkpoint_sequential(net, segments, x) : nn_call(net, x);
    o->saved = nn_saved_bytes();
    o->sum = nn_read(nn_sum(y), 0);
    assert_true(nn_backward(nn_sum(nn_mul(y, w))));
    for (int i = 0; i < N_BLOCKS; i++)
        memcpy(o->gradients[i], nn_data(nn_grad(nn_get_parameter(block_of(net, i), "weight"))),
               sizeof o->gradients[i]);
    o->first = norm(o->gradients[0], 64 * 64);
    o->last = norm(o->gradients[N_BLOCKS - 1], 64 * 64);
    assert_clean();
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-5 * fabs(b))) print_message("%.9g, not %.9g\n", a, b);
    assert_true(fabs(a - b) <= 1e-5 * fabs(b));
}

static void test_checkpoints_are_those_of_the_record(void **state)
{
    (void)state;
    static struct outcome plain, checked;
    static const struct {
        int64_t segments, saved;
    } runs[] = {{1, 73728}, {2, 49152}, {3, 57344}, {4, 49152}, {8, 73728}};
    run_blocks(0, &plain);
    assert_int_equal(plain.saved, 73728);
    near(plain.sum, 335.89091);
    near(plain.first, 27.2502425);
    near(plain.last, 35.4934351);
    for (int i = 0; i < (int)(sizeof runs / sizeof runs[0]); i++) {
        run_blocks(runs[i].segments, &checked);
        assert_int_equal(checked.saved, runs[i].saved);
        assert_memory_equal(checked.gradients, plain.gradients, sizeof plain.gradients);
        assert_true(checked.sum == plain.sum);
    }
}

static nn_tensor *drops(nn_tensor *x, void *user)
{
    return nn_f_relu(nn_call(user, x));
}

// Random numbers are drawn the same again, and behind the checkpoint as if there were none.
static void test_what_is_dropped_is_dropped_again(void **state)
{
    (void)state;
    double slopes[2][4];
    for (int i = 0; i < 2; i++) {
        nn_recording_open("dropout");
        nn_module *net = nn_sequential(nn_linear(4, 4), nn_dropout(.p = 0.5), nn_linear(4, 4));
        nn_module *behind = nn_dropout(.p = 0.5);
        nn_tensor *x =
            nn_input(NN_F32, 6, 4); // wants no gradient: the parameters' come all the same
        nn_tensor *y = i ? nn_checkpoint(drops, x, net) : drops(x, net);
        nn_tensor *loss = nn_sum(nn_call(behind, y));
        double before = nn_read(loss, 0);
        assert_true(nn_backward(loss));
        assert_true(nn_read(loss, 0) == before);
        const nn_tensor *bias = nn_get_parameter(nn_get(net, 0), "bias");
        for (int k = 0; k < 4; k++) slopes[i][k] = nn_read(nn_grad(bias), k);
        assert_clean();
    }
    assert_memory_equal(slopes[0], slopes[1], sizeof slopes[0]);
}

static void test_two_passes_and_nested_checkpoints(void **state)
{
    (void)state;
    nn_module *inner = nn_linear(4, 4);
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2, 4), NN_ON);
    nn_tensor *y = nn_checkpoint(.module = nn_sequential(inner, nn_tanh()), .x = x);
    nn_tensor *loss = nn_sum(nn_mul(y, y));
    assert_true(nn_backward(loss, .retain_graph = true));
    double once = nn_read(nn_grad(x), 0);
    assert_true(nn_backward(loss));
    near(nn_read(nn_grad(x), 0), 2 * once);
    assert_clean();
    assert_false(nn_backward(loss));
    assert_finding("retain_graph");
}

static void test_checkpoints_that_are_refused(void **state)
{
    (void)state;
    nn_tensor *x = nn_mul(nn_requires_grad_(nn_input(NN_F32, 4), NN_ON), nn_number(2));
    assert_non_null(nn_error(nn_checkpoint(NULL, x)));
    assert_finding("nn_checkpoint: neither a function nor a module is given");
    assert_non_null(nn_error(nn_checkpoint_sequential(nn_sequential(nn_relu()), 2, x)));
    assert_finding("nn_checkpoint_sequential: 2 segments of 1 children");
    assert_non_null(nn_error(nn_checkpoint_sequential(nn_relu(), 0, x)));
    assert_non_null(nn_error(nn_checkpoint_sequential(NULL, 1, x)));
    nn_tensor *y = nn_checkpoint(.module = nn_tanh(), .x = x);
    nn_mul_(x, nn_number(3));
    assert_false(nn_backward(nn_sum(y)));
    assert_finding("a checkpoint can't be run again: what it was given has been overwritten");
}

// ---- giving back

static void test_a_tensor_is_given_back(void **state)
{
    (void)state;
    nn_tensor *x = nn_zeros(NN_F32, 1000);
    nn_tensor *y = nn_exp(x);
    nn_data(y);
    int64_t both = nn_memory_allocated();
    assert_true(nn_tensor_free(x));
    assert_int_equal(nn_memory_allocated(), both - 4000);
    assert_clean();
    assert_null(nn_data(x));
    assert_finding("its memory was given back");
    assert_true(nn_read(y, 999) == 1);
    assert_null(nn_data(nn_add(x, y))); // and so for what needs it
    nn_tensor *given = nn_input(NN_F32, 4);
    nn_data(given);
    nn_tensor_free(given);
    assert_true(isnan(nn_read(given, 0))); // no new numbers in its place
    assert_false(nn_tensor_free(NULL));
    assert_false(nn_tensor_free(nn_get_parameter(nn_linear(2, 2), "bias")));
    assert_finding("a parameter or buffer belongs to its module");
}

// What backward needs stays until it has been.
static void test_backward_keeps_what_it_needs(void **state)
{
    (void)state;
    nn_tensor *p = nn_requires_grad_(nn_input(NN_F32, 1000), NN_ON);
    nn_tensor *x = nn_mul(p, nn_number(2)), *loss = nn_sum(nn_mul(x, x));
    nn_data(loss);
    int64_t before = nn_memory_allocated();
    nn_tensor_free(x);
    assert_int_equal(nn_memory_allocated(), before);
    assert_true(nn_backward(loss));
    assert_true(nn_memory_allocated() < before + 4000);
    near(nn_read(nn_grad(p), 0), 8 * nn_read(p, 0));
}

static void test_the_cache(void **state)
{
    (void)state;
    nn_set_caching_allocator(true);
    nn_tensor *x = nn_zeros(NN_F32, 1000), *y = nn_exp(x);
    nn_data(y);
    int64_t live = nn_memory_allocated(), held = nn_memory_reserved();
    assert_int_equal(live, 8000);
    assert_int_equal(held, 2 * 4096); // 4000 bytes in pieces of 512
    nn_empty_cache();                 // nothing was given back, so nothing changes
    assert_int_equal(nn_memory_allocated(), live);
    assert_int_equal(nn_memory_reserved(), held);
    nn_tensor_free(y);
    assert_int_equal(nn_memory_allocated(), 4000);
    assert_int_equal(nn_memory_reserved(), held); // it waits
    assert_int_equal(nn_memory_cached(), 4096);
    nn_data(nn_sin(x)); // takes what waits
    assert_int_equal(nn_memory_cached(), 0);
    assert_int_equal(nn_memory_reserved(), held);
    nn_tensor_free(x);
    nn_empty_cache();
    assert_int_equal(nn_memory_reserved(), 4096);
    assert_int_equal(nn_memory_allocated(), 4000);
    assert_clean();
}

// ---- many steps

static void step(nn_module *net, nn_optimizer *optimizer, nn_tensor *x, const nn_tensor **stays)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_optim_zero_grad(optimizer);
    nn_tensor *ids = nn_input(NN_I64, 4);
    const int64_t classes[4] = {0, 1, 2, 1};
    nn_set_data(ids, classes, sizeof classes);
    nn_tensor *loss = nn_cross_entropy(nn_call(net, x), ids);
    assert_true(nn_backward(loss));
    assert_true(nn_optim_step(optimizer));
    *stays = loss;
}

static void test_ten_thousand_steps(void **state)
{
    (void)state;
    nn_module *net = nn_sequential(nn_linear(8, 16), nn_relu(), nn_dropout(), nn_linear(16, 3));
    nn_optimizer *optimizer = nn_optim_adam(net);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    const nn_tensor *loss = NULL;
    int64_t live = 0, peak = 0;
    for (int i = 0; i < 10000; i++) {
        step(net, optimizer, x, &loss);
        if (i == 1) live = nn_memory_allocated(), peak = nn_max_memory_allocated();
    }
    assert_clean();
    assert_int_equal(nn_memory_allocated(), live);
    assert_int_equal(nn_max_memory_allocated(), peak);
    assert_int_equal(nn_saved_bytes(), 0);
    assert_null(nn_data(loss));
    assert_finding("its memory was given back");
}

// Pages that the process has, in bytes.
static int64_t resident_bytes(void)
{
    long pages = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &pages, &resident), 2);
    fclose(f);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

// Views that are overwritten, numbers of the language, gradients that are read, checkpoints, hooks.
static void many_sided_step(nn_module *net, nn_optimizer *optimizer, nn_tensor *x, int i)
{
    NN_TENSOR_SCOPE scope = nn_tensor_scope();
    nn_optim_zero_grad(optimizer);
    nn_tensor *noisy = nn_add(x, nn_mul(nn_rand(NN_F32, 4, 8), nn_number(0.001 * i)));
    nn_tensor *h = nn_checkpoint(.module = nn_get(net, 0), .x = noisy);
    struct nn_tensors parts = nn_chunk(nn_call(nn_get(net, 1), h), 2, .dim = 1);
    nn_relu_(parts.at[0]);
    nn_tensor *y = nn_cat({parts.at[0], parts.at[1]}, .dim = 1);
    {
        NN_TENSOR_SCOPE inner = nn_tensor_scope();
        assert_true(nn_read(nn_sum(y), 0) == nn_read(nn_sum(y), 0));
    }
    assert_true(nn_backward(nn_mean(nn_call(nn_get(net, 2), y))));
    assert_non_null(nn_grad(nn_get_parameter(nn_get(net, 2), "weight")));
    assert_true(nn_optim_step(optimizer));
}

static void count_call(nn_module *module, struct nn_tensors in, struct nn_tensors out, void *user)
{
    (void)module;
    (void)in;
    (void)out;
    ++*(int *)user;
}

#define N_WARM 200
#define N_MORE 6000

static void test_steps_in_constant_memory(void **state)
{
    (void)state;
    nn_module *net = nn_sequential(nn_linear(8, 16), nn_batch_norm1d(16), nn_linear(16, 3));
    nn_optimizer *optimizer = nn_optim_adam(net);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    int calls = 0;
    nn_register_forward_hook(net, count_call, &calls, .leaves = true);
    for (int i = 0; i < N_WARM; i++) many_sided_step(net, optimizer, x, i);
    int64_t before = resident_bytes();
    uint64_t hash = nn_graph_hash();
    for (int i = 0; i < N_MORE; i++) many_sided_step(net, optimizer, x, i);
    assert_clean();
    assert_int_equal(calls, 3 * (N_WARM + N_MORE));
    assert_true(nn_graph_hash() == hash);
    // A step that stayed would be thousands of bytes; sanitizers keep what is freed for a while.
    if (!is_sanitized()) assert_true(resident_bytes() - before < 20 * N_MORE);
}

// Steps in a scope and steps without one compute the same.
static void test_scopes_change_no_number(void **state)
{
    (void)state;
    double losses[2][6];
    for (int scoped = 0; scoped < 2; scoped++) {
        nn_recording_open("numbers");
        nn_module *net = nn_sequential(nn_linear(8, 16), nn_dropout(), nn_linear(16, 3));
        nn_optimizer *optimizer = nn_optim_sgd(net, .lr = 0.1);
        nn_tensor *x = nn_input(NN_F32, 4, 8);
        for (int i = 0; i < 6; i++) {
            nn_tensor_mark mark = {0};
            if (scoped) mark = nn_tensor_scope();
            nn_optim_zero_grad(optimizer);
            nn_tensor *noise = nn_randn(NN_F32, 4, 8), *drawn = nn_input(NN_F32, 4, 8);
            nn_tensor *y = nn_call(net, nn_add(nn_add(x, noise), drawn));
            nn_tensor *loss = nn_mean(nn_mul(y, y));
            losses[scoped][i] = nn_read(loss, 0);
            assert_true(nn_backward(loss));
            assert_true(nn_optim_step(optimizer));
            if (scoped) nn_tensor_scope_end(&mark);
        }
        assert_clean();
    }
    for (int i = 0; i < 6; i++) assert_true(losses[0][i] == losses[1][i]);
    assert_true(losses[0][0] != losses[0][1]);
}

// A tensor of a scope that has ended is known as such, whatever was made since in its place.
static void test_late_use_is_an_error(void **state)
{
    (void)state;
    nn_module *net = nn_linear(8, 3);
    nn_tensor *x = nn_input(NN_F32, 4, 8), *late = NULL;
    struct nn_tensors parts = {0};
    for (int i = 0; i < 3; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        late = nn_call(net, x);
        parts = nn_chunk(late, 2);
        nn_data(parts.at[0]);
    }
    nn_tensor *other = nn_exp(x);
    assert_null(parts.at[0]);
    assert_int_equal(nn_size(late, 0), -1);
    assert_int_equal(nn_dim(late), -1);
    assert_non_null(nn_error(late));
    assert_null(nn_data(late));
    assert_true(isnan(nn_read(late, 0)));
    assert_null(nn_grad(late));
    assert_non_null(nn_error(nn_add(late, other)));
    assert_false(nn_backward(late));
    assert_finding("the NN_TENSOR_SCOPE in which it was made has ended");
    assert_non_null(nn_data(other));
}

// What is made in a scope and stays: modules, parameters, gradients, what was overwritten.
static void test_what_outlives_a_scope(void **state)
{
    (void)state;
    nn_module *net = NULL;
    nn_tensor *weight = NULL, *gradient = NULL,
              *kept = nn_requires_grad_(nn_zeros(NN_F32, 4), NN_ON);
    nn_tensor *copy = nn_clone(kept);
    {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        net = nn_linear(4, 2);
        weight = nn_get_parameter(net, "weight");
        assert_true(nn_backward(nn_sum(nn_call(net, nn_ones(NN_F32, 1, 4)))));
        gradient = nn_grad(weight);
    }
    assert_true(nn_grad(weight) == gradient && nn_read(gradient, 3) == 1);
    {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_exp_(copy);
    }
    assert_true(nn_read(copy, 0) == 1 || nn_error(copy));
    for (int i = 0; i < 3; i++) {
        NN_TENSOR_SCOPE scope = nn_tensor_scope();
        nn_data(nn_call(net, nn_ones(NN_F32, 1, 4)));
    }
    assert_int_equal(nn_size(weight, 1), 4);
    assert_true(nn_read(nn_grad(weight), 3) == 1);
}

static void test_scopes_and_recordings(void **state)
{
    (void)state;
    nn_tensor *kept = nn_zeros(NN_F32, 10);
    nn_data(kept);
    {
        NN_TENSOR_SCOPE outer = nn_tensor_scope();
        nn_tensor *x = nn_exp(kept);
        {
            NN_TENSOR_SCOPE inner = nn_tensor_scope();
            nn_data(nn_sin(x));
        }
        assert_true(nn_read(x, 0) == 1);
    }
    assert_int_equal(nn_memory_allocated(), 40);
    {
        NN_TENSOR_SCOPE other = nn_tensor_scope();
        nn_recording_open("another"); // the scope's recording is gone at its end
        kept = nn_zeros(NN_F32, 10);
    }
    assert_non_null(nn_data(kept));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_checkpoints_are_those_of_the_record),
        TEST(test_what_is_dropped_is_dropped_again),
        TEST(test_two_passes_and_nested_checkpoints),
        TEST(test_checkpoints_that_are_refused),
        TEST(test_a_tensor_is_given_back),
        TEST(test_backward_keeps_what_it_needs),
        TEST(test_the_cache),
        TEST(test_ten_thousand_steps),
        TEST(test_steps_in_constant_memory),
        TEST(test_scopes_change_no_number),
        TEST(test_late_use_is_an_error),
        TEST(test_what_outlives_a_scope),
        TEST(test_scopes_and_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
