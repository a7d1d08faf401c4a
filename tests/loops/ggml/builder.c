// A builder without main: what its caller has are symbols, and layers are alike. Where sizes are
// given the rest follows from them.
// counts: model->hparams.n_layer
// options: --set 'model->hparams.n_embd=64' --set 'model->hparams.n_head=4' --set n_tokens=10
// options: --set 'model->wte->ne[0]=64' --set 'model->wte->ne[1]=500'
// options: --set 'model->wpe->ne[1]=128' --set 'model->layers->up->ne[1]=256'
// exact: peak_leaf.f32 live.f32 total.f32 count buffer alive
#include "ggml.h"

struct layer {
    struct ggml_tensor *norm_w, *norm_b, *wq, *wk, *wv, *wo, *up, *up_b, *down, *down_b;
};
struct hparams {
    int n_layer, n_embd, n_head, n_ctx;
    float eps;
};
struct model {
    struct hparams hparams;
    struct ggml_tensor *wte, *wpe, *norm_w, *norm_b;
    struct layer *layers;
};

static struct ggml_tensor *norm(struct ggml_context *ctx, struct ggml_tensor *x,
                                struct ggml_tensor *w, struct ggml_tensor *b, float eps)
{
    return ggml_add(ctx, ggml_mul(ctx, ggml_norm(ctx, x, eps), w), b);
}

struct ggml_cgraph *build_graph(struct ggml_context *ctx, const struct model *model, int n_tokens)
{
    const int n_embd = model->hparams.n_embd, n_head = model->hparams.n_head;
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *tokens = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens);
    struct ggml_tensor *pos = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens);
    ggml_set_input(tokens);
    ggml_set_input(pos);
    struct ggml_tensor *x =
        ggml_add(ctx, ggml_get_rows(ctx, model->wte, tokens), ggml_get_rows(ctx, model->wpe, pos));
    for (int il = 0; il < model->hparams.n_layer; il++) {
        const struct layer *l = &model->layers[il];
        struct ggml_tensor *cur = norm(ctx, x, l->norm_w, l->norm_b, model->hparams.eps);
        struct ggml_tensor *q =
            ggml_reshape_3d(ctx, ggml_mul_mat(ctx, l->wq, cur), n_embd / n_head, n_head, n_tokens);
        struct ggml_tensor *k =
            ggml_reshape_3d(ctx, ggml_mul_mat(ctx, l->wk, cur), n_embd / n_head, n_head, n_tokens);
        struct ggml_tensor *v =
            ggml_reshape_3d(ctx, ggml_mul_mat(ctx, l->wv, cur), n_embd / n_head, n_head, n_tokens);
        q = ggml_permute(ctx, q, 0, 2, 1, 3);
        k = ggml_permute(ctx, k, 0, 2, 1, 3);
        v = ggml_cont(ctx, ggml_permute(ctx, v, 1, 2, 0, 3));
        struct ggml_tensor *kq =
            ggml_soft_max(ctx, ggml_diag_mask_inf(ctx, ggml_mul_mat(ctx, k, q), 0));
        cur = ggml_mul_mat(ctx, v, kq);
        cur = ggml_cont_2d(ctx, ggml_permute(ctx, cur, 0, 2, 1, 3), n_embd, n_tokens);
        x = ggml_add(ctx, x, ggml_mul_mat(ctx, l->wo, cur));
        cur = ggml_gelu(
            ctx, ggml_add(ctx, ggml_mul_mat(ctx, l->up, norm(ctx, x, l->norm_w, l->norm_b, 1e-5f)),
                          l->up_b));
        x = ggml_add(ctx, x, ggml_add(ctx, ggml_mul_mat(ctx, l->down, cur), l->down_b));
    }
    x = norm(ctx, x, model->norm_w, model->norm_b, model->hparams.eps);
    x = ggml_mul_mat(ctx, model->wte, x);
    ggml_set_output(x);
    ggml_build_forward_expand(gf, x);
    return gf;
}
