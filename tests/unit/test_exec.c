// The executor's listener: what is told of the calls of modules, and when.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <shapeprof/nn.h>
#include <stdio.h>
#include "analyzer/exec/exec.h"
#include "frontends/nn/runtime.h"

struct told {
    const struct program *program;
    char text[256];
    int n;
};

static void note(struct told *told, int call, const char *what, const int64_t *dim)
{
    const struct module_call *c = &told->program->calls.at[call];
    told->n += snprintf(told->text + told->n, sizeof told->text - (size_t)told->n,
                        "%s%s:%lldx%lld ", what, program_scope(told->program, c->scope)->name,
                        (long long)dim[0], (long long)dim[1]);
}

static void call_ended(void *user, struct exec *x, int call)
{
    struct told *told = user;
    note(told, call, "", exec_tensor(x, told->program->calls.at[call].out[0])->dim);
}

static void gradient_came(void *user, struct exec *x, int call)
{
    struct told *told = user;
    note(told, call, "-", exec_gradient(x, told->program->calls.at[call].out[0])->dim);
}

static void test_calls_are_told_forwards_and_backwards(void **state)
{
    (void)state;
    nn_recording_open("test");
    nn_module *model = nn_sequential(nn_linear(8, 16), nn_relu(), nn_linear(16, 2));
    nn_tensor *y = nn_call(model, nn_input(NN_F32, 4, 8));
    struct told told = {.program = runtime_program()};
    program_value(runtime_program(), y->value)->flags |= VALUE_OUTPUT;
    struct arena *arena = arena_open();
    struct exec_listener listener = {
        .call = call_ended, .call_backward = gradient_came, .user = &told};
    struct exec_request request = {
        .program = told.program, .mode = EXEC_TRAINING, .seed = 1, .listener = &listener};
    const char *error = NULL;
    struct exec *x = exec_open(arena, &request, &error);
    assert_non_null(x);
    assert_true(exec_forward(x, &error));
    assert_true(exec_backward(x, 0, NULL, &error));
    assert_string_equal(told.text, "0:4x16 1:4x16 2:4x2 :4x2 -:4x2 -2:4x2 -1:4x16 -0:4x16 ");
    exec_close(x);
    arena_close(arena);
    nn_recording_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls_are_told_forwards_and_backwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
