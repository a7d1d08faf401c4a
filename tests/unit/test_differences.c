// Polynomials by their differences: values, and where they are below 0, against all values.

#include "ir/base/differences.h"
#include "ir/sym/sym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define LAST 60

static int64_t cubic(const int64_t *c, int64_t x)
{
    return ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
}

static int64_t first_by_hand(const int64_t *c, int64_t from, bool below)
{
    while (from <= LAST && (cubic(c, from) < 0) != below) from++;
    return from;
}

static void hold_against_values(const int64_t *c)
{
    int64_t delta[4], found;
    for (int64_t x = 0; x < 4; x++) delta[x] = cubic(c, x);
    assert_true(differences_of_values(4, delta));
    for (int64_t from = 0; from <= LAST; from += 7) {
        int64_t value;
        assert_true(differences_at(4, delta, from, &value));
        assert_true(value == cubic(c, from));
        assert_true(differences_first_below(4, delta, from, LAST, &found));
        assert_true(found == first_by_hand(c, from, true));
        assert_true(differences_first_not_below(4, delta, from, LAST, &found));
        assert_true(found == first_by_hand(c, from, false));
    }
}

static void test_signs_of_cubics(void **state)
{
    (void)state;
    for (int64_t d = -2; d <= 2; d++)
        for (int64_t b = -90; b <= 90; b += 9)
            for (int64_t a = -700; a <= 900; a += 160)
                for (int64_t e = -3000; e <= 3000; e += 750)
                    hold_against_values((const int64_t[]){e, a, b, d});
}

static void test_beyond_64_bits(void **state)
{
    const int64_t rising[] = {0, 0, INT64_MAX / 2, 1}, falling[] = {5, 0, -INT64_MAX / 2, -1};
    int64_t found;
    (void)state;
    assert_false(differences_at(4, rising, 100, &found));
    assert_true(differences_first_below(4, rising, 0, 1000, &found));
    assert_true(found == 1001); // what only rises has no need of large numbers
    assert_false(differences_first_below(4, falling, 0, 1000, &found));
}

// Is it proved that a*n^2 + b*n + c >= 0 for low <= n <= high? So it is where it is at all of them.
static void prove_quadratic(const int64_t *c, int64_t low, int64_t high)
{
    struct arena *arena = arena_open();
    struct syms *syms = syms_open(arena);
    const struct sym *n = sym_var(syms, "n");
    bool holds = true;
    sym_assume_at_least(syms, n, low);
    sym_assume_at_most(syms, n, high);
    for (int64_t x = low; x <= high; x++) holds = holds && cubic(c, x) >= 0;
    const struct sym *square = sym_mul(syms, n, n);
    const struct sym *sum = sym_mul_const(syms, sym_mul(syms, square, n), c[3]);
    sum = sym_add(syms, sum, sym_mul_const(syms, square, c[2]));
    sum = sym_add_const(syms, sym_add(syms, sum, sym_mul_const(syms, n, c[1])), c[0]);
    assert_int_equal(sym_is_at_most(syms, sym_const(syms, 0), sum), holds);
    arena_close(arena);
}

static void test_proofs_of_one_symbol(void **state)
{
    (void)state;
    for (int64_t b = -60; b <= 60; b += 12)
        for (int64_t c = -900; c <= 900; c += 100) {
            prove_quadratic((const int64_t[]){c, b, 1, 0}, 1, 40);
            prove_quadratic((const int64_t[]){c, b, -1, 0}, 1, 12);
            prove_quadratic((const int64_t[]){c, 20 * b, b, 1}, 2, 50);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs_of_cubics),
        cmocka_unit_test(test_beyond_64_bits),
        cmocka_unit_test(test_proofs_of_one_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
