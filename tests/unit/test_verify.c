#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/verify.h"

#include <string.h>

struct model {
    struct arena *arena;
    struct program *program;
    value_id x, w, y, z;
    node_id linear, region;
};

// x -> linear -> a region of relu in place, in a module; and one call, graph and event each.
static struct model open_model(void)
{
    struct model m = {.arena = arena_open()};
    struct syms *syms = syms_open(m.arena);
    struct builder *b = builder_open(m.arena, syms, "test");
    m.program = builder_program(b);
    struct tensor_type type;
    assert_true(tensor_parse(syms, "f32[4, 8]", &type, NULL));
    m.x = build_tensor(b, STORAGE_INPUT, &type, "x");
    assert_true(tensor_parse(syms, "f32[8, 8]", &type, NULL));
    m.w = build_tensor(b, STORAGE_PARAMETER, &type, "w");
    scope_id scope = build_scope(b, 0, "fc", "Linear", SCOPE_LEAF);
    build_scope_parameter(b, scope, m.w);
    builder_enter(b, scope);
    m.y = build_op(b, OP_LINEAR, NULL, m.x, m.w, 0);
    m.linear = program_value(m.program, m.y)->producer;
    builder_leave(b, scope, &m.y, 1);
    build_repeat_begin(b, sym_var(syms, "n"));
    value_id inside = build_repeat_carry(b, m.y);
    build_repeat_next(b, inside, build_op(b, OP_RELU, NULL, inside, 0, 0));
    m.region = build_repeat_end(b);
    m.z = build_result(b, m.region, 0);
    build_graph_output(b, build_graph(b, "forward"), m.z);
    assert_null(program_verify(m.arena, m.program));
    return m;
}

// Each breaks one thing that program_verify must name.
static void lose_storage(struct model *m)
{
    program_value(m->program, m->y)->storage = 99;
}

static void lose_size(struct model *m)
{
    program_value(m->program, m->y)->dim = NULL;
}

static void poison_silently(struct model *m)
{
    program_value(m->program, m->y)->dtype = DTYPE_NONE;
}

static void use_before_made(struct model *m)
{
    value_id *in = arena_array(m->arena, value_id, 2);
    in[0] = m->y;
    program_node(m->program, m->linear)->in = in;
}

static void steal_result(struct model *m)
{
    program_value(m->program, m->y)->producer = m->region;
}

static void view_later(struct model *m)
{
    program_value(m->program, m->y)->view_of = m->z;
}

static void view_elsewhere(struct model *m)
{
    program_value(m->program, m->y)->view_of = m->x;
}

static void lose_module(struct model *m)
{
    program_node(m->program, m->linear)->scope = 7;
}

static void carry_other(struct model *m)
{
    struct carried *carried = arena_array(m->arena, struct carried, 1);
    *carried = program_node(m->program, m->region)->carried[0];
    carried->initial = m->x;
    program_node(m->program, m->region)->carried = carried;
}

static void lose_body(struct model *m)
{
    program_node(m->program, m->region)->body = 50;
}

static void run_twice(struct model *m)
{
    program_value(m->program, m->y)->site = NULL;
    m->program->events.at[1] = m->program->events.at[0];
}

static void lose_event(struct model *m)
{
    m->program->events.n = 1;
}

static void lose_call(struct model *m)
{
    m->program->calls.at[0].scope = 0;
}

static void lose_output(struct model *m)
{
    m->program->graphs.at[2].outputs.at[0] = 1000;
}

static void nest_outwards(struct model *m)
{
    program_scope(m->program, 1)->parent = 1;
}

static void lie_inside_itself(struct model *m)
{
    program_storage(m->program, 1)->inside = 1;
}

static void each_broken_invariant_is_named(void **state)
{
    (void)state;
    static const struct {
        void (*break_it)(struct model *);
        const char *named;
    } cases[] = {
        {lose_storage, "v3 has no storage"},
        {lose_size, "v3 has no sizes"},
        {poison_silently, "v3: poison and dtype disagree"},
        {use_before_made, "n1: v3 is used before it is made"},
        {steal_result, "v3 is no result of n3"},
        {view_later, "v3 is a view of something later"},
        {view_elsewhere, "v3 is a view outside of v1's storage"},
        {lose_module, "n1: its module is missing"},
        {carry_other, "n3: carried value 0 is not operand 0"},
        {lose_body, "n3: its body is missing"},
        {run_twice, "event 1: n1 runs where n2 should"},
        {lose_event, "n2 never runs"},
        {lose_call, "call 0: its module is missing"},
        {lose_output, "g2: an output is missing"},
        {nest_outwards, "m1 lies in a later module"},
        {lie_inside_itself, "s1 lies inside a later storage"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct model m = open_model();
        cases[i].break_it(&m);
        const char *broken = program_verify(m.arena, m.program);
        assert_non_null(broken);
        assert_string_equal(broken, cases[i].named);
        arena_close(m.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_broken_invariant_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
