// Kernels that walk along a row in memory, whatever its strides: in a release build without a word.
// One finding; the others are what would be wrong next.
// options: -- -I ../../frontends/ggml/include
// says: reads other elements, without a word in a release build, when it computes this POOL_1D
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8), *turned;
    struct ggml_tensor *one = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 1), *pooled, *best, *all;
    struct ggml_tensor *first = ggml_argmax(ctx, ggml_transpose(ctx, one)); // expect SP782: always number 0
    turned = ggml_transpose(ctx, x);
    best = ggml_argmax(ctx, turned); // expect SP713: this ARGMAX: operand 1 is f32 {8, 64} with nb {256, 4, 2048, 2048}: nb[0] is 256
    pooled = ggml_pool_1d(ctx, turned, GGML_OP_POOL_MAX, 8, 8, 0); // expect SP713: this POOL_1D
    all = ggml_sum(ctx, turned); // expect SP713: this SUM
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, first);
    ggml_build_forward_expand(graph, best);
    ggml_build_forward_expand(graph, pooled);
    ggml_build_forward_expand(graph, all);
    ggml_build_forward_expand(graph, ggml_argmax(ctx, ggml_cont(ctx, turned)));
    ggml_free(ctx);
    return 0;
}
