#include "analyzer/models/ggml_gallocr.h"
#include "tests/unit/ggml_graphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct ggml_plan plan(struct graphs *g)
{
    struct ggml_plan plan;
    ggml_gallocr_plan(g->arena, g->syms, &g->state, &g->graph, &plan);
    return plan;
}

static const char *text(struct graphs *g, struct quantity q)
{
    return quantity_string(g->arena, q);
}

static const char *place(struct graphs *g, const struct ggml_plan *p, const struct ggml_tensor *t)
{
    const struct sym *offset = ggml_plan_offset(p, t);
    return offset ? sym_string(g->arena, offset) : "elsewhere";
}

// ---- numbers

static void takes_over_memory_of_its_last_reader(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_tensor *x = graphs_leaf(&g, "101", "10");
    struct ggml_tensor *a = graphs_node(&g, GGML_OP_MUL_MAT, "101", "10", x, NULL);
    struct ggml_tensor *b = graphs_node(&g, GGML_OP_UNARY, "101", "10", a, NULL);
    struct ggml_plan p = plan(&g);
    assert_string_equal(text(&g, p.buffer), "8128"); // 4040 is 4064 in steps of 32
    assert_string_equal(place(&g, &p, a), "4064");
    assert_string_equal(place(&g, &p, b), "4064");
    assert_string_equal(text(&g, p.at_least), "8128");
    assert_string_equal(text(&g, p.peak), "8080");
    assert_string_equal(text(&g, p.lost), "0");
    assert_int_equal(p.n_moments, 1);
    assert_ptr_equal(p.moments[0].node, a);
    assert_int_equal(p.moments[0].n_alive, 2);
    assert_ptr_equal(p.moments[0].alive[0], x);
    arena_close(g.arena);
}

static void clamp_works_in_place_since_25(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_tensor *x = graphs_leaf(&g, "8", "1");
    struct ggml_tensor *a = graphs_node(&g, GGML_OP_MUL_MAT, "8", "1", x, NULL);
    graphs_node(&g, GGML_OP_CLAMP, "8", "1", a, NULL);
    x->flags |= GGML_OUTPUT;
    g.state.version = 21;
    assert_string_equal(text(&g, plan(&g).buffer), "96");
    g.state.version = 25;
    assert_string_equal(text(&g, plan(&g).buffer), "64");
    arena_close(g.arena);
}

// Every other one of many tensors is given back, and nothing fits into the gaps.
static void too_many_free_ranges_end_it(void **state)
{
    (void)state;
    for (int gaps = 255; gaps <= 256; gaps++) {
        struct graphs g = graphs_open();
        struct ggml_tensor *last = NULL;
        for (int i = 0; i < gaps; i++) {
            struct ggml_tensor *given = graphs_leaf(&g, "8", "1");
            graphs_leaf(&g, "8", "1");
            last = graphs_node(&g, GGML_OP_CONT, "16", "1", given, NULL);
            last->flags |= GGML_OUTPUT;
        }
        struct ggml_plan p = plan(&g);
        assert_int_equal(p.end, gaps == 255 ? GGML_PLACED : GGML_OUT_OF_RANGES);
        if (gaps == 256) assert_ptr_equal(p.ended_at, last->src[0]);
        if (gaps == 256) assert_int_equal(p.buffer.tag, TAG_UNKNOWN);
        if (gaps == 255) assert_int_equal(p.most_ranges, 256);
        arena_close(g.arena);
    }
}

static void nothing_to_hold_aborts(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_tensor *x = graphs_leaf(&g, "0", "4");
    graphs_node(&g, GGML_OP_CONT, "0", "4", x, NULL);
    struct ggml_plan p = plan(&g);
    assert_int_equal(p.end, GGML_NOTHING_HELD);
    assert_ptr_equal(p.ended_at, x);
    arena_close(g.arena);
}

static void sizes_beyond_64_bits_are_unknown(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_tensor *x = graphs_leaf(&g, "1000000000", "1000000000");
    graphs_node(&g, GGML_OP_CONT, "1000000000", "10000000000", x, NULL);
    struct ggml_plan p = plan(&g);
    assert_int_equal(p.end, GGML_SIZE_UNKNOWN);
    assert_int_equal(p.buffer.tag, TAG_UNKNOWN);
    assert_int_equal(p.at_least.tag, TAG_LOWER);
    arena_close(g.arena);
}

// ---- symbols

static void assume_sizes(struct graphs *g)
{
    static const char *const names[] = {"N", "C", "T"};
    for (int i = 0; i < 3; i++) sym_assume_at_least(g->syms, graphs_size(g, names[i]), 1);
}

// norm, up, activation, down, sum, as often as it says.
static void add_mlp(struct graphs *g, int layers)
{
    struct ggml_tensor *x = graphs_leaf(g, "768", "N");
    for (int i = 0; i < layers; i++) {
        struct ggml_tensor *h = graphs_node(g, GGML_OP_NORM, "768", "N", x, NULL);
        h = graphs_node(g, GGML_OP_MUL_MAT, "3072", "N", h, NULL);
        h = graphs_node(g, GGML_OP_UNARY, "3072", "N", h, NULL);
        h = graphs_node(g, GGML_OP_MUL_MAT, "768", "N", h, NULL);
        x = graphs_node(g, GGML_OP_ADD, "768", "N", x, h);
    }
}

static void one_symbol_gives_a_closed_form(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    assume_sizes(&g);
    add_mlp(&g, 12);
    struct ggml_plan p = plan(&g);
    assert_string_equal(text(&g, p.buffer), "18432*N");
    assert_string_equal(text(&g, p.at_least), "18432*N");
    assert_string_equal(text(&g, p.lost), "0");
    assert_int_equal(p.n_pieces, 1);
    arena_close(g.arena);
}

static void order_that_is_open_gives_pieces(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    assume_sizes(&g);
    struct ggml_tensor *x = graphs_leaf(&g, "8", "N"), *y = graphs_leaf(&g, "8", "1");
    struct ggml_tensor *a = graphs_node(&g, GGML_OP_CONT, "8", "1", x, y);
    graphs_node(&g, GGML_OP_CONT, "8", "T", a, NULL);
    y->flags |= GGML_OUTPUT;
    // x is given back; the last node fits into its place where T <= N
    struct ggml_plan p = plan(&g);
    assert_int_equal(p.n_pieces, 2);
    assert_int_equal(p.buffer.tag, TAG_UPPER);
    assert_string_equal(sym_string(g.arena, p.pieces[0].buffer), "32*N + 64");
    assert_string_equal(sym_string(g.arena, p.pieces[1].buffer), "32*N + 32*T + 64");
    assert_string_equal(p.buffer.reason, "the allocator places tensors by whether T <= N");
    arena_close(g.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_over_memory_of_its_last_reader),
        cmocka_unit_test(clamp_works_in_place_since_25),
        cmocka_unit_test(too_many_free_ranges_end_it),
        cmocka_unit_test(nothing_to_hold_aborts),
        cmocka_unit_test(sizes_beyond_64_bits_are_unknown),
        cmocka_unit_test(one_symbol_gives_a_closed_form),
        cmocka_unit_test(order_that_is_open_gives_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
