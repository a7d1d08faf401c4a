// A context that is too small, one that is used after it was freed, and a graph that is full.

#include "ggml.h" // expect SP612: the nearest folder

#define LAYERS 3

int main(void)
{
    size_t size = LAYERS * ggml_tensor_overhead() + ggml_graph_overhead_custom(2, false);
    struct ggml_init_params params = {.mem_size = size, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_context *other = ggml_init(params);
    struct ggml_tensor *bias = ggml_new_tensor_1d(other, GGML_TYPE_F32, 64);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    ggml_free(other);
    struct ggml_cgraph *graph = ggml_new_graph_custom(ctx, 2, false);
    for (int i = 0; i < LAYERS; i++)
        x = ggml_add(ctx, x, bias);      // expect SP703: was freed // expect SP710: short by 368
    ggml_build_forward_expand(graph, x); // expect SP711: made for 2 nodes
    return 0;
}
