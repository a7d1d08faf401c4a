#include "ir/base/arena.h"
#include "ir/base/checked.h"
#include "ir/base/map.h"
#include "ir/base/site.h"
#include "ir/base/text.h"
#include "ir/base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void arena_gives_zeroed_aligned_memory(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    for (size_t bytes = 0; bytes < 100000; bytes = bytes * 2 + 1) {
        char *memory = arena_alloc(arena, bytes);
        assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < bytes; i++) assert_int_equal(memory[i], 0);
        memset(memory, 0xff, bytes);
    }
    assert_string_equal(arena_printf(arena, "%s-%d", "block", 7), "block-7");
    assert_string_equal(arena_string_n(arena, "abcdef", 3), "abc");
    assert_memory_equal(arena_copy(arena, "xyz", 4), "xyz", 4);
    assert_true(arena_bytes(arena) >= 100000);
    arena_close(arena);
    arena_close(NULL);
}

static void arenas_inside_close_early_or_with_their_parent(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct arena *first = arena_open_inside(arena), *second = arena_open_inside(arena);
    arena_alloc(first, 100);
    arena_alloc(arena_open_inside(second), 100);
    arena_close(first);
    arena_close(arena_open_inside(second));
    arena_close(arena);
}

static jmp_buf exhausted;

static void leave(size_t bytes)
{
    assert_int_equal(bytes, SIZE_MAX);
    longjmp(exhausted, 1);
}

static void arena_refuses_a_product_that_wraps(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    arena_set_exhausted(leave);
    if (!setjmp(exhausted)) {
        arena_alloc_array(arena, SIZE_MAX / 2, 4);
        fail();
    }
    arena_set_exhausted(NULL);
    arena_close(arena);
}

static void vec_grows_and_keeps_items(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    VEC(struct { int number; }) vec = {0};
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(vec_push(arena, &vec)->number, 0);
        vec.at[i].number = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(vec.at[i].number, i);
    arena_close(arena);
}

static void map_finds_replaces_and_iterates_in_order(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct map *map = map_open(arena);
    static int values[1000];
    assert_null(map_get_string(map, "nothing"));
    for (int i = 0; i < 1000; i++) {
        char key[16];
        snprintf(key, sizeof key, "key%d", i);
        map_put_string(map, key, &values[i]);
    }
    map_put_string(map, "key7", &values[0]);
    assert_int_equal(map_count(map), 1000);
    assert_ptr_equal(map_get_string(map, "key7"), &values[0]);
    assert_ptr_equal(map_get_string(map, "key999"), &values[999]);
    assert_null(map_get_string(map, "key1000"));
    assert_string_equal(map_key(map, 12), "key12");
    assert_ptr_equal(map_value(map, 12), &values[12]);

    struct map *numbers = map_open(arena);
    map_put_number(numbers, 0, &values[1]);
    map_put_number(numbers, UINT64_MAX, &values[2]);
    assert_ptr_equal(map_get_number(numbers, 0), &values[1]);
    assert_ptr_equal(map_get_number(numbers, UINT64_MAX), &values[2]);
    assert_null(map_get_number(numbers, 1));
    arena_close(arena);
}

static void text_grows(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct text text = {.arena = arena};
    assert_string_equal(text_string(&text), "");
    for (int i = 0; i < 100; i++) text_printf(&text, "%d,", i);
    text_add(&text, "end");
    text_add_char(&text, '.');
    text_add_n(&text, "abc", 1);
    assert_int_equal(text.n, strlen(text_string(&text)));
    assert_string_equal(text_string(&text) + text.n - 8, "99,end.a");
    arena_close(arena);
}

static void nearest_names_come_best_first(void **state)
{
    (void)state;
    const char *names[] = {"padding", "stride", "dilation", "groups", "padding_mode", "bias"};
    const char *nearest[3];
    assert_int_equal(text_nearest("paddnig", names, 6, nearest, 3), 1);
    assert_string_equal(nearest[0], "padding");
    assert_int_equal(text_nearest("Stride", names, 6, nearest, 3), 1);
    assert_string_equal(nearest[0], "stride");
    assert_int_equal(text_nearest("zzzzzz", names, 6, nearest, 3), 0);
    const char *close[] = {"abce", "abcd", "abxx"};
    assert_int_equal(text_nearest("abcd", close, 3, nearest, 2), 2);
    assert_string_equal(nearest[0], "abcd");
    assert_string_equal(nearest[1], "abce");
}

static void printable_text_stays_in_its_line(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    static const char *const cases[][2] = {
        {"a\n\t\r", "a\\n\\t\\r"},
        {"\x1b[31m\x7f", "\\x1B[31m\\x7F"},
        {"gr\xc3\xb6\xc3\x9f", "gr\xc3\xb6\xc3\x9f"},          // two characters of two bytes
        {"\xe9 \xc3", "\\xE9 \\xC3"},                          // Latin-1, cut off
        {"\xc0\x80\xe0\x80\x80", "\\xC0\\x80\\xE0\\x80\\x80"}, // overlong
        {"\xed\xa0\x80", "\\xED\\xA0\\x80"},                   // a surrogate
        {"\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},          // beyond U+10FFFF
        {"\xc2\x9b", "\\xC2\\x9B"},                            // a control of terminals
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(text_printable(arena, cases[i][0]), cases[i][1]);
    assert_int_equal(text_width("gr\xc3\xb6\xc3\x9f"), 4);
    arena_close(arena);
}

static void site_prints_as_editors_read_it(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct site site = {.file = "block.c", .line = 88, .column = 5};
    assert_string_equal(site_string(arena, &site), "block.c:88:5");
    site.column = 0;
    assert_string_equal(site_string(arena, &site), "block.c:88");
    assert_string_equal(site_string(arena, NULL), "");
    arena_close(arena);
}

static void checked_arithmetic_tells_of_wrapping(void **state)
{
    (void)state;
    int64_t result;
    assert_true(checked_add(INT64_MAX - 1, 1, &result));
    assert_int_equal(result, INT64_MAX);
    assert_false(checked_add(INT64_MAX, 1, &result));
    assert_false(checked_sub(INT64_MIN, 1, &result));
    assert_false(checked_mul(INT64_MAX / 2, 3, &result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(arenas_inside_close_early_or_with_their_parent),
        cmocka_unit_test(arena_refuses_a_product_that_wraps),
        cmocka_unit_test(vec_grows_and_keeps_items),
        cmocka_unit_test(map_finds_replaces_and_iterates_in_order),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(nearest_names_come_best_first),
        cmocka_unit_test(printable_text_stays_in_its_line),
        cmocka_unit_test(site_prints_as_editors_read_it),
        cmocka_unit_test(checked_arithmetic_tells_of_wrapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
