// Hooks of nn.h: when they fire and with what, how they end, what they forbid.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <shapeprof/nn.h>
#include "tests/unit/nn_fixture.h"

static void assert_clean(void)
{
    assert_string_equal(nn_diagnostics(), "");
}

static nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}

static nn_module *narrow(void)
{
    return nn_sequential(nn_linear(8, 16), nn_relu(), nn_linear(16, 8));
}

// What fired, in order: "0 1 2 ".
struct log {
    nn_module *root;
    char text[512];
    int n;
};

static void note(struct log *log, nn_module *module, const char *what)
{
    for (int i = 0; i < nn_n_children(log->root); i++)
        if (nn_get(log->root, i) == module)
            log->n +=
                snprintf(log->text + log->n, sizeof log->text - (size_t)log->n, "%s%d ", what, i);
    if (module == log->root)
        log->n += snprintf(log->text + log->n, sizeof log->text - (size_t)log->n, "%sroot ", what);
}

static void forward_noted(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                          void *user)
{
    assert_int_equal(inputs.n, 1);
    assert_int_equal(outputs.n, 1);
    note(user, module, "");
}

static void pre_noted(nn_module *module, struct nn_tensors inputs, void *user)
{
    assert_int_equal(inputs.n, 1);
    note(user, module, "<");
}

static void backward_noted(nn_module *module, struct nn_tensors grad_input,
                           struct nn_tensors grad_output, void *user)
{
    assert_non_null(grad_output.at[0]);
    assert_non_null(nn_data(grad_output.at[0]));
    note(user, module, grad_input.at[0] ? "" : "-");
}

static void counted(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                    void *user)
{
    (void)module, (void)inputs, (void)outputs;
    ++*(int *)user;
}

static void summed(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                   void *user)
{
    (void)module, (void)inputs;
    for (int64_t i = 0; i < nn_numel(outputs.at[0]); i++)
        *(double *)user += nn_read(outputs.at[0], i);
}

// ---- firing

static void test_hooks_fire_in_the_order_of_calls(void **state)
{
    (void)state;
    struct log log = {.root = wide()};
    nn_register_forward_hook(log.root, forward_noted, &log, .leaves = true);
    nn_register_forward_hook(log.root, forward_noted, &log);
    nn_register_forward_pre_hook(nn_get(log.root, 1), pre_noted, &log);
    nn_call(log.root, nn_input(NN_F32, 4, 8));
    assert_string_equal(log.text, "0 <1 1 2 root ");
    assert_clean();
}

static void joined(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                   void *user)
{
    (void)module, (void)inputs, (void)user;
    outputs.at[0] = nn_cat({outputs.at[0], outputs.at[0]}, .dim = 1);
}

static void nulled(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                   void *user)
{
    (void)module, (void)user;
    inputs.at[0] = outputs.at[0] = NULL;
}

// As PyTorch, where a hook that returns None leaves the output as it is for the next one.
static void test_later_hooks_see_what_earlier_ones_wrote_but_no_null(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    double sum = 0;
    nn_module *relu = nn_relu();
    nn_register_forward_hook(relu, joined);
    nn_register_forward_hook(relu, nulled);
    nn_register_forward_hook(relu, summed, &sum);
    nn_tensor *y = nn_call(relu, nn_ones(NN_F32, 2, 3));
    assert_int_equal(nn_numel(y), 12);
    assert_true(sum == 12);
    nn_register_forward_hook(relu, nulled);
    assert_true(nn_profile_forward_bottleneck(relu, relu, nn_ones(NN_F32, 2, 3), &report));
    assert_int_equal(report.a_peak_bytes, 48);
    assert_clean();
}

static void test_a_hundred_registrations_fire_a_hundred_times(void **state)
{
    (void)state;
    int n = 0;
    nn_hook hooks[100];
    nn_module *relu = nn_relu();
    for (int i = 0; i < 100; i++) hooks[i] = nn_register_forward_hook(relu, counted, &n);
    assert_int_equal(nn_n_hooks(relu), 100);
    nn_call(relu, nn_input(NN_F32, 4));
    assert_int_equal(n, 100);
    for (int i = 0; i < 100; i += 2) assert_true(nn_hook_remove(hooks[i]));
    nn_call(relu, nn_input(NN_F32, 4));
    assert_int_equal(n, 150);
    assert_int_equal(nn_n_hooks(relu), 50);
    assert_clean();
}

static void test_hooks_read_numbers_in_the_midst_of_a_forward(void **state)
{
    (void)state;
    double sum = 0;
    nn_module *model = nn_sequential(nn_relu(), nn_flatten());
    nn_register_forward_hook(nn_get(model, 0), summed, &sum);
    nn_call(model, nn_ones(NN_F32, 2, 3));
    assert_true(sum == 6);
}

static void doubled(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                    void *user)
{
    (void)module, (void)inputs, (void)user;
    outputs.at[0] = nn_mul(outputs.at[0], nn_number(2));
}

static void one_added(nn_module *module, struct nn_tensors inputs, void *user)
{
    (void)module, (void)user;
    inputs.at[0] = nn_add(inputs.at[0], nn_number(1));
}

static void test_what_a_hook_writes_takes_its_place(void **state)
{
    (void)state;
    nn_module *relu = nn_relu();
    nn_register_forward_hook(relu, doubled);
    nn_register_forward_hook(relu, doubled);
    nn_register_forward_pre_hook(relu, one_added);
    assert_true(nn_read(nn_call(relu, nn_ones(NN_F32, 1)), 0) == 8);
    assert_clean();
}

static void test_lstm_gives_all_outputs(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    nn_module *a = nn_lstm(8, 16), *b = nn_linear(8, 16);
    assert_true(nn_profile_forward_bottleneck(a, b, nn_input(NN_F32, 5, 4, 8), &report));
    // output [5, 4, 16] and h, c [1, 4, 16]: where PyTorch's snippet fails.
    assert_int_equal(report.a_peak_bytes, 4 * (320 + 64 + 64));
    assert_int_equal(report.b_peak_bytes, 4 * 320);
    assert_string_equal(report.bottleneck, "a");
}

// ---- ending

static void test_removing_twice_is_an_error(void **state)
{
    (void)state;
    int n = 0;
    nn_module *relu = nn_relu();
    nn_hook hook = nn_register_forward_hook(relu, counted, &n);
    assert_true(nn_hook_is_there(hook));
    assert_true(nn_hook_remove(hook));
    assert_false(nn_hook_is_there(hook));
    assert_clean();
    assert_false(nn_hook_remove(hook));
    assert_finding("SP328");
    assert_finding("it was removed already");
    assert_false(nn_hook_remove((nn_hook){0}));
    assert_finding("the handle is of no registration");
    nn_call(relu, nn_input(NN_F32, 4));
    assert_int_equal(n, 0);
}

static void test_removing_after_the_module_died_is_an_error(void **state)
{
    (void)state;
    int n = 0;
    nn_hook hook = nn_register_forward_hook(nn_relu(), counted, &n);
    nn_recording_close();
    nn_hook_scope_end(&hook);
    assert_false(nn_hook_is_there(hook));
    assert_false(nn_hook_remove(hook));
    assert_finding("has ended, and its modules with it");
    // A hook of the next recording with the same number is another one.
    nn_recording_open("next");
    nn_hook other = nn_register_forward_hook(nn_relu(), counted, &n);
    assert_false(nn_hook_remove(hook));
    assert_true(nn_hook_is_there(other));
}

static int remove_elsewhere(void *hook)
{
    bool removed = nn_hook_remove(*(nn_hook *)hook);
    bool said = strstr(nn_diagnostics(), "by another thread") != NULL;
    nn_recording_close();
    return !removed && said;
}

static void test_hooks_of_another_thread(void **state)
{
    (void)state;
    thrd_t thread;
    int right = 0;
    nn_hook hook = nn_register_forward_hook(nn_relu(), counted, NULL);
    assert_int_equal(thrd_create(&thread, remove_elsewhere, &hook), thrd_success);
    thrd_join(thread, &right);
    assert_true(right);
    assert_true(nn_hook_remove(hook));
}

static void test_what_cannot_be_registered(void **state)
{
    (void)state;
    assert_false(nn_hook_is_there(nn_register_forward_hook(NULL, counted)));
    assert_finding("the module is NULL");
    assert_false(nn_hook_is_there(nn_register_full_backward_hook(nn_relu())));
    assert_finding("no function is given");
}

static nn_tensor *call_in_scope(nn_module *model, nn_tensor *x, int *n)
{
    NN_HOOK_SCOPE hook = nn_register_forward_hook(model, counted, n, .leaves = true);
    return nn_call(model, x);
}

static void test_no_hook_is_left_after_a_forward_that_fails(void **state)
{
    (void)state;
    int n = 0;
    nn_module *model = nn_sequential(nn_linear(8, 16), nn_linear(9, 3), nn_relu());
    assert_non_null(nn_error(call_in_scope(model, nn_input(NN_F32, 4, 8), &n)));
    assert_int_equal(n, 1); // the calls that were refused have none
    assert_int_equal(nn_n_hooks(model), 0);
    nn_call(model, nn_input(NN_F32, 4, 8));
    assert_int_equal(n, 1);
}

static void test_a_scope_ends_early(void **state)
{
    (void)state;
    int n = 0;
    nn_module *relu = nn_relu();
    nn_tensor *x = nn_input(NN_F32, 4);
    for (int i = 0; i < 3; i++) {
        NN_HOOK_SCOPE hook = nn_register_forward_hook(relu, counted, &n);
        nn_call(relu, x);
        if (i == 0) continue;
        if (i == 1) nn_hook_remove(hook);
        nn_call(relu, x);
    }
    assert_int_equal(n, 4);
    assert_int_equal(nn_n_hooks(relu), 0);
    assert_clean();
}

static void removes_itself(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                           void *user)
{
    (void)module, (void)inputs, (void)outputs;
    assert_true(nn_hook_remove(*(nn_hook *)user));
}

static void test_a_hook_may_remove_itself_and_others(void **state)
{
    (void)state;
    int n = 0;
    nn_module *relu = nn_relu();
    nn_hook itself, next;
    itself = nn_register_forward_hook(relu, removes_itself, &itself);
    nn_register_forward_hook(relu, removes_itself, &next);
    next = nn_register_forward_hook(relu, counted, &n);
    nn_call(relu, nn_input(NN_F32, 4));
    assert_int_equal(n, 0);
    assert_int_equal(nn_n_hooks(relu), 1);
    assert_clean();
}

static void closes(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs,
                   void *user)
{
    (void)module, (void)inputs, (void)outputs, (void)user;
    nn_recording_close();
    nn_recording_open("again");
}

static void test_a_hook_cannot_end_its_recording(void **state)
{
    (void)state;
    nn_module *relu = nn_relu();
    nn_register_forward_hook(relu, closes);
    assert_null(nn_error(nn_call(relu, nn_input(NN_F32, 4))));
    assert_finding("can't be closed in a forward function or a hook");
}

// ---- backward

static void test_backward_hooks_fire_last_first(void **state)
{
    (void)state;
    struct log log = {.root = wide()};
    nn_hook hook = nn_register_full_backward_hook(log.root, backward_noted, &log, .leaves = true);
    nn_register_full_backward_hook(log.root, backward_noted, &log);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    // The model's own fires at once where its input wants no gradient, else last.
    assert_true(nn_backward(nn_sum(nn_call(log.root, x))));
    assert_string_equal(log.text, "-root 2 1 -0 ");
    log.n = 0;
    assert_true(nn_backward(nn_sum(nn_call(log.root, nn_requires_grad_(x, NN_ON)))));
    assert_string_equal(log.text, "2 1 0 root ");
    // One that was removed is not run, though it was there at the call.
    log.n = 0;
    nn_tensor *loss = nn_sum(nn_call(log.root, x));
    nn_hook_remove(hook);
    assert_true(nn_backward(loss));
    assert_string_equal(log.text, "root ");
    assert_clean();
}

static void test_backward_hooks_without_a_gradient(void **state)
{
    (void)state;
    struct log log = {.root = wide()};
    nn_register_full_backward_hook(log.root, backward_noted, &log, .leaves = true);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_set_grad_enabled(false);
    nn_call(log.root, x);
    nn_set_grad_enabled(true);
    nn_tensor *unused = nn_call(log.root, x);
    nn_module_requires_grad_(nn_get(log.root, 0), NN_OFF);
    assert_true(nn_backward(nn_sum(nn_call(log.root, x))));
    assert_string_equal(log.text, "-2 "); // nothing before it wants one any more
    assert_non_null(unused);
}

struct seen {
    int n;
    double input, output;
};

static void first_of_each(nn_module *module, struct nn_tensors grad_input,
                          struct nn_tensors grad_output, void *user)
{
    (void)module;
    struct seen *seen = user;
    seen->n++;
    seen->input = grad_input.at[0] ? nn_read(grad_input.at[0], 0) : NAN;
    seen->output = nn_read(grad_output.at[0], 0);
}

// What goes around the module is not what comes from it: y = 3 x + relu(x).
static void test_a_gradient_is_of_the_module_only(void **state)
{
    (void)state;
    struct seen seen = {0};
    nn_module *relu = nn_relu();
    nn_register_full_backward_hook(relu, first_of_each, &seen);
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 1), NN_ON);
    const float one = 1;
    nn_set_data(x, &one, sizeof one);
    nn_tensor *y = nn_add(nn_mul(x, nn_number(3)), nn_call(relu, x));
    assert_true(nn_backward(nn_sum(nn_mul(y, nn_number(5)))));
    assert_true(seen.input == 5 && seen.output == 5);
    assert_true(nn_read(nn_grad(x), 0) == 20);
    assert_clean();
}

static void test_modules_that_give_their_input_back(void **state)
{
    (void)state;
    struct seen seen = {0};
    nn_module *model = nn_sequential();
    nn_register_full_backward_hook(model, first_of_each, &seen);
    nn_tensor *x = nn_requires_grad_(nn_input(NN_F32, 2), NN_ON);
    assert_true(nn_backward(nn_sum(nn_mul(nn_call(model, x), nn_number(7)))));
    assert_int_equal(seen.n, 1);
    assert_true(seen.input == 7 && seen.output == 7);
}

static void three_inputs(nn_module *module, struct nn_tensors grad_input,
                         struct nn_tensors grad_output, void *user)
{
    (void)module;
    double *l2 = user;
    assert_int_equal(grad_input.n, 3);
    assert_int_equal(grad_output.n, 2);
    assert_null(grad_output.at[1]); // the weights lead nowhere
    for (int i = 0; i < 3; i++)
        for (int64_t k = 0; k < nn_numel(grad_input.at[i]); k++)
            l2[i] += fabs(nn_read(grad_input.at[i], k));
}

// One tensor as query, key and value: each has a gradient of its own.
static void test_one_tensor_given_three_times(void **state)
{
    (void)state;
    double same[3] = {0}, apart[3] = {0};
    nn_module *attention = nn_multihead_attention(8, 2);
    nn_tensor *x = nn_input(NN_F32, 3, 1, 8), *in[3];
    nn_requires_grad_(x, NN_ON);
    for (int i = 0; i < 3; i++) in[i] = nn_clone(x);
    nn_hook hook = nn_register_full_backward_hook(attention, three_inputs, same);
    assert_true(nn_backward(nn_sum(nn_mul(nn_call(attention, x, x, x), x))));
    nn_hook_remove(hook);
    nn_register_full_backward_hook(attention, three_inputs, apart);
    assert_true(nn_backward(nn_sum(nn_mul(nn_call(attention, in[0], in[1], in[2]), x))));
    for (int i = 0; i < 3; i++) assert_float_equal(same[i], apart[i], 1e-5);
    assert_true(same[0] != same[2]);
    assert_clean();
}

static void goes_back(nn_module *module, struct nn_tensors grad_input,
                      struct nn_tensors grad_output, void *user)
{
    (void)module, (void)grad_input;
    // Computing in a hook is fine, and makes the program's arrays move.
    nn_tensor *norm = nn_sum(nn_mul(grad_output.at[0], grad_output.at[0]));
    for (int i = 0; i < 200; i++) norm = nn_add(norm, nn_number(0));
    *(double *)user = nn_read(norm, 0);
    assert_false(nn_backward(norm));
}

static void test_backward_in_a_hook_is_refused(void **state)
{
    (void)state;
    double norm = 0;
    nn_module *model = wide();
    nn_register_full_backward_hook(nn_get(model, 2), goes_back, &norm);
    assert_true(nn_backward(nn_sum(nn_call(model, nn_input(NN_F32, 4, 8)))));
    assert_true(norm == 32);
    assert_finding("it is called in a hook of another one");
}

static void test_in_place_is_refused(void **state)
{
    (void)state;
    struct seen seen = {0};
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_module *model = nn_sequential(nn_linear(8, 8), nn_relu(.inplace = true));
    assert_null(nn_error(nn_call(model, x)));
    nn_hook hook = nn_register_full_backward_hook(nn_get(model, 0), first_of_each, &seen);
    assert_non_null(nn_error(nn_call(model, x)));
    assert_finding("SP330");
    nn_set_grad_enabled(false);
    assert_null(nn_error(nn_call(model, x)));
    nn_set_grad_enabled(true);
    nn_hook_remove(hook);
    assert_null(nn_error(nn_call(model, x)));
    // The hook on what overwrites: its input is guarded while it runs, and not behind it.
    nn_tensor *y = nn_call(nn_get(model, 0), x);
    hook = nn_register_full_backward_hook(nn_get(model, 1), first_of_each, &seen);
    assert_non_null(nn_error(nn_call(nn_get(model, 1), y)));
    nn_hook_remove(hook);
    assert_null(nn_error(nn_call(nn_get(model, 1), y)));
    assert_int_equal(nn_n_errors(), 2);
}

// ---- the bottleneck

static void test_the_seed_problem(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    nn_module *a = wide(), *b = narrow();
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    assert_true(nn_profile_forward_bottleneck(a, b, x, &report));
    assert_string_equal(nn_bottleneck_json(&report), "{\n"
                                                     "  \"a_peak_bytes\": 1024,\n"
                                                     "  \"a_peak_layer\": \"0\",\n"
                                                     "  \"b_peak_bytes\": 256,\n"
                                                     "  \"b_peak_layer\": \"0\",\n"
                                                     "  \"bottleneck\": \"a\"\n"
                                                     "}\n");
    assert_true(nn_profile_forward_bottleneck(b, a, x, &report));
    assert_string_equal(report.bottleneck, "b");
    assert_true(nn_profile_forward_bottleneck(a, a, x, &report));
    assert_string_equal(report.bottleneck, "a");
    assert_int_equal(nn_n_hooks(a) + nn_n_hooks(b), 0);
    assert_true(nn_backward(nn_sum(nn_call(a, x)))); // gradients are on again
    assert_clean();
}

static void test_degenerate_bottlenecks(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    assert_true(nn_profile_forward_bottleneck(wide(), narrow(), nn_input(NN_F32, 0, 8), &report));
    assert_int_equal(report.a_peak_bytes, 0);
    assert_string_equal(report.a_peak_layer, "0");
    assert_string_equal(report.bottleneck, "a");
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    assert_true(nn_profile_forward_bottleneck(nn_sequential(), nn_linear(8, 4), x, &report));
    assert_int_equal(report.a_peak_bytes, 128);
    assert_string_equal(report.a_peak_layer, "");
    assert_int_equal(report.b_peak_bytes, 64);
    // One leaf, several calls: its largest.
    nn_module *relu = nn_relu();
    nn_module *shared = nn_sequential(nn_linear(8, 512), relu, nn_linear(512, 8), relu);
    assert_true(nn_profile_forward_bottleneck(shared, nn_sequential(relu), x, &report));
    assert_int_equal(report.a_peak_bytes, 8192);
    assert_string_equal(report.a_peak_layer, "0");
    assert_clean();
}

struct lonely {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *lonely_forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_f_relu(x);
}

static nn_tensor *gives_nothing(nn_module *self, nn_tensor *x)
{
    (void)self, (void)x;
    return NULL;
}

static nn_tensor *attends_to_itself(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct lonely *)self)->fc, x, x, x);
}

// PyTorch's MultiheadAttention never calls its child as a module.
static void test_attention_has_no_leaf_that_is_called(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    struct lonely *m = nn_new(struct lonely, attends_to_itself);
    nn_member(m, fc, nn_multihead_attention(8, 2));
    nn_tensor *x = nn_input(NN_F32, 5, 4, 8);
    assert_false(nn_profile_forward_bottleneck(&m->base, nn_relu(), x, &report));
    assert_finding("model `a`: no module without children is called");
    struct lonely *none = nn_new(struct lonely, gives_nothing);
    assert_false(nn_profile_forward_bottleneck(nn_relu(), &none->base, x, &report));
    assert_finding("model `b`: the forward of lonely returned NULL");
    assert_int_equal(nn_n_hooks(&m->base) + nn_n_hooks(&none->base), 0);
}

// What one step leaves does not add up: a hundred steps with hooks, one recording.
static void test_a_hundred_steps(void **state)
{
    (void)state;
    struct seen seen = {0};
    nn_module *model = wide();
    nn_register_full_backward_hook(model, first_of_each, &seen, .leaves = true);
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    for (int i = 0; i < 100; i++) {
        assert_true(nn_backward(nn_mean(nn_call(model, x))));
        nn_zero_grad(model);
    }
    assert_int_equal(seen.n, 300);
    assert_clean();
}

static void test_models_that_have_no_bottleneck(void **state)
{
    (void)state;
    struct nn_bottleneck report;
    struct lonely *m = nn_new(struct lonely, lonely_forward);
    nn_member(m, fc, nn_linear(8, 4));
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    assert_false(nn_profile_forward_bottleneck(wide(), &m->base, x, &report));
    assert_null(report.bottleneck);
    assert_finding("model `b`: no module without children is called");
    nn_module *wrong = nn_sequential(nn_linear(8, 16), nn_linear(9, 3));
    assert_false(nn_profile_forward_bottleneck(wrong, wide(), x, &report));
    assert_int_equal(nn_n_hooks(wrong), 0);
    assert_int_equal(nn_n_hooks(&m->base), 0);
    assert_false(nn_profile_forward_bottleneck(NULL, wide(), x, &report));
    assert_finding("model `a`: the module is NULL");
    const int64_t ids[2] = {1, 99};
    nn_tensor *tokens = nn_input(NN_I64, 2);
    nn_set_data(tokens, ids, sizeof ids);
    assert_false(
        nn_profile_forward_bottleneck(nn_embedding(5, 3), nn_embedding(5, 3), tokens, &report));
    assert_finding("99");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_hooks_fire_in_the_order_of_calls),
        TEST(test_later_hooks_see_what_earlier_ones_wrote_but_no_null),
        TEST(test_a_hundred_registrations_fire_a_hundred_times),
        TEST(test_hooks_read_numbers_in_the_midst_of_a_forward),
        TEST(test_what_a_hook_writes_takes_its_place),
        TEST(test_lstm_gives_all_outputs),
        TEST(test_removing_twice_is_an_error),
        TEST(test_removing_after_the_module_died_is_an_error),
        TEST(test_hooks_of_another_thread),
        TEST(test_what_cannot_be_registered),
        TEST(test_no_hook_is_left_after_a_forward_that_fails),
        TEST(test_a_scope_ends_early),
        TEST(test_a_hook_may_remove_itself_and_others),
        TEST(test_a_hook_cannot_end_its_recording),
        TEST(test_backward_hooks_fire_last_first),
        TEST(test_backward_hooks_without_a_gradient),
        TEST(test_a_gradient_is_of_the_module_only),
        TEST(test_modules_that_give_their_input_back),
        TEST(test_one_tensor_given_three_times),
        TEST(test_backward_in_a_hook_is_refused),
        TEST(test_in_place_is_refused),
        TEST(test_the_seed_problem),
        TEST(test_degenerate_bottlenecks),
        TEST(test_attention_has_no_leaf_that_is_called),
        TEST(test_a_hundred_steps),
        TEST(test_models_that_have_no_bottleneck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
