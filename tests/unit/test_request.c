// What the command line asks of an analysis.

#include "analyzer/cli/request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define MAX_WORDS 16

// The request that a command line makes, for one file; cmocka ends the test if it is refused.
static struct session_request made(struct arena *arena, enum compared side,
                                   const char *const *words)
{
    struct options *options = arena_new(arena, struct options);
    struct session_request request;
    const char *error = NULL, *argv[MAX_WORDS] = {"shapeprof"}, *file = "tests/unit/test_request.c";
    int argc = 1;
    for (; words[argc - 1]; argc++) argv[argc] = words[argc - 1];
    if (!options_parse(arena, argc, argv, options, &error)) fail_msg("%s", error);
    assert_true(request_make_side(arena, options, side, 1, &file, &request));
    return request;
}

#define MADE(arena, side, ...) made(arena, side, (const char *const[]){__VA_ARGS__, NULL})

static void a_run_has_half_of_the_time(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct session_request two = MADE(arena, COMPARED_NOT, "--max-seconds", "2");
    assert_true(two.front.eval.budget.seconds == 1.0);
    assert_string_equal(two.front.eval.budget.seconds_are,
                        "half of --max-seconds 2, which one run of a program may take");
    arena_close(arena);
}

static void each_side_has_inputs_and_sizes_of_its_own(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    static const char *const words[] = {"compare",    "--input", "a:f32[N,8]", "--input",
                                        "b:y=i64[N]", "--set",   "b:n=4",      "--set",
                                        "m=2",        "--input", "z=f32[2]",   NULL};
    struct session_request a = made(arena, COMPARED_A, words);
    assert_int_equal(a.front.n_inputs, 2);
    assert_string_equal(a.front.inputs[0].type, "f32[N,8]");
    assert_int_equal(a.front.eval.n_bindings, 1);
    assert_string_equal(a.front.eval.binding_names[0], "m");
    struct session_request b = made(arena, COMPARED_B, words);
    assert_int_equal(b.front.n_inputs, 2);
    assert_string_equal(b.front.inputs[0].name, "y");
    assert_string_equal(b.front.inputs[1].name, "z");
    assert_int_equal(b.front.eval.n_bindings, 2);
    assert_string_equal(b.front.eval.binding_names[0], "n");
    arena_close(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_has_half_of_the_time),
        cmocka_unit_test(each_side_has_inputs_and_sizes_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
