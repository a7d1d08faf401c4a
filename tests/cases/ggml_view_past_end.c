// The last third of a fused projection, cut 16 elements too late: the rows are strided, so the
// library, which compares the dense size, accepts it; the last row ends behind the tensor.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { WIDTH = 64, N_TOKENS = 8 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *qkv = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 3 * WIDTH, N_TOKENS);
    const size_t from = (2 * WIDTH + 16) * ggml_element_size(qkv);
    struct ggml_tensor *v =
        ggml_view_2d(ctx, qkv, WIDTH, N_TOKENS, qkv->nb[1], from); // expect SP705: ends 64 bytes

    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_cont(ctx, v));
    ggml_free(ctx);
    return 0;
}
