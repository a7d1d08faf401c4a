// Memory of the interpreted program, and integer arithmetic, without a program.

#include "frontends/c/heap.h"
#include "frontends/c/interp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct arena *arena;
    struct heap *heap;
    int64_t alarm;
};

static int open_heap(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->arena = arena_open();
    f->alarm = 1;
    f->heap = heap_open(f->arena, 1 << 20, 100000, &f->alarm);
    *state = f;
    return 0;
}

static int close_heap(void **state)
{
    struct fixture *f = *state;
    heap_close(f->heap);
    arena_close(f->arena);
    free(f);
    return 0;
}

static struct object *make(struct fixture *f, int64_t size, enum heap_fill fill)
{
    return heap_new(f->heap, OBJECT_HEAP, size, fill, NULL, "x");
}

static void test_states(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, 100, FILL_UNSET);
    int32_t v = 7, read = 0;
    assert_int_equal(heap_read(o, 40, 4, &read), BYTE_UNSET);
    heap_write(f->heap, o, 40, 4, &v);
    assert_int_equal(heap_read(o, 40, 4, &read), BYTE_CONCRETE);
    assert_int_equal(read, 7);
    assert_int_equal(heap_read(o, 38, 4, &read), BYTE_UNSET);
    assert_int_equal(heap_concrete(o, 40, 60), 4);
    heap_mark(f->heap, o, 41, 1, BYTE_UNKNOWN);
    assert_int_equal(heap_read(o, 40, 4, &read), BYTE_UNKNOWN);
    heap_set(f->heap, o, 0, 100, 1);
    assert_int_equal(heap_read(o, 96, 4, &read), BYTE_CONCRETE);
    assert_int_equal(read, 0x01010101);
    assert_null(o->shadow);
}

static void test_large_is_free(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, (int64_t)6 << 30, FILL_ZERO);
    int64_t v = 1, read = 5;
    assert_int_equal(heap_read(o, (int64_t)5 << 30, 8, &read), BYTE_CONCRETE);
    assert_int_equal(read, 0);
    heap_write(f->heap, o, 0, 8, &v);
    heap_set(f->heap, o, 0, o->size, 0);
    assert_int_equal(heap_read(o, 0, 8, &read), BYTE_CONCRETE);
    assert_int_equal(read, 0);
    assert_null(heap_exhausted(f->heap));
    object_id id;
    int64_t offset, far = heap_address(o->id, (int64_t)5 << 30);
    heap_locate(f->heap, far, &id, &offset);
    assert_int_equal(id, o->id);
    assert_true(offset == (int64_t)5 << 30);
}

static void test_cells(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, 64, FILL_ZERO), *to = make(f, 64, FILL_ZERO);
    struct cvalue v = {.kind = CVALUE_UNKNOWN, .reason = "because"};
    int32_t read;
    heap_write_cell(f->heap, o, 8, 4, &v);
    heap_write_cell(f->heap, o, 16, 8, &v);
    assert_int_equal(heap_read(o, 8, 4, &read), BYTE_CELL);
    assert_non_null(heap_cell(o, 8, 4));
    assert_null(heap_cell(o, 8, 2));
    heap_copy(f->heap, to, 0, o, 8, 16);
    assert_non_null(heap_cell(to, 0, 4));
    assert_non_null(heap_cell(to, 8, 8));
    assert_int_equal(heap_read(to, 4, 4, &read), BYTE_CONCRETE);
    // Half of a cell is unknown, and so is what is left of one.
    heap_copy(f->heap, to, 32, o, 16, 4);
    assert_int_equal(heap_read(to, 32, 4, &read), BYTE_UNKNOWN);
    read = 3;
    heap_write(f->heap, o, 16, 4, &read);
    assert_int_equal(heap_read(o, 16, 4, &read), BYTE_CONCRETE);
    assert_int_equal(heap_read(o, 20, 4, &read), BYTE_UNKNOWN);
    assert_null(heap_cell(o, 16, 8));
}

static void test_overlapping_copy(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, 16, FILL_UNSET);
    struct cvalue v = {.kind = CVALUE_UNKNOWN, .reason = "because"};
    uint8_t bytes[4] = {1, 2, 3, 4}, read[4];
    heap_write(f->heap, o, 0, 4, bytes);
    heap_write_cell(f->heap, o, 4, 4, &v);
    heap_copy(f->heap, o, 2, o, 0, 8);
    assert_int_equal(heap_read(o, 2, 4, read), BYTE_CONCRETE);
    assert_memory_equal(read, bytes, 4);
    assert_non_null(heap_cell(o, 6, 4));
}

static void test_lifetimes(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, 4, FILL_ZERO), *seen = make(f, 4, FILL_ZERO);
    object_id plain = o->id, exposed = seen->id;
    seen->exposed = true;
    heap_release(f->heap, o);
    heap_release(f->heap, seen);
    assert_int_equal(make(f, 4, FILL_ZERO)->id, plain);
    assert_int_not_equal(make(f, 4, FILL_ZERO)->id, exposed);
    assert_false(heap_object(f->heap, exposed)->live);
}

static void test_limits(void **state)
{
    struct fixture *f = *state;
    struct object *o = make(f, 4 << 20, FILL_UNSET);
    assert_null(heap_exhausted(f->heap));
    heap_set(f->heap, o, 0, 2 << 20, 1);
    assert_string_equal(heap_exhausted(f->heap), "too much memory");
    assert_int_equal(f->alarm, 0);
}

// Against the host's own arithmetic.
static void test_arithmetic(void **state)
{
    (void)state;
    static const struct ctype types[] = {{.kind = CTYPE_INT, .size = 4, .is_signed = true},
                                         {.kind = CTYPE_INT, .size = 4},
                                         {.kind = CTYPE_INT, .size = 8, .is_signed = true},
                                         {.kind = CTYPE_INT, .size = 8}};
    static const int64_t values[] = {0,          1,         -1,        7,
                                     -7,         100,       INT32_MAX, INT32_MIN,
                                     UINT32_MAX, INT64_MAX, INT64_MIN, 0x123456789abcdef};
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 12; j++) {
            int64_t r, a = values[i], b = values[j];
            assert_true(value_integer_op(AST_OP_ADD, &types[1], value_wrap(&types[1], a),
                                         value_wrap(&types[1], b), &r));
            assert_true(r == (int64_t)(uint32_t)((uint32_t)a + (uint32_t)b));
            assert_true(value_integer_op(AST_OP_LT, &types[3], a, b, &r));
            assert_int_equal(r, (uint64_t)a < (uint64_t)b);
            assert_true(value_integer_op(AST_OP_LT, &types[0], value_wrap(&types[0], a),
                                         value_wrap(&types[0], b), &r));
            assert_int_equal(r, (int32_t)a < (int32_t)b);
            bool divided = value_integer_op(AST_OP_DIV, &types[3], a, b, &r);
            assert_int_equal(divided, b != 0);
            if (b) assert_true((uint64_t)r == (uint64_t)a / (uint64_t)b);
        }
    }
    int64_t r;
    assert_true(value_integer_op(AST_OP_SHR, &types[0], -8, 1, &r) && r == -4);
    assert_true(value_integer_op(AST_OP_SHR, &types[1], 0xfffffff8, 1, &r) && r == 0x7ffffffc);
    assert_true(value_integer_op(AST_OP_DIV, &types[2], INT64_MIN, -1, &r) && r == INT64_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_states, open_heap, close_heap),
        cmocka_unit_test_setup_teardown(test_large_is_free, open_heap, close_heap),
        cmocka_unit_test_setup_teardown(test_cells, open_heap, close_heap),
        cmocka_unit_test_setup_teardown(test_overlapping_copy, open_heap, close_heap),
        cmocka_unit_test_setup_teardown(test_lifetimes, open_heap, close_heap),
        cmocka_unit_test_setup_teardown(test_limits, open_heap, close_heap),
        cmocka_unit_test(test_arithmetic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
