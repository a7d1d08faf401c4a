// Mean pooling with weights whose token axis is rounded up to a multiple of the sequences, as in
// ggml-org/llama.cpp#27175: 512 tokens of 5 sequences give 515.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct cparams {
    int n_ubatch, n_seq_max;
};

static struct ggml_tensor *pool_mean(struct ggml_context *ctx, struct ggml_tensor *embd,
                                     const struct cparams *cparams)
{
    const int n = (cparams->n_ubatch + cparams->n_seq_max - 1) / cparams->n_seq_max;
    struct ggml_tensor *means =
        ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n * cparams->n_seq_max, cparams->n_seq_max);
    ggml_set_input(means);
    return ggml_mul_mat(ctx, ggml_cont(ctx, ggml_transpose(ctx, embd)), means); // expect SP701: a->ne[0] (512) must equal b->ne[0] (515)
}

int main(void)
{
    const struct cparams cparams = {.n_ubatch = 512, .n_seq_max = 5};
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *embd = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 768, cparams.n_ubatch);
    struct ggml_tensor *pooled = pool_mean(ctx, embd, &cparams);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, pooled);
    ggml_free(ctx);
    return 0;
}
