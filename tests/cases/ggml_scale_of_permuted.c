// Scores whose axes are exchanged, then scaled, as in ggml-org/ggml#517.
// says: ggml_cont(ctx, a) makes a copy
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *q = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 20, 12);
    struct ggml_tensor *k = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 30, 12);
    struct ggml_tensor *scores = ggml_permute(ctx, ggml_mul_mat(ctx, k, q), 1, 0, 2, 3);
    struct ggml_tensor *scaled = ggml_scale(ctx, scores, 0.125f); // expect SP701: a->nb[0] (120) must equal 4
    struct ggml_tensor *attention = ggml_soft_max(ctx, scaled);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, attention);
    ggml_free(ctx);
    return 0;
}
