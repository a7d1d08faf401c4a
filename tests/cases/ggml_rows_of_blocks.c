// Rows of 1100 elements in blocks of 32: 34 blocks and 12 elements over. A release build of the
// library says nothing and drops them; its quantiser stops. As in ggml-org/llama.cpp#6581.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    const int64_t n_ff = 1100, n_embd = 256;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    const enum ggml_type type = GGML_TYPE_IQ4_NL;
    struct ggml_tensor *down =
        ggml_new_tensor_2d(ctx, type, n_ff, n_embd); // expect SP708: room for 1088
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n_ff, 3);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, down, x));
    ggml_free(ctx);
    return 0;
}
