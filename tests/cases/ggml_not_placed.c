// A graph that is computed though nobody gave its tensors memory.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_relu(ctx, x));
    ggml_graph_compute_with_ctx(ctx, graph, 1); // expect SP712: has no memory
    ggml_free(ctx);
    return 0;
}
