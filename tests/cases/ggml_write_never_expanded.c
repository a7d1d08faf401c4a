// The values are written to the cache, the keys are not: that copy is in no graph.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { WIDTH = 64, N_TOKENS = 8, N_CTX = 128 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *cache_k = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, WIDTH, N_CTX);
    struct ggml_tensor *cache_v = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, WIDTH, N_CTX);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, WIDTH, N_TOKENS);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *k = ggml_view_2d(ctx, cache_k, WIDTH, N_TOKENS, cache_k->nb[1], 0);
    struct ggml_tensor *v = ggml_view_2d(ctx, cache_v, WIDTH, N_TOKENS, cache_v->nb[1], 0);
    ggml_cpy(ctx, x, k); // expect SP709: in no graph
    ggml_build_forward_expand(gf, ggml_cpy(ctx, x, v));
    struct ggml_tensor *kq = ggml_mul_mat(ctx, cache_k, x);
    ggml_build_forward_expand(gf,
                              ggml_mul_mat(ctx, ggml_cont(ctx, ggml_transpose(ctx, cache_v)), kq));
    ggml_free(ctx);
    return 0;
}
