// The norm of the keys has the width of the model, where the keys are narrower because queries
// share them, as in ggml-org/llama.cpp#12376 (OLMo-2 32B: 5120 against 1024).
// says: b comes from ggml_new_tensor_1d
// says: a vector for the rows of a has 1024 elements
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct hparams {
    int n_embd, n_head, n_head_kv;
};

struct layer {
    struct ggml_tensor *wq, *wk, *q_norm, *k_norm;
};

static void load(struct ggml_context *ctx, const struct hparams *hp, struct layer *layer)
{
    const int n_embd_gqa = hp->n_embd / hp->n_head * hp->n_head_kv;
    layer->wq = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, hp->n_embd, hp->n_embd);
    layer->wk = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, hp->n_embd, n_embd_gqa);
    layer->q_norm = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, hp->n_embd);
    layer->k_norm = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, hp->n_embd);
}

static struct ggml_tensor *norm(struct ggml_context *ctx, struct ggml_tensor *x,
                                struct ggml_tensor *weight)
{
    return ggml_mul(ctx, ggml_rms_norm(ctx, x, 1e-6f), weight); // expect SP701: b->ne[0] (5120) must divide a->ne[0] (1024)
}

int main(void)
{
    const struct hparams hp = {.n_embd = 5120, .n_head = 40, .n_head_kv = 8};
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct layer layer;
    load(ctx, &hp, &layer);
    struct ggml_tensor *cur = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, hp.n_embd, 7);
    struct ggml_tensor *q = norm(ctx, ggml_mul_mat(ctx, layer.wq, cur), layer.q_norm);
    struct ggml_tensor *k = norm(ctx, ggml_mul_mat(ctx, layer.wk, cur), layer.k_norm);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, q);
    ggml_build_forward_expand(gf, k);
    ggml_free(ctx);
    return 0;
}
