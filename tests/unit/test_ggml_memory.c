#include "ir/ggml_work.h"
#include "ir/ggml_memory.h"
#include "tests/unit/ggml_graphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char *text(struct graphs *g, const struct sym *size)
{
    return sym_string(g->arena, size);
}

static const struct sym *graph_object(struct graphs *g, const char *size)
{
    return ggml_graph_object(g->syms, graphs_size(g, size), GGML_NO_GRADIENTS);
}

static void objects_have_a_header_and_steps_of_16(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    assert_string_equal(text(&g, ggml_tensor_overhead_bytes(g.syms, GGML_STRUCT_BYTES)), "368");
    const struct sym *data = graphs_size(&g, "4*N"), *object;
    object = ggml_tensor_object(g.syms, GGML_STRUCT_BYTES, sym_const(g.syms, 7));
    assert_string_equal(text(&g, object), "384");
    sym_assume_divides(g.syms, 4, graphs_size(&g, "N"));
    object = ggml_tensor_object(g.syms, GGML_STRUCT_BYTES, data);
    assert_string_equal(text(&g, sym_simplify(g.syms, object)), "4*N + 368");
    assert_string_equal(text(&g, graph_object(&g, "2048")), "82608"); // ggml_graph_overhead
    assert_int_equal(sym_kind(graph_object(&g, "N")), SYM_UNKNOWN);
    arena_close(g.arena);
}

static void tables_have_room_for_primes(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    assert_int_equal(ggml_hash_slots(1024), 1031);
    assert_int_equal(ggml_hash_slots(1031), 1031);
    assert_int_equal(ggml_hash_slots(2147483660), 2147483661);
    for (int i = 0; i < 3; i++) graphs_leaf(&g, "1", "1");
    assert_true(ggml_sched_refuses(2, &g.graph));
    assert_false(ggml_sched_refuses(3, &g.graph));
    for (int i = 0; i < 2; i++) graphs_leaf(&g, "1", "1");
    assert_false(ggml_sched_refuses(4, &g.graph)); // 5 is the next prime
    arena_close(g.arena);
}

static void weights_are_padded_and_views_left_out(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_context context = {0};
    struct ggml_tensor *w = graphs_leaf(&g, "9", "N"), *placed = graphs_leaf(&g, "9", "9");
    placed->has_data = true;
    *vec_push(g.arena, &context.tensors) = w;
    *vec_push(g.arena, &context.tensors) = placed;
    *vec_push(g.arena, &context.tensors) = graphs_view(&g, w);
    sym_assume_divides(g.syms, 8, graphs_size(&g, "N"));
    const struct sym *buffer = ggml_context_buffer(g.syms, &context);
    assert_string_equal(text(&g, sym_simplify(g.syms, buffer)), "36*N");
    arena_close(g.arena);
}

static void work_is_the_largest_need_and_a_line_a_thread(void **state)
{
    (void)state;
    struct graphs g = graphs_open();
    struct ggml_tensor *w = graphs_leaf(&g, "64", "64"), *x = graphs_leaf(&g, "64", "T");
    const struct sym *threads = graphs_size(&g, "threads");
    sym_assume_at_least(g.syms, threads, 1);
    sym_assume_at_least(g.syms, graphs_size(&g, "T"), 1);
    struct ggml_tensor *y = graphs_node(&g, GGML_OP_MUL_MAT, "64", "T", w, x);
    struct ggml_work work = ggml_graph_work(g.arena, g.syms, &g.state, &g.graph, threads);
    assert_string_equal(text(&g, work.bytes), "0"); // both are f32
    w->type = DTYPE_F16;
    work = ggml_graph_work(g.arena, g.syms, &g.state, &g.graph, threads);
    assert_string_equal(text(&g, work.bytes), "64*(2*T + threads)");
    graphs_node(&g, GGML_OP_ROPE, "64", "T", y, NULL);
    work = ggml_graph_work(g.arena, g.syms, &g.state, &g.graph, threads);
    assert_string_equal(text(&g, work.bytes), "64*threads + max(128*T, 256*threads)");
    arena_close(g.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_have_a_header_and_steps_of_16),
        cmocka_unit_test(tables_have_room_for_primes),
        cmocka_unit_test(weights_are_padded_and_views_left_out),
        cmocka_unit_test(work_is_the_largest_need_and_a_line_a_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
