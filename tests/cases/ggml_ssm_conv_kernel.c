// The kernel of a state space model's convolution has three axes, as PyTorch stores it, as in
// ggml-org/llama.cpp#12572 (Falcon3-Mamba), whose reporter had to print the sizes himself.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { D_CONV = 4, D_INNER = 8192, N_TOKENS = 5, N_SEQS = 1 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *kernel = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, D_CONV, 1, D_INNER);
    struct ggml_tensor *seen =
        ggml_new_tensor_3d(ctx, GGML_TYPE_F32, D_CONV - 1 + N_TOKENS, D_INNER, N_SEQS);
    struct ggml_tensor *x = ggml_ssm_conv(ctx, seen, kernel); // expect SP701: c->ne[2] (8192) must equal 1 (`ggml_is_matrix(c)`); sx is f32 {8, 8192}, c is f32 {4, 1, 8192}
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, x);
    ggml_free(ctx);
    return 0;
}
