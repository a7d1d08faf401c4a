#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/graph_text.h"
#include "tests/unit/graph_files.h"

// Two linear layers on one input, added. What is varied: the order in which
// layers and parameters are made, the order of the two calls, a name, a size.
struct variant {
    int first_made, first_called;
    int width;
    const char *name;
    bool sites;
};

static value_id parameter(struct builder *b, const char *type, const char *name)
{
    struct tensor_type parsed;
    assert_true(tensor_parse(builder_program(b)->syms, type, &parsed, NULL));
    return build_tensor(b, STORAGE_PARAMETER, &parsed, name);
}

static uint64_t hash_of(const struct variant *v)
{
    struct arena *arena = arena_open();
    struct builder *b = builder_open(arena, syms_open(arena), "model");
    static const struct site site = {.file = "a.c", .line = 1, .column = 1};
    if (v->sites) builder_at(b, &site);
    scope_id root = build_scope(b, 0, "", "Net", SCOPE_PARENT), scopes[2];
    value_id weights[2], results[2];
    struct tensor_type type;
    assert_true(tensor_parse(builder_program(b)->syms, "f32[N, 8]", &type, NULL));
    value_id x = build_tensor(b, STORAGE_INPUT, &type, "x");
    for (int i = 0; i < 2; i++) {
        int which = i ^ v->first_made;
        scopes[which] = build_scope(b, root, which ? v->name : "left", "Linear", SCOPE_LEAF);
        weights[which] = parameter(b, arena_printf(arena, "f32[%d, 8]", v->width), "weight");
        build_scope_parameter(b, scopes[which], weights[which]);
    }
    builder_enter(b, root);
    for (int i = 0; i < 2; i++) {
        int which = i ^ v->first_called;
        builder_enter(b, scopes[which]);
        results[which] = build_op(b, OP_LINEAR, NULL, x, weights[which], 0);
        builder_leave(b, scopes[which], &results[which], 1);
    }
    value_id y = build_op(b, OP_SUB, NULL, results[0], results[1], 0);
    builder_leave(b, root, &y, 1);
    uint64_t hash = program_hash(builder_program(b));
    arena_close(arena);
    return hash;
}

static void order_of_making_does_not_count(void **state)
{
    (void)state;
    uint64_t hash = hash_of(&(struct variant){0, 0, 4, "right", false});
    assert_true(hash == hash_of(&(struct variant){1, 0, 4, "right", false}));
    assert_true(hash == hash_of(&(struct variant){0, 1, 4, "right", false}));
    assert_true(hash == hash_of(&(struct variant){1, 1, 4, "right", true}));
}

static void what_is_computed_counts(void **state)
{
    (void)state;
    uint64_t hash = hash_of(&(struct variant){0, 0, 4, "right", false});
    assert_true(hash != hash_of(&(struct variant){0, 0, 5, "right", false}));
    assert_true(hash != hash_of(&(struct variant){0, 0, 4, "wrong", false}));
}

// The order of two writes of one range counts, that of writes to two storages does not.
static uint64_t hash_of_writes(int first, int second, int n_storages)
{
    struct arena *arena = arena_open();
    struct syms *syms = syms_open(arena);
    struct builder *b = builder_open(arena, syms, "writes");
    const struct sym *size = sym_const(syms, 64);
    storage_id storages[2] = {build_storage(b, STORAGE_RAW, DTYPE_NONE, size, "a"),
                              build_storage(b, STORAGE_RAW, DTYPE_NONE, size, "b")};
    const char *const kernels[] = {"fill", "scale"};
    for (int i = 0; i < 2; i++) {
        int which = i ? second : first;
        struct access access = {storages[n_storages > 1 ? which : 0], ACCESS_WRITE,
                                sym_const(syms, 0), size};
        struct node_spec spec = {.n_accesses = 1, .accesses = &access};
        build_opaque(b, kernels[which], &spec, 0, NULL);
    }
    uint64_t hash = program_hash(builder_program(b));
    arena_close(arena);
    return hash;
}

static void order_of_writes_counts(void **state)
{
    (void)state;
    assert_true(hash_of_writes(0, 1, 1) != hash_of_writes(1, 0, 1));
    assert_true(hash_of_writes(0, 1, 2) == hash_of_writes(1, 0, 2));
}

static void text_keeps_the_hash(void **state)
{
    (void)state;
    uint64_t hashes[N_GRAPH_FILES];
    for (size_t i = 0; i < N_GRAPH_FILES; i++) {
        struct arena *arena = arena_open();
        struct syms *syms = syms_open(arena);
        const char *text = graph_file(arena, graph_files[i]);
        struct program *program = program_parse(arena, syms, text, NULL);
        assert_non_null(program);
        hashes[i] = program_hash(program);
        program = program_parse(arena, syms_open(arena), program_print(arena, program), NULL);
        assert_true(program_hash(program) == hashes[i]);
        for (size_t k = 0; k < i; k++) assert_true(hashes[k] != hashes[i]);
        arena_close(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_making_does_not_count),
        cmocka_unit_test(what_is_computed_counts),
        cmocka_unit_test(order_of_writes_counts),
        cmocka_unit_test(text_keeps_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
