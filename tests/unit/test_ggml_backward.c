// The backward pass of ggml's graphs: the nodes that are appended, in order, and what is refused.

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "frontends/ggml/backward.h"
#include "frontends/ggml/make.h"
#include "ir/base/text.h"

struct fixture {
    struct arena *arena;
    struct syms *syms;
    struct ggml_state state;
    struct ggml_graph *graph;
    struct site site;
};

static int open_fixture(void **state)
{
    struct arena *arena = arena_open();
    struct fixture *f = arena_new(arena, struct fixture);
    f->arena = arena;
    f->syms = syms_open(arena);
    f->state.version = 21;
    f->graph = graph_make(arena, f->syms, &f->state, NULL, true);
    *state = f;
    return 0;
}

static int close_fixture(void **state)
{
    arena_close(((struct fixture *)*state)->arena);
    return 0;
}

// ---- building

static struct ggml_call open_call(struct fixture *f, const char *name)
{
    struct ggml_call c = {.arena = f->arena, .syms = f->syms, .state = &f->state};
    c.function = ggml_function_find(name, f->state.version);
    assert_non_null(c.function);
    return c;
}

static struct ggml_tensor *run(struct ggml_call *c)
{
    struct ggml_tensor *made = ggml_call_run(c);
    if (!made) fail_msg("%s: %s", c->function->name, c->refused->text);
    return made;
}

// Sizes as text, "784, N".
static struct ggml_tensor *tensor(struct fixture *f, const char *name, unsigned flags,
                                  const char *n0, const char *n1)
{
    struct ggml_call c = open_call(f, "ggml_new_tensor_2d");
    const struct sym *sizes[] = {sym_parse(f->syms, n0, NULL), sym_parse(f->syms, n1, NULL), NULL,
                                 NULL};
    struct ggml_tensor *t = tensor_new(&c, DTYPE_F32, sizes);
    t->name = name;
    t->flags = flags;
    return t;
}

static struct ggml_tensor *apply(struct fixture *f, const char *function, struct ggml_tensor *a,
                                 struct ggml_tensor *b)
{
    struct ggml_call c = open_call(f, function);
    c.in[0] = a;
    c.in[1] = b;
    c.n_in = b ? 2 : 1;
    return run(&c);
}

static struct backward expand(struct fixture *f, struct ggml_tensor *loss,
                              struct ggml_tensor *const *accumulators, struct ggml_call *call)
{
    static const struct ggml_function function = {.name = "ggml_build_backward_expand"};
    struct backward result;
    if (loss) {
        loss->flags |= GGML_LOSS;
        graph_expand(f->arena, f->graph, loss, GGML_COMPUTE);
    }
    *call = (struct ggml_call){.arena = f->arena,
                               .syms = f->syms,
                               .state = &f->state,
                               .site = &f->site,
                               .function = &function};
    backward_expand(call, f->graph, accumulators, &result);
    return result;
}

// ---- comparing

static void add_sizes(struct text *out, struct arena *arena, const struct sym *const *sizes)
{
    for (int i = 0; i < GGML_DIMS; i++)
        text_printf(out, "%s%s", i ? ", " : " {", sym_string(arena, sizes[i]));
    text_add(out, "}");
}

static void add_source(struct text *out, const struct ggml_graph *graph,
                       const struct ggml_tensor *source)
{
    for (int i = 0; i < graph->nodes.n; i++)
        if (graph->nodes.at[i] == source) text_printf(out, " n%d", i);
    for (int i = 0; i < graph->leafs.n; i++)
        if (graph->leafs.at[i] == source) text_printf(out, " l%d", i);
}

// "REPEAT_BACK `grad for fc2.b` {10, 1, 1, 1} {4, 40, 40, 40} n15"
static const char *node_string(struct fixture *f, const struct ggml_tensor *t)
{
    struct text out = {.arena = f->arena};
    text_printf(&out, "%s `%s`", t->desc, t->name);
    add_sizes(&out, f->arena, t->ne);
    add_sizes(&out, f->arena, t->nb);
    for (int i = 0; i < GGML_SOURCES; i++)
        if (t->src[i]) add_source(&out, f->graph, t->src[i]);
    return text_string(&out);
}

static void check_nodes(struct fixture *f, int first, int n, const char *const *expected)
{
    for (int i = 0; i < n; i++) {
        assert_true(first + i < f->graph->nodes.n);
        assert_string_equal(node_string(f, f->graph->nodes.at[first + i]), expected[i]);
    }
    assert_int_equal(f->graph->nodes.n, first + n);
}

#define CHECK_NODES(f, first, ...)                                                                 \
    check_nodes(f, first, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),             \
                (const char *const[]){__VA_ARGS__})

// ---- a network, whose nodes the library told (tests/oracle/ggml/models/train_mlp.c)

static struct ggml_tensor *mlp(struct fixture *f, const char *batch)
{
    static const char *const widths[] = {"784", "500", "250", "10"};
    static const char *const names[] = {"fc0.w", "fc0.b", "fc1.w", "fc1.b", "fc2.w", "fc2.b"};
    struct ggml_tensor *h = tensor(f, "x", GGML_INPUT, widths[0], batch);
    struct ggml_tensor *labels = tensor(f, "labels", GGML_INPUT, widths[3], batch);
    for (int i = 0; i < 3; i++) {
        struct ggml_tensor *w = tensor(f, names[2 * i], GGML_PARAM, widths[i], widths[i + 1]);
        struct ggml_tensor *b = tensor(f, names[2 * i + 1], GGML_PARAM, widths[i + 1], "1");
        h = apply(f, "ggml_add", apply(f, "ggml_mul_mat", w, h), b);
        if (i < 2) h = apply(f, "ggml_relu", h, NULL);
    }
    h->name = "logits";
    struct ggml_tensor *loss = apply(f, "ggml_cross_entropy_loss", h, labels);
    loss->name = "loss";
    return loss;
}

static void test_network(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    struct backward result = expand(f, mlp(f, "32"), NULL, &call);
    assert_int_equal(result.problem, BACKWARD_DONE);
    assert_false(result.general);
    assert_null(call.open);
    CHECK_NODES(
        f, 15,
        "CROSS_ENTROPY_LOSS_BACK `grad for node_11` {10, 32, 1, 1} {4, 40, 1280, 1280} l2 n13 l1",
        "REPEAT_BACK `grad for fc2.b` {10, 1, 1, 1} {4, 40, 40, 40} n15",
        "OUT_PROD `grad for fc2.w` {250, 10, 1, 1} {4, 1000, 10000, 10000} n10 n15",
        "TRANSPOSE `grad for node_11 (transposed)` {32, 10, 1, 1} {40, 4, 1280, 1280} n15",
        "OUT_PROD `grad for node_10` {250, 32, 1, 1} {4, 1000, 32000, 32000} n0 n18",
        "STEP `node_20` {250, 32, 1, 1} {4, 1000, 32000, 32000} n9",
        "MUL `grad for node_7` {250, 32, 1, 1} {4, 1000, 32000, 32000} n20 n19",
        "REPEAT_BACK `grad for fc1.b` {250, 1, 1, 1} {4, 1000, 1000, 1000} n21",
        "OUT_PROD `grad for fc1.w` {500, 250, 1, 1} {4, 2000, 500000, 500000} n6 n21",
        "TRANSPOSE `grad for node_7 (transposed)` {32, 250, 1, 1} {1000, 4, 32000, 32000} n21",
        "OUT_PROD `grad for node_6` {500, 32, 1, 1} {4, 2000, 64000, 64000} n1 n24",
        "STEP `node_26` {500, 32, 1, 1} {4, 2000, 64000, 64000} n5",
        "MUL `grad for node_3` {500, 32, 1, 1} {4, 2000, 64000, 64000} n26 n25",
        "REPEAT_BACK `grad for fc0.b` {500, 1, 1, 1} {4, 2000, 2000, 2000} n27",
        "OUT_PROD `grad for fc0.w` {784, 500, 1, 1} {4, 3136, 1568000, 1568000} l0 n27");
    assert_string_equal(f->graph->leafs.at[2]->name, "leaf_2");
    assert_int_equal(f->graph->leafs.at[2]->type, DTYPE_F32);
}

// All that is made is the call's, whatever function of the library makes it.
static void test_origin(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    expand(f, mlp(f, "32"), NULL, &call);
    assert_int_equal(call.made.n, 16);
    for (int i = 0; i < call.made.n; i++) {
        assert_string_equal(call.made.at[i]->function, "ggml_build_backward_expand");
        assert_ptr_equal(call.made.at[i]->site, &f->site);
        assert_int_equal(call.made.at[i]->number, f->state.tensors.n - 16 + i);
    }
}

static void test_symbolic_batch(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    struct backward result = expand(f, mlp(f, "N"), NULL, &call);
    assert_int_equal(result.problem, BACKWARD_DONE);
    assert_true(result.general); // for N = 1 no bias is repeated
    assert_int_equal(f->graph->nodes.n, 30);
    assert_string_equal(node_string(f, f->graph->nodes.at[29]),
                        "OUT_PROD `grad for fc0.w` {784, 500, 1, 1} {4, 3136, 1568000, 1568000} "
                        "l0 n27");
}

// ---- gradients that come together

// Both uses of a parameter give it one, and an accumulator gathers them in its own memory.
static void test_two_uses(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    struct ggml_tensor *square = apply(f, "ggml_mul", w, w);
    struct ggml_tensor *loss = apply(f, "ggml_sum", square, NULL);
    assert_int_equal(expand(f, loss, NULL, &call).problem, BACKWARD_DONE);
    CHECK_NODES(f, 3, "REPEAT `grad for node_1` {4, 3, 1, 1} {4, 16, 48, 48} l0",
                "MUL `grad for w` {4, 3, 1, 1} {4, 16, 48, 48} n3 n0",
                "MUL `node_5` {4, 3, 1, 1} {4, 16, 48, 48} n0 n3",
                "ADD `grad for w` {4, 3, 1, 1} {4, 16, 48, 48} n4 n5");
    assert_ptr_equal(graph_gradient(f->graph, w), f->graph->nodes.at[6]);
    assert_null(graph_accumulator(f->graph, w));
    assert_ptr_equal(graph_accumulator(f->graph, loss), f->graph->leafs.at[0]);
}

static void test_accumulator(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    struct ggml_tensor *gathered = tensor(f, "gathered", 0, "4", "3");
    struct ggml_tensor *square = apply(f, "ggml_mul", w, w);
    struct ggml_tensor *accumulators[] = {gathered, NULL, NULL};
    struct backward result = expand(f, apply(f, "ggml_sum", square, NULL), accumulators, &call);
    assert_int_equal(result.problem, BACKWARD_DONE);
    const struct ggml_tensor *sum = graph_gradient(f->graph, w);
    assert_ptr_equal(sum->view_src, gathered);
    assert_ptr_equal(graph_accumulator(f->graph, w), gathered);
    assert_int_equal(sum->op, GGML_OP_ADD);
    assert_string_equal(sum->name, "grad for w");
}

// ---- what is refused

static void check_problem(struct fixture *f, struct ggml_tensor *loss,
                          enum backward_problem problem, const struct ggml_tensor *at)
{
    struct ggml_call call;
    struct backward result = expand(f, loss, NULL, &call);
    assert_int_equal(result.problem, problem);
    assert_ptr_equal(result.at, at);
    if (problem == BACKWARD_REFUSED) assert_non_null(call.refused);
}

static void test_empty(void **state)
{
    check_problem(*state, NULL, BACKWARD_EMPTY, NULL);
}

static void test_no_room(void **state)
{
    struct fixture *f = *state;
    f->graph->has_gradients = false;
    check_problem(f, mlp(f, "32"), BACKWARD_NO_ROOM, NULL);
}

static void test_no_parameter(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *x = tensor(f, "x", 0, "4", "3");
    check_problem(f, apply(f, "ggml_sum", x, NULL), BACKWARD_NO_PARAMETER, NULL);
}

static void test_no_loss(void **state)
{
    struct fixture *f = *state;
    struct ggml_call call;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    graph_expand(f->arena, f->graph, apply(f, "ggml_sum", w, NULL), GGML_COMPUTE);
    assert_int_equal(expand(f, NULL, NULL, &call).problem, BACKWARD_NO_LOSS);
}

static void test_in_place(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    struct ggml_tensor *relu = apply(f, "ggml_relu_inplace", w, NULL);
    check_problem(f, apply(f, "ggml_sum", relu, NULL), BACKWARD_IN_PLACE, relu);
}

static void test_unsupported(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    struct ggml_tensor *gelu = apply(f, "ggml_gelu", w, NULL);
    assert_false(backward_supports(gelu));
    assert_true(backward_supports(w));
    check_problem(f, apply(f, "ggml_sum", gelu, NULL), BACKWARD_UNSUPPORTED, gelu);
}

static void test_labels(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *x = tensor(f, "x", GGML_PARAM, "4", "3");
    struct ggml_tensor *labels = tensor(f, "labels", GGML_PARAM, "4", "3");
    struct ggml_tensor *loss = apply(f, "ggml_cross_entropy_loss", x, labels);
    check_problem(f, loss, BACKWARD_REFUSED, loss);
}

// A parameter that is only copied over gets no gradient, and the library looks at its shape.
static void test_no_gradient(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *w = tensor(f, "w", GGML_PARAM, "4", "3");
    struct ggml_tensor *into = tensor(f, "into", GGML_PARAM, "4", "3");
    struct ggml_tensor *copy = apply(f, "ggml_cpy", w, into);
    check_problem(f, apply(f, "ggml_sum", copy, NULL), BACKWARD_NO_GRADIENT, copy);
}

static void test_full(void **state)
{
    struct fixture *f = *state;
    struct ggml_tensor *loss = mlp(f, "32");
    f->graph->size = sym_const(f->syms, 20);
    struct ggml_call call;
    struct backward result = expand(f, loss, NULL, &call);
    assert_int_equal(result.problem, BACKWARD_FULL);
    assert_int_equal(result.limit, GRAPH_NODES_FULL);
    assert_int_equal(f->graph->nodes.n, 20);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        TEST(test_network),     TEST(test_origin),       TEST(test_symbolic_batch),
        TEST(test_two_uses),    TEST(test_accumulator),  TEST(test_empty),
        TEST(test_no_room),     TEST(test_no_parameter), TEST(test_no_loss),
        TEST(test_in_place),    TEST(test_unsupported),  TEST(test_labels),
        TEST(test_no_gradient), TEST(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
