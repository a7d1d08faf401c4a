#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/build.h"

#include <string.h>

struct model {
    struct arena *arena;
    struct syms *syms;
    struct builder *builder;
    struct program *program;
};

static void open_model(struct model *m)
{
    m->arena = arena_open();
    m->syms = syms_open(m->arena);
    m->builder = builder_open(m->arena, m->syms, "test");
    m->program = builder_program(m->builder);
}

static value_id tensor(struct model *m, enum storage_kind kind, const char *type, const char *name)
{
    struct tensor_type parsed;
    const char *error = NULL;
    assert_true(tensor_parse(m->syms, type, &parsed, &error));
    return build_tensor(m->builder, kind, &parsed, name);
}

static const char *type_of(struct model *m, value_id id)
{
    struct tensor_type type = value_type(program_value(m->program, id));
    return tensor_string(m->arena, &type);
}

static value_id linear(struct model *m, value_id x, const char *weight, const char *bias)
{
    value_id w = tensor(m, STORAGE_PARAMETER, weight, "weight");
    value_id b = bias ? tensor(m, STORAGE_PARAMETER, bias, "bias") : 0;
    return build_op(m->builder, OP_LINEAR, NULL, x, w, b);
}

static void results_have_shapes_at_once(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N, 8]", "x");
    value_id y = linear(&m, x, "f32[64,8]", "f32[64]");
    assert_string_equal(type_of(&m, y), "f32[N, 64]");
    assert_string_equal(sym_string(m.arena, value_bytes(m.program, y)), "256*N");
    assert_int_equal(m.program->diags.n_errors, 0);
    assert_true(program_value(m.program, y)->flags & VALUE_REQUIRES_GRAD);
    arena_close(m.arena);
}

static void in_place_result_shares_storage(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4,8]", "x");
    struct attr attrs[MAX_ATTRS] = {0};
    attrs[op_attr_index(op_get(OP_RELU), "inplace")] = (struct attr){.kind = ATTR_BOOL, .b = true};
    value_id y = build_op(m.builder, OP_RELU, attrs, x, 0, 0);
    assert_int_equal(program_value(m.program, y)->storage, program_value(m.program, x)->storage);
    assert_int_equal(program_value(m.program, y)->view_of, x);
    assert_true(program_value(m.program, y)->flags & VALUE_IN_PLACE);
    arena_close(m.arena);
}

static void wrong_call_is_blamed_once(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    struct site input_site = {.file = "model.c", .line = 3, .column = 5};
    struct site relu_site = {.file = "model.c", .line = 12, .column = 9};
    struct site site = {.file = "model.c", .line = 14, .column = 9};
    scope_id act = build_scope(m.builder, 0, "act", "ReLU", SCOPE_LEAF);
    scope_id fc = build_scope(m.builder, 0, "fc", "Linear", SCOPE_LEAF);
    builder_at(m.builder, &input_site);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N,512]", "x");
    builder_at(m.builder, &relu_site);
    builder_enter(m.builder, act);
    value_id h = build_op(m.builder, OP_RELU, NULL, x, 0, 0);
    builder_leave(m.builder, act, &h, 1);
    builder_at(m.builder, &site);
    builder_enter(m.builder, fc);
    value_id y = linear(&m, h, "f32[64,768]", NULL);
    builder_leave(m.builder, fc, &y, 1);
    value_id z = build_op(m.builder, OP_RELU, NULL, y, 0, 0);

    const struct diag *diag = m.program->diags.first;
    assert_non_null(diag);
    assert_null(diag->next);
    assert_string_equal(diag_info(diag->id)->code, "SP101");
    assert_ptr_equal(diag->site, &site);
    assert_string_equal(diag->message, "Linear `fc`: input is f32[N, 512], its dim 1 (512) must "
                                       "equal dim 1 (768) of weight f32[64, 768]");
    assert_string_equal(diag->notes->message, "input comes from ReLU `act`");
    assert_ptr_equal(diag->notes->site, &relu_site);
    assert_string_equal(diag->notes->next->message, "weight is the parameter `weight`");
    assert_non_null(diag->fix);
    assert_true(program_value(m.program, y)->flags & VALUE_POISONED);
    assert_string_equal(program_value(m.program, z)->reason, "Linear `fc` is wrong (SP101)");
    arena_close(m.arena);
}

static void a_message_is_whole_however_long_its_shapes_are(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    char name[1200] = {0};
    memset(name, 'N', sizeof name - 1);
    value_id x = tensor(&m, STORAGE_INPUT, arena_printf(m.arena, "f32[%s,512]", name), "x");
    linear(&m, x, "f32[64,768]", NULL);
    assert_string_equal(m.program->diags.first->message,
                        arena_printf(m.arena,
                                     "linear: input is f32[%s, 512], its dim 1 (512) must equal "
                                     "dim 1 (768) of weight f32[64, 768]",
                                     name));
    arena_close(m.arena);
}

static void symbolic_condition_stays_on_the_node(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N,C]", "x");
    value_id y = linear(&m, x, "f32[64,768]", NULL);
    const struct node *node = program_node(m.program, program_value(m.program, y)->producer);
    assert_non_null(node->obligations);
    assert_int_equal(node->obligations->relation, RELATION_EQUAL);
    assert_string_equal(sym_string(m.arena, node->obligations->a.size), "C");
    assert_int_equal(m.program->diags.n_errors, 0);
    assert_string_equal(type_of(&m, y), "f32[N, 64]");
    arena_close(m.arena);
}

static void size_past_64_bits_is_a_finding(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4294967296,4294967296]", "x");
    assert_true(program_value(m.program, x)->flags & VALUE_POISONED);
    assert_int_equal(m.program->diags.first->id, DIAG_SIZE_OVERFLOW);
    value_id y = tensor(&m, STORAGE_INPUT, "f32[4294967296,2]", "y");
    value_id z = linear(&m, y, "f32[2147483647,2]", NULL);
    assert_true(program_value(m.program, z)->flags & VALUE_POISONED);
    assert_int_equal(m.program->diags.first->next->id, DIAG_SIZE_OVERFLOW);
    assert_int_equal(m.program->diags.n_errors, 2);
    value_id negative = tensor(&m, STORAGE_INPUT, "f32[-1]", "n");
    assert_true(program_value(m.program, negative)->flags & VALUE_POISONED);
    assert_int_equal(m.program->diags.n_errors, 3);
    arena_close(m.arena);
}

static void missing_operand_is_refused(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4,8]", "x");
    value_id y = build_op(m.builder, OP_LINEAR, NULL, x, 0, 0);
    assert_true(program_value(m.program, y)->flags & VALUE_POISONED);
    assert_int_equal(m.program->diags.first->id, DIAG_OPERAND_MISSING);
    assert_string_equal(m.program->diags.first->message, "linear: weight was not given");
    arena_close(m.arena);
}

static void symbolic_axis_is_refused(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4,8]", "x");
    struct attr attrs[MAX_ATTRS] = {{.kind = ATTR_INT, .i = sym_var(m.syms, "axis")}};
    build_op(m.builder, OP_SOFTMAX, attrs, x, 0, 0);
    assert_int_equal(m.program->diags.first->id, DIAG_CONSTANT_NEEDED);
    assert_string_equal(m.program->diags.first->message,
                        "softmax: dim of softmax is axis; it must be a number that is known");
    attrs[0].i = sym_const(m.syms, 2);
    build_op(m.builder, OP_SOFTMAX, attrs, x, 0, 0);
    assert_int_equal(m.program->diags.first->next->id, DIAG_AXIS);
    assert_string_equal(m.program->diags.first->next->message,
                        "softmax: axis 2 of softmax is outside of -2 to 1");
    arena_close(m.arena);
}

static void sizes_of_a_fix_are_put_in(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    linear(&m, tensor(&m, STORAGE_INPUT, "f32[4,8]", "x"), "f32[3,5]", NULL);
    assert_string_equal(m.program->diags.first->fix,
                        "make in_features 8, or the last axis of the input 5");
    arena_close(m.arena);
}

static void region_carries_values(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N,8]", "x");
    build_repeat_begin(m.builder, sym_var(m.syms, "n_layer"));
    value_id inside = build_repeat_carry(m.builder, x);
    value_id next = linear(&m, inside, "f32[8,8]", NULL);
    build_repeat_next(m.builder, inside, next);
    node_id id = build_repeat_end(m.builder);
    const struct node *node = program_node(m.program, id);
    assert_int_equal(node->n_out, 1);
    assert_string_equal(type_of(&m, node->out), "f32[N, 8]");
    assert_int_equal(program_value(m.program, node->out)->storage,
                     program_value(m.program, next)->storage);
    assert_int_equal(m.program->graphs.at[node->body].nodes.n, 1);
    assert_string_equal(sym_string(m.arena, node->count), "n_layer");
    arena_close(m.arena);
}

static void changing_carried_shape_poisons(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    value_id x = tensor(&m, STORAGE_INPUT, "f32[N,8]", "x");
    build_repeat_begin(m.builder, sym_var(m.syms, "n_layer"));
    value_id inside = build_repeat_carry(m.builder, x);
    build_repeat_next(m.builder, inside, linear(&m, inside, "f32[9,8]", NULL));
    const struct node *node = program_node(m.program, build_repeat_end(m.builder));
    assert_true(program_value(m.program, node->out)->flags & VALUE_POISONED);
    arena_close(m.arena);
}

static void kernel_fills_a_destination(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    storage_id pool =
        build_storage(m.builder, STORAGE_RAW, DTYPE_NONE, sym_const(m.syms, 4096), "acts");
    value_id x = tensor(&m, STORAGE_INPUT, "f32[4,8]", "x");
    struct placement into = {pool, sym_const(m.syms, 1024), 0};
    struct node_spec spec = {.op = OP_RELU, .n_in = 1, .in = &x, .into = &into};
    value_id y = build_result(m.builder, build_node(m.builder, &spec), 0);
    assert_int_equal(program_value(m.program, y)->storage, pool);
    assert_true(sym_is(program_value(m.program, y)->offset, 1024));
    arena_close(m.arena);
}

static void texts_of_tensors(void **state)
{
    (void)state;
    struct model m;
    open_model(&m);
    static const char *const good[] = {"f32[]", "f16[N, 3, 224, 224]", "i64[min(8, T), 4]"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct tensor_type type;
        const char *error = NULL;
        assert_true(tensor_parse(m.syms, good[i], &type, &error));
        assert_true(strlen(tensor_string(m.arena, &type)) > 0);
    }
    static const char *const bad[] = {
        "", "f32", "f99[1]", "f32[1", "f32[1,]", "[1] x", "[1,1,1,1,1,1,1,1,1]", "f32[)]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tensor_type type;
        const char *error = NULL;
        assert_false(tensor_parse(m.syms, bad[i], &type, &error));
        assert_non_null(error);
    }
    arena_close(m.arena);
}

static void dtypes_promote_as_in_pytorch(void **state)
{
    (void)state;
    assert_int_equal(dtype_promote(DTYPE_F16, DTYPE_BF16), DTYPE_F32);
    assert_int_equal(dtype_promote(DTYPE_U8, DTYPE_I8), DTYPE_I16);
    assert_int_equal(dtype_promote(DTYPE_I64, DTYPE_F16), DTYPE_F16);
    assert_int_equal(dtype_promote(DTYPE_BOOL, DTYPE_U8), DTYPE_U8);
    assert_int_equal(dtype_promote(DTYPE_F32, DTYPE_F64), DTYPE_F64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_have_shapes_at_once),
        cmocka_unit_test(in_place_result_shares_storage),
        cmocka_unit_test(wrong_call_is_blamed_once),
        cmocka_unit_test(a_message_is_whole_however_long_its_shapes_are),
        cmocka_unit_test(symbolic_condition_stays_on_the_node),
        cmocka_unit_test(size_past_64_bits_is_a_finding),
        cmocka_unit_test(missing_operand_is_refused),
        cmocka_unit_test(symbolic_axis_is_refused),
        cmocka_unit_test(sizes_of_a_fix_are_put_in),
        cmocka_unit_test(region_carries_values),
        cmocka_unit_test(changing_carried_shape_poisons),
        cmocka_unit_test(kernel_fills_a_destination),
        cmocka_unit_test(texts_of_tensors),
        cmocka_unit_test(dtypes_promote_as_in_pytorch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
