// A model was made narrower, its heads were not: frequency factors for heads of 96 elements, heads
// of 128. As in ggml-org/llama.cpp#9060 and abetlen/llama-cpp-python#1694 (Minitron 4B).
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct hparams {
    int n_embd, n_head, head_dim;
};

int main(void)
{
    const struct hparams hp = {.n_embd = 3072, .n_head = 32, .head_dim = 128};
    const int n_tokens = 9, n_rot = hp.head_dim;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *factors = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, hp.n_embd / hp.n_head / 2);
    struct ggml_tensor *positions = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens);
    struct ggml_tensor *q =
        ggml_new_tensor_3d(ctx, GGML_TYPE_F32, hp.head_dim, hp.n_head, n_tokens);
    q = ggml_rope_ext(ctx, q, positions, factors, n_rot, GGML_ROPE_TYPE_NEOX, 4096, 10000.0f, 1.0f, // expect SP701: c->ne[0] (48) must be at least 64
                      0.0f, 1.0f, 32.0f, 1.0f);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, q);
    ggml_free(ctx);
    return 0;
}
