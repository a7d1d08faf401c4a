// A context that was never made. Everything behind the first use of it is as lost.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct model {
    struct ggml_context *ctx;
    struct ggml_tensor *w;
};

int main(void)
{
    struct model model = {0};
    ggml_free(model.ctx);
    model.w = ggml_new_tensor_2d(model.ctx, GGML_TYPE_F32, 64, 64); // expect SP715: `model.ctx` is NULL, where a context is wanted
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_sqr(ctx, model.w));
    ggml_free(ctx);
    return 0;
}
