// The graph is made by nobody.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_cgraph *gf = NULL, *other = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64);
    ggml_build_forward_expand(other, ggml_sqr(ctx, x));
    ggml_build_forward_expand(gf, ggml_sqr(ctx, x)); // expect SP715: `gf` is NULL, where a graph is wanted
    ggml_free(ctx);
    return 0;
}
