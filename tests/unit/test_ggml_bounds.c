// Random graphs with symbols for their sizes: what is said of all values must hold where the
// allocator is simulated with numbers.

#include "analyzer/models/ggml_gallocr.h"
#include "tests/unit/ggml_graphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#define N_GRAPHS 80
#define N_DRAWS 12
#define MAX_TENSORS 64

static const char *const names[] = {"N", "C", "T"};

struct counts {
    int exact, upper, without_pieces, more_pieces, lower;
};

static uint32_t draw(uint32_t *random, uint32_t below)
{
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % below;
}

static const char *draw_size(uint32_t *random, uint32_t kinds)
{
    static const char *const sizes[] = {"N",   "8",   "2*N", "64", "C",  "N + 1",
                                        "4*C", "3*T", "T",   "1",  "N*C"};
    return sizes[draw(random, kinds)];
}

// A node that reads one or two of the tensors so far.
static struct ggml_tensor *draw_node(struct graphs *g, uint32_t *random, uint32_t kinds,
                                     struct ggml_tensor **made, int n)
{
    struct ggml_tensor *a = made[draw(random, (uint32_t)n)], *b = made[draw(random, (uint32_t)n)];
    struct ggml_tensor *t;
    switch (draw(random, 8)) {
    case 0: return graphs_view(g, a);
    case 1:
    case 2:
    case 3:
        t = graphs_tensor(g, GGML_OP_ADD, a->ne[0], a->ne[1]);
        t->src[0] = a;
        t->src[1] = b;
        *vec_push(g->arena, &g->graph.nodes) = t;
        return t;
    default:
        return graphs_node(g, GGML_OP_CONT, draw_size(random, kinds), draw_size(random, kinds), a,
                           draw(random, 2) ? b : NULL);
    }
}

static struct graphs draw_graph(uint32_t seed)
{
    struct graphs g = graphs_open();
    struct ggml_tensor *made[MAX_TENSORS];
    uint32_t random = seed * 2654435761u + 1, kinds = 2 + seed % 10;
    int n = 0, leafs = 1 + (int)draw(&random, 4), all = leafs + 4 + (int)draw(&random, 40);
    for (int i = 0; i < 3; i++) sym_assume_at_least(g.syms, graphs_size(&g, names[i]), 1);
    if (seed % 4 == 0) sym_assume_divides(g.syms, 32, graphs_size(&g, "C"));
    while (n < leafs)
        made[n++] = graphs_leaf(&g, draw_size(&random, kinds), draw_size(&random, kinds));
    while (n < all) {
        struct ggml_tensor *t = draw_node(&g, &random, kinds, made, n);
        if (draw(&random, 16) == 0) t->flags |= GGML_OUTPUT;
        if (draw(&random, 16) == 0) t->flags |= GGML_INPUT;
        if (t->view_src && (t->flags & GGML_OUTPUT)) t->view_src->flags |= GGML_OUTPUT;
        made[n++] = t;
    }
    return g;
}

static int64_t value(struct quantity q, const struct sym_binding *bindings)
{
    int64_t number = -1;
    assert_true(sym_evaluate(q.value, bindings, 3, &number));
    return number;
}

static bool holds(const struct ggml_condition *c, const struct sym_binding *bindings)
{
    int64_t small, large;
    assert_true(sym_evaluate(c->small, bindings, 3, &small));
    assert_true(sym_evaluate(c->large, bindings, 3, &large));
    return (small <= large) == c->holds;
}

// The piece whose conditions hold is the answer; those without conditions may be it anywhere.
static void hold_pieces(const struct ggml_plan *p, const struct sym_binding *bindings, int64_t real)
{
    int64_t buffer;
    bool found = false;
    for (int i = 0; i < p->n_pieces; i++) {
        bool all = true;
        for (int k = 0; k < p->pieces[i].n_conditions; k++)
            all = all && holds(&p->pieces[i].conditions[k], bindings);
        assert_true(sym_evaluate(p->pieces[i].buffer, bindings, 3, &buffer));
        if (all && p->pieces[i].n_conditions) assert_int_equal(buffer, real);
        found |= all && buffer == real;
    }
    assert_true(found || p->n_pieces == 0);
}

static void hold_draw(struct graphs *g, const struct ggml_plan *p, uint32_t *random)
{
    struct sym_binding bindings[3];
    for (int i = 0; i < 3; i++) {
        uint32_t below = draw(random, 2) ? 12 : 300;
        bindings[i] = (struct sym_binding){graphs_size(g, names[i]), 1 + draw(random, below)};
        if (!sym_allows(g->syms, bindings[i].var, bindings[i].value)) bindings[i].value *= 32;
    }
    struct graphs at = graphs_at(g, bindings, 3);
    struct ggml_plan real;
    ggml_gallocr_plan(at.arena, at.syms, &at.state, &at.graph, &real);
    assert_int_equal(real.end, GGML_PLACED);
    int64_t buffer = value(real.buffer, NULL), said = value(p->buffer, bindings);
    if (p->buffer.tag == TAG_EXACT) assert_int_equal(said, buffer);
    assert_true(said >= buffer);
    int64_t live = value(real.at_least, NULL), least = value(p->at_least, bindings);
    if (p->at_least.tag == TAG_EXACT) assert_int_equal(least, live);
    assert_true(least <= live);
    hold_pieces(p, bindings, buffer);
    for (int i = 0; i < g->state.tensors.n && p->n_pieces == 1; i++) {
        const struct sym *ours = ggml_plan_offset(p, g->state.tensors.at[i]);
        const struct sym *theirs = ggml_plan_offset(&real, at.state.tensors.at[i]);
        int64_t a = -1, b = -1;
        if (theirs) assert_true(sym_is_const(theirs, &a));
        if (ours) assert_true(sym_evaluate(ours, bindings, 3, &b));
        if (ours) assert_int_equal(a, b);
    }
    arena_close(at.arena);
}

static void all_values_agree_with_numbers(void **state)
{
    (void)state;
    struct counts counts = {0};
    for (uint32_t seed = 0; seed < N_GRAPHS; seed++) {
        struct graphs g = draw_graph(seed);
        struct ggml_plan p;
        uint32_t random = seed;
        ggml_gallocr_plan(g.arena, g.syms, &g.state, &g.graph, &p);
        assert_int_equal(p.end, GGML_PLACED);
        counts.exact += p.buffer.tag == TAG_EXACT;
        counts.upper += p.buffer.tag == TAG_UPPER;
        counts.without_pieces += p.n_pieces == 0;
        counts.more_pieces += p.n_pieces > 1;
        counts.lower += p.at_least.tag == TAG_LOWER;
        for (int i = 0; i < N_DRAWS; i++) hold_draw(&g, &p, &random);
        arena_close(g.arena);
    }
    printf("%d exact, %d upper bounds (%d of several pieces, %d of what is alive), "
           "%d with memory that may be handed over\n",
           counts.exact, counts.upper, counts.more_pieces, counts.without_pieces, counts.lower);
    assert_true(counts.exact > 5 && counts.more_pieces > 5 && counts.without_pieces > 5);
    assert_true(counts.lower > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_values_agree_with_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
