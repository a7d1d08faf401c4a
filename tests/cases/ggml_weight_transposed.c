// The weight of a linear layer with its axes as PyTorch prints them, [out, in]; ggml wants the
// inner one first.
// says: a weight that maps 768 to 3072 is {768, 3072}
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { N_EMBD = 768, N_FF = 3072, N_TOKENS = 4 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, N_FF, N_EMBD);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, N_EMBD, N_TOKENS);
    struct ggml_tensor *h = ggml_mul_mat(ctx, w, x); // expect SP701: a->ne[0] (3072) must equal b->ne[0] (768)
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_gelu(ctx, h));
    ggml_free(ctx);
    return 0;
}
