// A fixed scratch buffer of 256 MiB, whatever the model, as in ggml-org/ggml#322: with n_embd 6144
// it is short at the layer where the sum of results has passed it. With data in the context each
// result of n_embd by n_tokens takes n_embd * n_tokens * 4 + 368 bytes.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct hparams {
    int n_embd, n_layer, n_tokens;
};

int main(void)
{
    const struct hparams hp = {.n_embd = 6144, .n_layer = 58, .n_tokens = 186};
    static char scratch[256u * 1024 * 1024];
    struct ggml_context *weights = ggml_init(
        (struct ggml_init_params){.mem_size = 60 * ggml_tensor_overhead(), .no_alloc = true});
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = sizeof(scratch), .mem_buffer = scratch});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, hp.n_embd, hp.n_tokens);
    for (int il = 0; il < hp.n_layer; il++) {
        struct ggml_tensor *w = ggml_new_tensor_2d(weights, GGML_TYPE_F16, hp.n_embd, hp.n_embd);
        struct ggml_tensor *y = ggml_mul_mat(ctx, w, x); // expect SP710: the context has 268435456 bytes
        x = ggml_add_inplace(ctx, y, x);
    }
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, x);
    ggml_free(ctx);
    ggml_free(weights);
    return 0;
}
