#include "frontends/front.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A source as a user would write it, read from memory.
struct reading {
    struct arena *arena;
    struct front_request request;
    struct front_result result;
};

static void analyse(void *data)
{
    struct reading *reading = data;
    front_analyse(reading->arena, &reading->request, &reading->result);
}

static const char *const model_path[] = {"model.c"};

static struct reading reading_open(const char *const *text)
{
    struct reading reading = {.arena = arena_open()};
    reading.request.unit = (struct unit_request){.n_files = 1,
                                                 .files = model_path,
                                                 .include_dir = "frontends/nn/include",
                                                 .n_unsaved = 1,
                                                 .unsaved_paths = model_path,
                                                 .unsaved_texts = text};
    return reading;
}

static const struct front_model *only_model(struct reading *reading)
{
    unit_with_stack(analyse, reading);
    assert_int_equal(reading->result.n_models, 1);
    return &reading->result.models[0];
}

static bool assumes(const struct front_model *model, const char *text)
{
    for (int i = 0; i < model->n_assumptions; i++)
        if (strcmp(model->assumptions[i].text, text) == 0) return true;
    return false;
}

static void expect_assumption(const struct front_model *model, const char *text)
{
    if (assumes(model, text)) return;
    for (int i = 0; i < model->n_assumptions; i++)
        print_message("has: %s\n", model->assumptions[i].text);
    fail_msg("not assumed: %s", text);
}

static const char *input_type(struct reading *reading, const struct front_model *model, int index)
{
    for (int id = 1; id < model->program->values.n; id++) {
        const struct value *value = &model->program->values.at[id];
        if (value->producer || !value->storage) continue;
        if (model->program->storages.at[value->storage].kind != STORAGE_INPUT) continue;
        if (index-- > 0) continue;
        struct tensor_type type = value_type(value);
        return tensor_string(reading->arena, &type);
    }
    return "none";
}

#define SOURCE(...) ((const char *const[]){"#include <shapeprof/nn.h>\n" __VA_ARGS__})

static void a_linear_layer_gives_its_input(void **state)
{
    (void)state;
    struct reading r = reading_open(SOURCE(
        "nn_module *net(int hidden)\n"
        "{ return nn_sequential(nn_linear(8, hidden), nn_relu(), nn_linear(hidden, 8)); }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(model->entry, "model.c:net");
    assert_string_equal(input_type(&r, model, 0), "f32[N, 8]");
    expect_assumption(model, "x: f32[N, 8]: the smallest input that is accepted");
    expect_assumption(model, "x: dim 1 is 8, as Linear `0` needs (model.c:3)");
    assert_int_equal(model->program->diags.n_errors, 0);
    arena_close(r.arena);
}

static void images_keep_their_batch_axis(void **state)
{
    (void)state;
    struct reading r = reading_open(
        SOURCE("nn_module *net(void)\n"
               "{ return nn_sequential(nn_conv2d(3, 8, 3), nn_flatten(), nn_linear(72, 2)); }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "f32[N, 3, 5, 5]");
    expect_assumption(model,
                      "x: dim 2 and dim 3 are 5, the smallest equal sizes that Linear `2` accepts");
    arena_close(r.arena);
}

static void indices_are_integers(void **state)
{
    (void)state;
    struct reading r = reading_open(
        SOURCE("nn_module *net(void)\n"
               "{ return nn_sequential(nn_embedding(100, 16), nn_linear(16, 4)); }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "i64[N]");
    arena_close(r.arena);
}

static const char skip_text[] =
    "struct net { nn_module base; nn_module *pool, *up; };\n"
    "static nn_tensor *forward(nn_module *self, nn_tensor *x)\n"
    "{\n"
    "    struct net *n = (struct net *)self;\n"
    "    return nn_cat({x, nn_call(n->up, nn_call(n->pool, x))}, .dim = 1);\n"
    "}\n"
    "nn_module *net(void)\n"
    "{\n"
    "    struct net *n = nn_new(struct net, forward);\n"
    "    nn_member(n, pool, nn_max_pool2d(2));\n"
    "    nn_member(n, up, nn_conv_transpose2d(4, 4, 2, .stride = 2));\n"
    "    return &n->base;\n"
    "}\n";

static void halving_and_doubling_needs_even_sizes(void **state)
{
    (void)state;
    char text[2000] = "#include <shapeprof/nn.h>\n";
    strcat(text, skip_text);
    struct reading r = reading_open((const char *const[]){text});
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "f32[N, 4, H, W]");
    expect_assumption(model, "H % 2 == 0, as cat in net needs (model.c:6)");
    expect_assumption(model, "W % 2 == 0, as cat in net needs (model.c:6)");
    arena_close(r.arena);
}

static void given_inputs_and_bindings_hold(void **state)
{
    (void)state;
    struct reading r =
        reading_open(SOURCE("nn_module *net(int hidden)\n"
                            "{ return nn_sequential(nn_linear(8, hidden), nn_relu()); }\n"));
    struct front_input input = {.name = "x", .type = "f32[B, 3, 8]"};
    const char *names[] = {"hidden", "B", "nobody"};
    int64_t values[] = {64, 4, 1};
    r.request.n_inputs = 1;
    r.request.inputs = &input;
    r.request.eval.n_bindings = 3;
    r.request.eval.binding_names = names;
    r.request.eval.binding_values = values;
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "f32[4, 3, 8]");
    assert_int_equal(model->n_unused_bindings, 1);
    assert_int_equal(r.result.n_symbols, 2);
    assert_string_equal(r.result.symbols[0], "B");
    assert_string_equal(r.result.symbols[1], "hidden");
    arena_close(r.arena);
}

static void modules_with_two_inputs(void **state)
{
    (void)state;
    struct reading r = reading_open(
        SOURCE("struct net { nn_module base; nn_module *a; };\n"
               "static nn_tensor *forward(nn_module *self, nn_tensor *x, nn_tensor *y)\n"
               "{ return nn_add(nn_call(((struct net *)self)->a, x), y); }\n"
               "nn_module *net(void)\n"
               "{\n"
               "    struct net *n = nn_new(struct net, .forward2 = forward);\n"
               "    nn_member(n, a, nn_linear(8, 16));\n"
               "    return &n->base;\n"
               "}\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "f32[N, 8]");
    assert_string_equal(input_type(&r, model, 1), "f32[N, 16]");
    arena_close(r.arena);
}

static void tensors_of_a_function_are_inputs(void **state)
{
    (void)state;
    struct reading r = reading_open(SOURCE("nn_tensor *scores(nn_tensor *q, nn_tensor *k)\n"
                                           "{ return nn_matmul(q, nn_transpose(k, 1, 2)); }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(model->function, "scores");
    assert_string_equal(input_type(&r, model, 0), "f32[N, C, L]");
    assert_string_equal(input_type(&r, model, 1), "f32[N, k.C, L]");
    arena_close(r.arena);
}

static void unknown_branches_make_variants(void **state)
{
    (void)state;
    struct reading r = reading_open(SOURCE("#include <stdlib.h>\n"
                                           "nn_module *net(int depth)\n"
                                           "{\n"
                                           "    nn_module *list = nn_sequential(nn_linear(8, 8));\n"
                                           "    if (depth > 12) nn_append(list, nn_relu());\n"
                                           "    if (depth > 90) return NULL;\n"
                                           "    return list;\n"
                                           "}\n"));
    unit_with_stack(analyse, &r);
    assert_int_equal(r.result.n_models, 2);
    const char *first = r.result.models[0].condition, *second = r.result.models[1].condition;
    assert_non_null(first);
    assert_non_null(second);
    assert_true(strstr(first, "depth > 12") || strstr(second, "depth > 12"));
    assert_string_not_equal(first, second);
    arena_close(r.arena);
}

static void entries_are_what_nobody_reaches(void **state)
{
    (void)state;
    struct reading r =
        reading_open(SOURCE("static nn_module *block(void) { return nn_linear(8, 8); }\n"
                            "nn_module *one(void) { return nn_sequential(block(), block()); }\n"
                            "nn_module *two(void) { return nn_sequential(block(), nn_relu()); }\n"
                            "int helper(int x) { return x + 1; }\n"));
    unit_with_stack(analyse, &r);
    assert_int_equal(r.result.n_models, 2);
    assert_string_equal(r.result.models[0].entry, "model.c:one");
    assert_string_equal(r.result.models[1].entry, "model.c:two");
    assert_int_equal(r.result.n_entries, 3);
    arena_close(r.arena);
}

static void an_entry_can_be_asked_for(void **state)
{
    (void)state;
    struct reading r =
        reading_open(SOURCE("static nn_module *block(void) { return nn_linear(8, 8); }\n"
                            "nn_module *one(void) { return nn_sequential(block(), block()); }\n"));
    r.request.entry = "block";
    const struct front_model *model = only_model(&r);
    assert_string_equal(model->function, "block");
    arena_close(r.arena);
}

static void main_without_a_graph_gives_way_to_its_models(void **state)
{
    (void)state;
    struct reading r =
        reading_open(SOURCE("#include <stdio.h>\n"
                            "nn_module *net(void) { return nn_linear(8, 4); }\n"
                            "int main(void) { printf(\"%p\", (void *)net()); return 0; }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(model->function, "net");
    arena_close(r.arena);
}

static void an_error_is_told_at_the_right_rank(void **state)
{
    (void)state;
    struct reading r = reading_open(
        SOURCE("nn_module *net(void)\n"
               "{ return nn_sequential(nn_conv2d(3, 8, 3), nn_relu(), nn_conv2d(16, 8, 3)); }\n"));
    const struct front_model *model = only_model(&r);
    assert_string_equal(input_type(&r, model, 0), "f32[N, 3, H, W]");
    assert_int_equal(model->program->diags.n_errors, 1);
    assert_int_equal(model->program->diags.first->site->line, 3);
    arena_close(r.arena);
}

// Building costs far more than the steps around it.
static void endless_building_ends_soon(void **state)
{
    (void)state;
    struct reading r = reading_open(
        SOURCE("nn_tensor *net(nn_tensor *x)\n{ for (;;) x = nn_call(nn_linear(8, 8), x); }\n"));
    const struct front_model *model = only_model(&r);
    assert_non_null(model->incomplete);
    assert_in_range(model->program->nodes.n, 2000, 500000);
    assert_in_range(arena_bytes(model->program->arena), 0, 800 << 20);
    arena_close(r.arena);
}

// A loop without end on each side of many conditions costs little more than one.
static void a_used_up_budget_counts_for_the_next_run(void **state)
{
    (void)state;
    int runs_out = 0;
    struct reading r = reading_open(
        SOURCE("nn_tensor *net(nn_tensor *x, int a, int b, int c)\n"
               "{ if (a > 3 || b > 3 || c > 3) x = nn_f_relu(x); for (;;) x = x; }\n"));
    r.request.eval.budget.steps = 1 << 20;
    unit_with_stack(analyse, &r);
    for (int i = 0; i < r.result.n_models; i++) runs_out += r.result.models[i].incomplete != NULL;
    assert_true(runs_out > 0);
    assert_in_range(r.result.n_exhausted_steps, 1 << 20, 3 << 20);
    arena_close(r.arena);
}

int main(void)
{
    // As the program does: libclang parses on the thread that asks, which has the large stack.
    setenv("LIBCLANG_NOTHREADS", "1", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_layer_gives_its_input),
        cmocka_unit_test(images_keep_their_batch_axis),
        cmocka_unit_test(indices_are_integers),
        cmocka_unit_test(halving_and_doubling_needs_even_sizes),
        cmocka_unit_test(given_inputs_and_bindings_hold),
        cmocka_unit_test(modules_with_two_inputs),
        cmocka_unit_test(tensors_of_a_function_are_inputs),
        cmocka_unit_test(unknown_branches_make_variants),
        cmocka_unit_test(entries_are_what_nobody_reaches),
        cmocka_unit_test(an_entry_can_be_asked_for),
        cmocka_unit_test(main_without_a_graph_gives_way_to_its_models),
        cmocka_unit_test(an_error_is_told_at_the_right_rank),
        cmocka_unit_test(endless_building_ends_soon),
        cmocka_unit_test(a_used_up_budget_counts_for_the_next_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
