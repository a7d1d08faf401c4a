// The weight stands second: the library takes that, and refuses what comes next.
// options: -- -I ../../frontends/ggml/include
// says: the operands of the ggml_mul_mat at line 13 look swapped: it gives {8, 96}; with the weight first it gives {96, 8}
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 96);
    struct ggml_tensor *b = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 96);
    struct ggml_tensor *x = ggml_relu(ctx, ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8)), *y;
    y = ggml_mul_mat(ctx, x, w);
    y = ggml_add(ctx, y, b); // expect SP701: b->ne[0] (96) must divide a->ne[0] (8)
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_gelu(ctx, y));
    ggml_free(ctx);
    return 0;
}
