// As GPT-2 keeps its cache: one tensor for all layers, each at its offset. The sizes come from a
// file.
// counts: model.hparams.n_layer
// options: --set model.hparams.n_embd=32
// exact: peak_leaf.f32 live.f32 total.f32 count buffer alive context0.used
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>

#define MAX_LAYERS 48

struct hparams {
    int n_layer, n_embd;
};

struct layer {
    struct ggml_tensor *norm_w, *norm_b, *qkv, *proj;
};

struct model {
    struct hparams hparams;
    struct layer layers[MAX_LAYERS];
    struct ggml_tensor *k, *v;
};

static void make_layer(struct ggml_context *ctx, struct layer *layer, int n_embd)
{
    layer->norm_w = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n_embd);
    layer->norm_b = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n_embd);
    layer->qkv = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, n_embd, 3 * n_embd);
    layer->proj = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, n_embd, n_embd);
}

static struct ggml_tensor *attend(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                  const struct model *model, int il, struct ggml_tensor *cur,
                                  int n_past)
{
    const int n_embd = model->hparams.n_embd, n_ctx = 64, n = (int)cur->ne[1];
    cur = ggml_mul_mat(ctx, model->layers[il].qkv, cur);
    const size_t part = sizeof(float) * (size_t)n_embd;
    struct ggml_tensor *Q = ggml_view_2d(ctx, cur, n_embd, n, cur->nb[1], 0);
    struct ggml_tensor *K = ggml_view_2d(ctx, cur, n_embd, n, cur->nb[1], part);
    struct ggml_tensor *V = ggml_view_2d(ctx, cur, n_embd, n, cur->nb[1], 2 * part);
    const size_t row = ggml_element_size(model->k) * (size_t)n_embd;
    const size_t layer = row * (size_t)(il * n_ctx), here = layer + row * (size_t)n_past;
    struct ggml_tensor *k = ggml_view_1d(ctx, model->k, n * n_embd, here);
    struct ggml_tensor *v = ggml_view_1d(ctx, model->v, n * n_embd, here);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, K, k));
    ggml_build_forward_expand(gf, ggml_cpy(ctx, V, v));
    const int n_kv = n_past + n;
    K = ggml_reshape_2d(ctx, ggml_view_1d(ctx, model->k, n_kv * n_embd, layer), n_embd, n_kv);
    V = ggml_reshape_2d(ctx, ggml_view_1d(ctx, model->v, n_kv * n_embd, layer), n_embd, n_kv);
    struct ggml_tensor *scores = ggml_diag_mask_inf(ctx, ggml_mul_mat(ctx, K, Q), n_past);
    V = ggml_cont(ctx, ggml_transpose(ctx, V));
    cur = ggml_mul_mat(ctx, V, ggml_soft_max(ctx, scores));
    return ggml_mul_mat(ctx, model->layers[il].proj, cur);
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const struct model *model, int n,
                                 int n_past)
{
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, 4096, false);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, model->hparams.n_embd, n);
    ggml_set_input(x);
    for (int il = 0; il < model->hparams.n_layer; il++) {
        struct ggml_tensor *cur = ggml_norm(ctx, x, 1e-5f);
        cur = ggml_add(ctx, ggml_mul(ctx, cur, model->layers[il].norm_w), model->layers[il].norm_b);
        x = ggml_add(ctx, attend(ctx, gf, model, il, cur, n_past), x);
    }
    struct ggml_tensor *last = ggml_view_1d(ctx, x, x->ne[0], (size_t)(n - 1) * x->nb[1]);
    last = ggml_sqr(ctx, last);
    ggml_set_output(last);
    ggml_build_forward_expand(gf, last);
    return gf;
}

int main(int argc, char **argv)
{
    static struct model model;
    FILE *f = fopen(argc > 1 ? argv[1] : "model.bin", "rb");
    if (!f || fread(&model.hparams, sizeof model.hparams, 1, f) != 1) return 1;
    fclose(f);
    if (model.hparams.n_layer > MAX_LAYERS) return 1;
    const int n_layer = model.hparams.n_layer, n_embd = model.hparams.n_embd;
    struct ggml_context *weights = ggml_init(
        (struct ggml_init_params){(2 + 4 * (size_t)n_layer) * ggml_tensor_overhead(), NULL, true});
    for (int il = 0; il < n_layer; il++) make_layer(weights, &model.layers[il], n_embd);
    model.k = ggml_new_tensor_1d(weights, GGML_TYPE_F16, n_layer * 64 * n_embd);
    model.v = ggml_new_tensor_1d(weights, GGML_TYPE_F16, n_layer * 64 * n_embd);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        4096 * ggml_tensor_overhead() + ggml_graph_overhead_custom(4096, false), NULL, true});
    struct ggml_cgraph *gf = build(ctx, &model, 8, 20);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocr, gf);
    ggml_backend_graph_compute(backend, gf);
    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_free(weights);
    ggml_backend_free(backend);
    return 0;
}
