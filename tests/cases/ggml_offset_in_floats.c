// Rows of a cache in half precision are found with sizeof(float): there is room at row 100, so the
// library says nothing, and row 200 is written.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { WIDTH = 64, N_CTX = 512, N_PAST = 100, N_TOKENS = 8 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *cache = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, WIDTH * N_CTX);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, WIDTH, N_TOKENS);
    struct ggml_tensor *here =
        ggml_view_1d(ctx, cache, N_TOKENS * WIDTH, // expect SP714: offset counts in sizeof(float), of 4 bytes, where an element of f16 has 2
                     sizeof(float) * WIDTH * N_PAST);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, x, here));
    ggml_free(ctx);
    return 0;
}
