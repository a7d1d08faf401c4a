#include "analyzer/report/peaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

static struct report_peak row_of(struct fixture *f, int row, const char *bytes)
{
    const struct sym *sym = sym_parse(f->syms, bytes, NULL);
    assert_non_null(sym);
    return (struct report_peak){.row = row, .bytes = quantity_of(sym)};
}

// Of two results one is not known: the row may be larger than what is known of it.
static struct report_peak row_at_least(struct fixture *f, int row, const char *bytes)
{
    struct report_peak peak = row_of(f, row, bytes);
    peak.bytes = quantity_at_least(peak.bytes, "indices are not known");
    return peak;
}

static void the_earliest_of_equal_rows(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    assert_true(sym_assume_at_least(f.syms, sym_var(f.syms, "N"), 1));
    const struct report_peak sizes[] = {row_of(&f, 0, "8*N"), row_of(&f, 1, "16*N"),
                                        row_of(&f, 2, "16*N")},
                             *peaks;
    assert_int_equal(peaks_among(f.arena, f.syms, 3, sizes, NULL, &peaks), 1);
    assert_int_equal(peaks[0].row, 1);
    assert_int_equal(peaks[0].bytes.tag, TAG_EXACT);
    arena_close(f.arena);
}

static void a_row_known_in_part_may_be_the_largest(void **state)
{
    (void)state;
    struct fixture f = fixture_open();
    const struct report_peak smaller[] = {row_at_least(&f, 0, "64"), row_of(&f, 1, "128")},
                             equal[] = {row_of(&f, 0, "64"), row_at_least(&f, 1, "64")}, *peaks;
    assert_int_equal(peaks_among(f.arena, f.syms, 2, smaller, NULL, &peaks), 1);
    assert_int_equal(peaks[0].row, 1);
    assert_int_equal(peaks[0].bytes.tag, TAG_LOWER);
    assert_string_equal(peaks[0].bytes.reason, "indices are not known");
    assert_int_equal(peaks_among(f.arena, f.syms, 2, equal, NULL, &peaks), 1);
    assert_int_equal(peaks[0].row, 0);
    assert_int_equal(peaks[0].bytes.tag, TAG_LOWER);
    arena_close(f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_of_equal_rows),
        cmocka_unit_test(a_row_known_in_part_may_be_the_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
