// A graph that is computed, cleared and built anew is two graphs, and nothing is lost on the way.
// options: -- -I ../../frontends/ggml/include
// says: f32 {64, 8}
// says: f32 {64, 9}
#include "ggml.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *cache = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 9);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    for (int n = 8; n <= 9; n++) {
        struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, n);
        struct ggml_tensor *to = ggml_view_2d(ctx, cache, 64, n, cache->nb[1], 0);
        ggml_graph_clear(graph);
        ggml_build_forward_expand(graph, ggml_cpy(ctx, ggml_relu(ctx, x), to));
        ggml_graph_compute_with_ctx(ctx, graph, 1);
    }
    ggml_free(ctx);
    return 0;
}
