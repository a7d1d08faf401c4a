#include "analyzer/regimes.h"
#include "ir/base/text.h"
#include "ir/requirement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct arena *arena;
    struct syms *syms;
};

static struct fixture fixture_open(void)
{
    struct arena *arena = arena_open();
    return (struct fixture){arena, syms_open(arena)};
}

static const struct sym *expr(struct fixture *f, const char *text)
{
    const struct sym *sym = sym_parse(f->syms, text, NULL);
    assert_non_null(sym);
    return sym;
}

static void expect_regimes(struct fixture *f, int n, const char *const *sizes,
                           const char *const *expected)
{
    const struct sym *parsed[8];
    const char *conditions[8];
    for (int i = 0; i < n; i++) parsed[i] = expr(f, sizes[i]);
    regimes_find(f->arena, f->syms, n, parsed, conditions);
    for (int i = 0; i < n; i++) {
        if (!expected[i])
            assert_null(conditions[i]);
        else
            assert_string_equal(conditions[i] ? conditions[i] : "never", expected[i]);
    }
}

static void attention_passes_the_mlp(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    assert_true(sym_assume_at_least(f.syms, expr(&f, "B"), 1));
    assert_true(sym_assume_at_least(f.syms, expr(&f, "T"), 1));
    // MLP of 4*C with C = 768 against 12 heads of T*T scores
    expect_regimes(&f, 2, (const char *[]){"12288*B*T", "48*B*T^2"},
                   (const char *[]){"T <= 256", "T > 256"});
    expect_regimes(&f, 2, (const char *[]){"48*B*T^2", "12288*B*T"},
                   (const char *[]){"T > 255", "T <= 255"});
    expect_regimes(&f, 3, (const char *[]){"4000*T", "100*T^2", "T^3"},
                   (const char *[]){"T <= 40", "40 < T <= 100", "T > 100"});
    expect_regimes(&f, 2, (const char *[]){"4*B*h*T^2", "16*B*T*C"},
                   (const char *[]){"T*h >= 4*C", "4*C > T*h"});
    expect_regimes(&f, 2, (const char *[]){"4*B*T", "8*B*T"}, (const char *[]){NULL, ""});
    // B is in both and can't make them equal
    expect_regimes(&f, 2, (const char *[]){"8*B*T", "8*B*(T + T/2)"},
                   (const char *[]){"T <= 1", "T > 1"});
    // A width of 0 gives everything the same size, which makes none of them the largest; and the
    // first size is covered by the second.
    expect_regimes(&f, 3, (const char *[]){"4*B*C", "16*B*C", "4*B*V"},
                   (const char *[]){NULL, "C > 0 and 4*C >= V", "V > 4*C"});
    expect_regimes(&f, 2, (const char *[]){"8*B", "16*B*C*T"}, (const char *[]){NULL, "2*C*T > 1"});
    arena_close(f.arena);
}

// What a model accepts decides which output is its largest.
static void conditions_of_the_model_decide(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    const char *const symbols[] = {"N", "T", "H", "D", "V"};
    for (int i = 0; i < 5; i++) assert_true(sym_assume_at_least(f.syms, expr(&f, symbols[i]), 1));
    const char *const scores[] = {"4*N*T^2", "256*N*T"};
    expect_regimes(&f, 2, scores, (const char *[]){"T > 63", "T <= 63"});
    assert_true(sym_assume_at_most(f.syms, expr(&f, "T"), 32));
    expect_regimes(&f, 2, scores, (const char *[]){NULL, ""});
    const char *const rounded[] = {"N*(8*(H/8) + 4)", "N*(H + 3)"};
    expect_regimes(&f, 2, rounded, (const char *[]){"8*(H/8) + 1 >= H", "H > 8*(H/8) + 1"});
    assert_true(sym_assume_divides(f.syms, 8, expr(&f, "H")));
    expect_regimes(&f, 2, rounded, (const char *[]){"", NULL});
    const char *const widths[] = {"4*N*D", "4*N*V", "16*N"};
    expect_regimes(&f, 3, widths,
                   (const char *[]){"D > 3 and D >= V", "V > 3 and V > D", "D <= 3 and V <= 3"});
    assert_true(sym_assume_at_most(f.syms, expr(&f, "D - V"), 0));
    expect_regimes(&f, 3, widths,
                   (const char *[]){"D > 3 and D >= V", "V > 3 and V > D", "V <= 3"});
    arena_close(f.arena);
}

static void expect_requirement(struct fixture *f, enum relation relation, const char *a,
                               const char *b, const char *expected)
{
    struct obligation o = {
        .relation = relation, .a = {.size = expr(f, a)}, .b = {.size = expr(f, b)}};
    struct requirement requirement;
    assert_true(requirement_of(f->arena, f->syms, &o, &requirement));
    assert_string_equal(requirement_string(f->arena, &requirement), expected);
    assert_true(requirement_assume(f->syms, &requirement));
    if (requirement_prove(f->syms, &o).verdict != VERDICT_PROVED)
        fail_msg("%s is not kept", expected);
}

static void expect_sizes(struct fixture *f, const char *a, const char *b, const char *expected)
{
    struct obligation o = {
        .relation = RELATION_EQUAL, .a = {.size = expr(f, a)}, .b = {.size = expr(f, b)}};
    struct requirement found[MAX_RESIDUES_REQUIREMENTS];
    struct text text = {.arena = f->arena};
    int n = requirement_sizes(f->arena, f->syms, &o, NULL, 0, found);
    for (int i = 0; i < n; i++)
        text_printf(&text, "%s%s", i ? ", " : "", requirement_string(f->arena, &found[i]));
    assert_string_equal(text_string(&text), expected);
}

#define MAX_PIECES 4

// The bound from which on one of the sizes is the largest.
static void expect_from(struct fixture *f, int n, const char *const *texts, int index,
                        const char *expected)
{
    const struct sym *sizes[MAX_PIECES];
    const char *conditions[MAX_PIECES];
    for (int i = 0; i < n; i++) sizes[i] = expr(f, texts[i]);
    regimes_find(f->arena, f->syms, n, sizes, conditions);
    struct regime_from from = regimes_from(f->arena, f->syms, n, sizes, conditions);
    assert_int_equal(from.index, index);
    if (index >= 0) assert_string_equal(from.condition, expected);
}

static void large_pictures_have_one_peak(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    const char *const symbols[] = {"N", "H", "W", "T", "V"};
    for (int i = 0; i < 5; i++) assert_true(sym_assume_at_least(f.syms, expr(&f, symbols[i]), 1));
    const char *const strided[] = {"256*N*((H + 1)/2)*((W + 1)/2)", "512*N*((H + 7)/8)*((W + 7)/8)",
                                   "4000*N"};
    expect_from(&f, 3, strided, 0, "H >= 7 and W >= 7");
    // Where no bound is enough there is none: a long text or a large vocabulary.
    const char *const text[] = {"N*T*T", "N*T*V", "64*N*T"};
    expect_from(&f, 3, text, -1, NULL);
    // Two pieces and a short condition need no other one.
    const char *const two[] = {"8*N*H*W", "100*N"};
    expect_from(&f, 2, two, -1, NULL);
    arena_close(f.arena);
}

static void a_bound_that_always_holds_is_no_condition(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    assert_true(sym_assume_at_least(f.syms, expr(&f, "N"), 1));
    assert_true(sym_assume_at_least(f.syms, expr(&f, "H"), 100));
    assert_true(sym_assume_at_least(f.syms, expr(&f, "W"), 100));
    const struct sym *sizes[] = {expr(&f, "256*N*((H + 1)/2)*((W + 1)/2)"),
                                 expr(&f, "512*N*((H + 7)/8)*((W + 7)/8)"), expr(&f, "4000*N")};
    // As long as what is said where nothing is proved for all sizes.
    const char *const conditions[] = {"64*((H + 1)/2)*((W + 1)/2) >= 128*((H + 7)/8)*((W + 7)/8)",
                                      "128*((H + 7)/8)*((W + 7)/8) > 64*((H + 1)/2)*((W + 1)/2)",
                                      "4000 > 256*((H + 1)/2)*((W + 1)/2)"};
    struct regime_from from = regimes_from(f.arena, f.syms, 3, sizes, conditions);
    assert_int_equal(from.index, -1);
    arena_close(f.arena);
}

static void sizes_are_exact(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    assert_true(sym_assume_at_least(f.syms, expr(&f, "H"), 1));
    expect_sizes(&f, "2*(H/2)", "H", "H % 2 == 0");
    expect_sizes(&f, "H/4", "2*(H/8)", "H % 8 <= 3");
    expect_sizes(&f, "2*((H - 1)/2) + 1", "H", "H % 2 == 1");
    expect_sizes(&f, "(H + 5)/8*8", "(H + 1)/4*4 + 4", "H % 8 >= 3, H % 8 <= 6");
    expect_sizes(&f, "min(H, 512)", "H", "H <= 512");
    expect_sizes(&f, "max(H, 20)", "H", "H >= 20");
    // One size of a few is a choice, and residues apart are no interval: neither is told.
    expect_sizes(&f, "(H - 4)/2", "12", "");
    expect_sizes(&f, "(H % 2)*(H % 3)", "0", "");
    expect_sizes(&f, "3*(H/3)", "2*(H/2)", "H % 6 <= 1");
    arena_close(f.arena);
}

static void requirements_are_simple(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    expect_requirement(&f, RELATION_EQUAL, "2*(H/2)", "H", "H % 2 == 0");
    expect_requirement(&f, RELATION_EQUAL, "2*((W/2)/2*2)", "W", "W % 4 == 0");
    expect_requirement(&f, RELATION_EQUAL, "Q", "min(Q, 512)", "Q <= 512");
    expect_requirement(&f, RELATION_EQUAL, "max(R, 10)", "R", "R >= 10");
    expect_requirement(&f, RELATION_AT_MOST, "7", "L + 2", "L >= 5");
    expect_requirement(&f, RELATION_AT_MOST, "3*K", "100", "K <= 33");
    expect_requirement(&f, RELATION_AT_MOST, "T", "n_ctx", "T <= n_ctx");
    expect_requirement(&f, RELATION_DIVIDES, "h", "C", "C % h == 0");
    expect_requirement(&f, RELATION_DIVIDES, "8", "a + b", "(a + b) % 8 == 0");
    expect_requirement(&f, RELATION_EQUAL, "p*q", "r*s", "p*q == r*s");
    expect_requirement(&f, RELATION_EQUAL, "u", "min(u, v)", "u <= v");
    expect_requirement(&f, RELATION_EQUAL, "e", "min(g, i)", "e == min(g, i)");
    arena_close(f.arena);
}

static void bounds_are_compared_whatever_the_sizes(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    const char *fine = "N*((H - 1)/(s^2) + 1)*((W - 1)/(s^2) + 1)",
               *coarse = "N*((H - 1)/(s^5) + 1)*((W - 1)/(s^5) + 1)";
    struct requirement first = {REQUIRE_AT_LEAST, fine, "2"},
                       last = {REQUIRE_AT_LEAST, coarse, "2"}, most = {REQUIRE_AT_MOST, "3", fine},
                       equal = {REQUIRE_EQUAL, fine, "2"};
    sym_assume_at_least(f.syms, expr(&f, "H"), 1);
    sym_assume_at_least(f.syms, expr(&f, "W"), 1);
    assert_false(requirement_is_weaker(f.syms, &first, &last)); // s may be 0
    sym_assume_at_least(f.syms, expr(&f, "s"), 1);
    assert_true(requirement_is_weaker(f.syms, &first, &last));
    assert_false(requirement_is_weaker(f.syms, &last, &first));
    assert_true(requirement_is_weaker(f.syms, &first, &most));
    assert_false(requirement_is_weaker(f.syms, &most, &first));
    assert_false(requirement_is_weaker(f.syms, &first, &equal));
    arena_close(f.arena);
}

static void a_requirement_that_never_holds_is_not_assumed(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    struct requirement requirement = {REQUIRE_EQUAL, "2*x", "2*y + 1"};
    assert_false(requirement_assume(f.syms, &requirement));
    assert_int_equal(sym_prove_equal(f.syms, expr(&f, "x"), expr(&f, "x")).verdict, VERDICT_PROVED);
    assert_int_equal(sym_prove_at_most(f.syms, expr(&f, "x"), expr(&f, "x + y")).verdict,
                     VERDICT_PROVED);
    arena_close(f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attention_passes_the_mlp),
        cmocka_unit_test(conditions_of_the_model_decide),
        cmocka_unit_test(large_pictures_have_one_peak),
        cmocka_unit_test(a_bound_that_always_holds_is_no_condition),
        cmocka_unit_test(sizes_are_exact),
        cmocka_unit_test(requirements_are_simple),
        cmocka_unit_test(bounds_are_compared_whatever_the_sizes),
        cmocka_unit_test(a_requirement_that_never_holds_is_not_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
