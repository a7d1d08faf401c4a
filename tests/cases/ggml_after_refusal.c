// What comes behind a refused call is its consequence: a loop over nodes that are not known, a
// graph that is cut off, results without memory.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 32, 8), *y;
    y = ggml_reshape_2d(ctx, ggml_relu(ctx, x), 64, 5); // expect SP701: the elements of a (256) must equal 320
    y = ggml_sqr(ctx, y);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, graph);
    for (int i = 0; i < ggml_graph_n_nodes(graph); i++)
        if (ggml_graph_node(graph, i)->op == GGML_OP_NONE) return 2;
    ggml_backend_graph_compute(backend, graph);
    struct ggml_tensor *last = ggml_graph_node(graph, -1);
    float first;
    ggml_backend_tensor_get(last, &first, 0, sizeof first);
    printf("%g\n", (double)first);
    return 0;
}
