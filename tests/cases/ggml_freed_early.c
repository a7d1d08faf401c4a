// Freed before its last use, and where it belongs: one mistake.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *weights = ggml_init(params), *ctx = ggml_init(params);
    struct ggml_tensor *w = ggml_new_tensor_2d(weights, GGML_TYPE_F32, 32, 32);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 32, 8);
    ggml_free(weights);
    struct ggml_tensor *y = ggml_mul_mat(ctx, w, x); // expect SP703: lies in a context that was freed
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    ggml_free(ctx);
    ggml_free(weights);
    return 0;
}
