// Checkpoint plans: the best of each chain is the best of all that there are, and what is predicted
// of a step is what the whole walk over it says.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <shapeprof/nn.h>
#include <string.h>
#include "analyzer/confirm_step.h"
#include "analyzer/plan/training.h"
#include "frontends/nn/runtime.h"
#include "ir/build.h"

#define N_CHAINS 40
#define N_LAYERS 6

static uint32_t state;

static int64_t draw(int64_t n)
{
    state = state * 1664525u + 1013904223u;
    return (int64_t)(state >> 8) % n;
}

// One layer for [N, width]; what it gives back is as wide as `*width` says.
static nn_module *draw_layer(int64_t *width)
{
    int64_t before = *width;
    switch (draw(6)) {
    case 0: return nn_relu();
    case 1: return nn_gelu();
    case 2: return nn_dropout();
    case 3: return nn_layer_norm(before);
    default: *width = 1 + draw(40); return nn_linear(before, *width);
    }
}

static const struct program *chain_of(uint32_t seed, int n_layers)
{
    state = seed;
    nn_recording_open("chain");
    int64_t width = 1 + draw(40);
    nn_tensor *x = nn_input(NN_F32, 1 + draw(30), width);
    nn_module *net = nn_sequential(nn_linear(width, width));
    for (int i = 0; i < n_layers; i++) nn_append(net, draw_layer(&width));
    nn_tensor *y = nn_call(net, x);
    program_value(runtime_program(), y->value)->flags |= VALUE_OUTPUT;
    return runtime_program();
}

// The smallest peak of all ways to cut nodes [first, end] into checkpoints and others.
static int64_t least_of_all(struct arena *arena, const struct step_graph *graph, node_id first,
                            int n, struct checkpoint *checkpoints)
{
    node_id end = (node_id)graph->program->nodes.n - 1;
    struct step step;
    if (first > end) {
        step_measure(arena, graph, n, checkpoints, &step);
        return step.passing;
    }
    int64_t least = least_of_all(arena, graph, first + 1, n, checkpoints);
    for (node_id last = first; last <= end; last++) {
        checkpoints[n] = (struct checkpoint){first, last};
        int64_t found = least_of_all(arena, graph, last + 1, n + 1, checkpoints);
        if (found < least) least = found;
    }
    return least;
}

static void test_the_best_plan_of_a_chain_is_the_best_of_all(void **unused)
{
    (void)unused;
    for (uint32_t seed = 0; seed < N_CHAINS; seed++) {
        struct arena *arena = arena_open();
        const struct program *program = chain_of(seed, N_LAYERS);
        struct checkpoint checkpoints[N_LAYERS + 1];
        struct training_plans plans;
        training_plans_make(arena, program, &plans);
        assert_null(plans.unknown);
        assert_true(plans.is_chain);
        int64_t least = least_of_all(arena, step_graph_open(arena, program), 1, 0, checkpoints);
        if (plans.best.step.passing != least)
            print_message("chain %u: %lld is found, %lld is possible\n", seed,
                          (long long)plans.best.step.passing, (long long)least);
        assert_true(plans.best.step.passing == least);
        nn_recording_close();
        arena_close(arena);
    }
}

static void run_plan(struct arena *arena, const struct program *program,
                     const struct training_plan *plan, const struct step_gradients *plain,
                     struct step_run *seen)
{
    struct exec_request request = {.program = program, .seed = 7};
    assert_null(plan->refused);
    assert_null(confirm_step(arena, &request, plan->n_checkpoints, plan->checkpoints, seen));
    assert_true(seen->saved == plan->step.saved);
    assert_true(seen->forward_peak == plan->step.forward_peak);
    assert_true(seen->passing == plan->step.passing);
    if (plain) assert_memory_equal(plain, &seen->gradients, sizeof *plain);
}

static void test_each_plan_is_what_running_it_shows(void **unused)
{
    (void)unused;
    for (uint32_t seed = 100; seed < 100 + N_CHAINS; seed++) {
        struct arena *arena = arena_open();
        const struct program *program = chain_of(seed, 9);
        struct training_plans plans;
        struct step_run plain, other;
        training_plans_make(arena, program, &plans);
        run_plan(arena, program, &plans.plain, NULL, &plain);
        for (int i = 0; i < plans.n_equal; i++)
            run_plan(arena, program, &plans.equal[i], &plain.gradients, &other);
        run_plan(arena, program, &plans.best, &plain.gradients, &other);
        nn_recording_close();
        arena_close(arena);
    }
}

// What jumps over a cut, what is given to several, two outputs, a view of what was given.
static const struct program *no_chain(void)
{
    nn_recording_open("no chain");
    nn_tensor *x = nn_input(NN_F32, 5, 8);
    nn_tensor *mask = nn_sigmoid_(nn_call(nn_linear(8, 8), x));
    nn_tensor *y = x, *skips[4];
    for (int i = 0; i < 4; i++) {
        y = nn_call(nn_sequential(nn_linear(8, 8), nn_dropout(.p = 0.3), nn_tanh()), y);
        skips[i] = y = nn_mul(nn_reshape(y, 8, 5), nn_transpose(mask, 0, 1));
        y = nn_reshape(y, 5, 8);
    }
    for (int i = 3; i >= 0; i--)
        y = nn_add(nn_reshape(skips[i], 5, 8), nn_call(nn_linear(8, 8), y));
    program_value(runtime_program(), y->value)->flags |= VALUE_OUTPUT;
    program_value(runtime_program(), nn_exp(skips[1])->value)->flags |= VALUE_OUTPUT;
    return runtime_program();
}

static void test_what_jumps_over_cuts(void **unused)
{
    (void)unused;
    struct arena *arena = arena_open();
    const struct program *program = no_chain();
    node_id end = (node_id)program->nodes.n - 1;
    struct step_graph *graph = step_graph_open(arena, program);
    struct training_plan plan = {0};
    struct step_run plain, other;
    step_measure(arena, graph, 0, NULL, &plan.step);
    run_plan(arena, program, &plan, NULL, &plain);
    for (node_id first = 3; first <= end; first++)
        for (node_id last = first; last <= end; last++) {
            struct checkpoint two[2] = {{first, (first + last) / 2},
                                        {(first + last) / 2 + 1, last}};
            int n = two[1].first <= last ? 2 : 1;
            plan = (struct training_plan){.n_checkpoints = n, .checkpoints = two};
            step_measure(arena, graph, n, two, &plan.step);
            run_plan(arena, program, &plan, &plain.gradients, &other);
        }
    nn_recording_close();
    arena_close(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_plan_of_a_chain_is_the_best_of_all),
        cmocka_unit_test(test_each_plan_is_what_running_it_shows),
        cmocka_unit_test(test_what_jumps_over_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
