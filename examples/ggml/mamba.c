// Mamba: layers that carry a state from token to token instead of looking back.
//
//     mamba [LAYERS] [WIDTH] [TOKENS] [SEQUENCES]
//
// Two states are kept a layer and sequence: the last columns of the convolution,
// and what the scan accumulated; each graph reads them and writes the new ones
// back. ggml_ssm_scan takes one argument less before 0.21: define SCAN_BEFORE_0_21.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_LAYERS 64

struct mamba_hparams {
    int64_t n_layer, n_embd, d_inner, d_state, d_conv, dt_rank, n_vocab;
};

struct mamba_layer {
    struct ggml_tensor *norm, *in, *out;
    struct ggml_tensor *conv_w, *conv_b;
    struct ggml_tensor *x, *dt_w, *dt_b;
    struct ggml_tensor *a, *d;
    struct ggml_tensor *conv_state, *scan_state;
};

struct mamba {
    struct mamba_hparams hparams;
    struct ggml_tensor *embd, *norm;
    struct mamba_layer layers[MAX_LAYERS];
    struct ggml_context *ctx;
    ggml_backend_buffer_t buffer;
};

static void fill(struct ggml_tensor *t, float low, float high)
{
    const int64_t n = ggml_nelements(t);
    float *values = malloc((size_t)n * sizeof(float));
    for (int64_t i = 0; i < n; i++)
        values[i] = low + (high - low) * (float)rand() / (float)RAND_MAX;
    ggml_backend_tensor_set(t, values, 0, ggml_nbytes(t));
    free(values);
}

static void make_layer(struct ggml_context *ctx, const struct mamba_hparams *hp, int64_t n_seqs,
                       struct mamba_layer *layer)
{
    const enum ggml_type f32 = GGML_TYPE_F32;
    layer->norm = ggml_new_tensor_1d(ctx, f32, hp->n_embd);
    layer->in = ggml_new_tensor_2d(ctx, f32, hp->n_embd, 2 * hp->d_inner);
    layer->conv_w = ggml_new_tensor_2d(ctx, f32, hp->d_conv, hp->d_inner);
    layer->conv_b = ggml_new_tensor_1d(ctx, f32, hp->d_inner);
    layer->x = ggml_new_tensor_2d(ctx, f32, hp->d_inner, hp->dt_rank + 2 * hp->d_state);
    layer->dt_w = ggml_new_tensor_2d(ctx, f32, hp->dt_rank, hp->d_inner);
    layer->dt_b = ggml_new_tensor_1d(ctx, f32, hp->d_inner);
    layer->a = ggml_new_tensor_2d(ctx, f32, hp->d_state, hp->d_inner);
    layer->d = ggml_new_tensor_1d(ctx, f32, hp->d_inner);
    layer->out = ggml_new_tensor_2d(ctx, f32, hp->d_inner, hp->n_embd);
    layer->conv_state = ggml_new_tensor_3d(ctx, f32, hp->d_conv - 1, hp->d_inner, n_seqs);
    layer->scan_state = ggml_new_tensor_4d(ctx, f32, hp->d_state, 1, hp->d_inner, n_seqs);
}

static bool make_model(struct mamba *model, int64_t n_seqs, ggml_backend_t backend)
{
    const struct mamba_hparams *hp = &model->hparams;
    const size_t n_tensors = 2 + (size_t)hp->n_layer * 12;
    struct ggml_init_params params = {n_tensors * ggml_tensor_overhead(), NULL, true};
    model->ctx = ggml_init(params);
    model->embd = ggml_new_tensor_2d(model->ctx, GGML_TYPE_F32, hp->n_embd, hp->n_vocab);
    model->norm = ggml_new_tensor_1d(model->ctx, GGML_TYPE_F32, hp->n_embd);
    for (int il = 0; il < hp->n_layer; il++) make_layer(model->ctx, hp, n_seqs, &model->layers[il]);
    model->buffer = ggml_backend_alloc_ctx_tensors(model->ctx, backend);
    if (!model->buffer) return false;
    struct ggml_tensor *t;
    for (t = ggml_get_first_tensor(model->ctx); t; t = ggml_get_next_tensor(model->ctx, t))
        fill(t, -0.1f, 0.1f);
    for (int il = 0; il < hp->n_layer; il++) {
        fill(model->layers[il].a, -1.0f, 0.0f);
        fill(model->layers[il].conv_state, 0.0f, 0.0f);
        fill(model->layers[il].scan_state, 0.0f, 0.0f);
    }
    return true;
}

// The window goes over the last columns of what was seen before, then over x.
static struct ggml_tensor *convolve(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                    const struct mamba_layer *layer, struct ggml_tensor *x)
{
    const int64_t n_before = layer->conv_state->ne[0], n_tokens = x->ne[1];
    struct ggml_tensor *seen =
        ggml_concat(ctx, layer->conv_state, ggml_cont(ctx, ggml_transpose(ctx, x)), 0);
    struct ggml_tensor *last =
        ggml_view_3d(ctx, seen, n_before, seen->ne[1], seen->ne[2], seen->nb[1], seen->nb[2],
                     (size_t)n_tokens * seen->nb[0]);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, last, layer->conv_state));
    x = ggml_ssm_conv(ctx, seen, layer->conv_w);
    return ggml_silu(ctx, ggml_add(ctx, x, layer->conv_b));
}

// x is [d_inner, tokens, sequences]; so is the result.
static struct ggml_tensor *scan(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                const struct mamba_hparams *hp, const struct mamba_layer *layer,
                                struct ggml_tensor *x, struct ggml_tensor *ids)
{
    const int64_t n_tokens = x->ne[1], n_seqs = x->ne[2];
    struct ggml_tensor *all = ggml_mul_mat(ctx, layer->x, x);
    const size_t size = ggml_element_size(all);
    struct ggml_tensor *dt =
        ggml_view_3d(ctx, all, hp->dt_rank, n_tokens, n_seqs, all->nb[1], all->nb[2], 0);
    struct ggml_tensor *b =
        ggml_view_4d(ctx, all, hp->d_state, 1, n_tokens, n_seqs, (size_t)hp->d_state * size,
                     all->nb[1], all->nb[2], (size_t)hp->dt_rank * size);
    struct ggml_tensor *c =
        ggml_view_4d(ctx, all, hp->d_state, 1, n_tokens, n_seqs, (size_t)hp->d_state * size,
                     all->nb[1], all->nb[2], (size_t)(hp->dt_rank + hp->d_state) * size);
    dt = ggml_mul_mat(ctx, layer->dt_w, ggml_cont(ctx, dt));
    dt = ggml_add(ctx, dt, layer->dt_b);

    struct ggml_tensor *heads = ggml_reshape_4d(ctx, x, 1, hp->d_inner, n_tokens, n_seqs);
#ifdef SCAN_BEFORE_0_21
    struct ggml_tensor *both =
        ggml_ssm_scan(ctx, layer->scan_state, heads, dt, layer->a, b, c, ids);
#else
    struct ggml_tensor *both =
        ggml_ssm_scan(ctx, layer->scan_state, heads, dt, layer->a, b, c, ids, 1);
#endif
    // Results first, then the states as they are after the last token.
    struct ggml_tensor *state = ggml_view_1d(ctx, both, ggml_nelements(layer->scan_state),
                                             (size_t)ggml_nelements(x) * size);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, state, layer->scan_state));
    struct ggml_tensor *y = ggml_view_3d(ctx, both, hp->d_inner, n_tokens, n_seqs, x->nb[1],
                                         (size_t)n_tokens * x->nb[1], 0);
    return ggml_add(ctx, y, ggml_mul(ctx, x, layer->d));
}

static struct ggml_tensor *mixer(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                 const struct mamba_hparams *hp, const struct mamba_layer *layer,
                                 struct ggml_tensor *cur, struct ggml_tensor *ids)
{
    struct ggml_tensor *xz = ggml_mul_mat(ctx, layer->in, cur);
    struct ggml_tensor *x =
        ggml_view_3d(ctx, xz, hp->d_inner, xz->ne[1], xz->ne[2], xz->nb[1], xz->nb[2], 0);
    struct ggml_tensor *z = ggml_view_3d(ctx, xz, hp->d_inner, xz->ne[1], xz->ne[2], xz->nb[1],
                                         xz->nb[2], (size_t)hp->d_inner * ggml_element_size(xz));
    x = convolve(ctx, gf, layer, x);
    x = scan(ctx, gf, hp, layer, x, ids);
    x = ggml_mul(ctx, x, ggml_silu(ctx, ggml_cont(ctx, z)));
    return ggml_mul_mat(ctx, layer->out, x);
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const struct mamba *model,
                                 int64_t n_tokens, int64_t n_seqs)
{
    const struct mamba_hparams *hp = &model->hparams;
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, 64 * (size_t)(hp->n_layer + 1), false);
    struct ggml_tensor *tokens = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens * n_seqs);
    struct ggml_tensor *ids = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_seqs);
    ggml_set_input(ggml_set_name(tokens, "tokens"));
    ggml_set_input(ggml_set_name(ids, "ids"));

    struct ggml_tensor *x = ggml_get_rows(ctx, model->embd, tokens);
    x = ggml_reshape_3d(ctx, x, hp->n_embd, n_tokens, n_seqs);
    for (int il = 0; il < hp->n_layer; il++) {
        const struct mamba_layer *layer = &model->layers[il];
        struct ggml_tensor *cur = ggml_mul(ctx, ggml_rms_norm(ctx, x, 1e-5f), layer->norm);
        x = ggml_add(ctx, x, mixer(ctx, gf, hp, layer, cur, ids));
    }
    x = ggml_mul(ctx, ggml_rms_norm(ctx, x, 1e-5f), model->norm);
    x = ggml_mul_mat(ctx, model->embd, x);
    ggml_set_output(ggml_set_name(x, "logits"));
    ggml_build_forward_expand(gf, x);
    return gf;
}

int main(int argc, char **argv)
{
    const int n_layer = argc > 1 ? atoi(argv[1]) : 4;
    const int n_embd = argc > 2 ? atoi(argv[2]) : 128;
    const int n_tokens = argc > 3 ? atoi(argv[3]) : 16;
    const int n_seqs = argc > 4 ? atoi(argv[4]) : 2;
    if (n_layer < 1 || n_layer > MAX_LAYERS || n_embd < 16 || n_tokens < 1 || n_seqs < 1) {
        fprintf(stderr, "usage: mamba [LAYERS] [WIDTH] [TOKENS] [SEQUENCES]\n");
        return 1;
    }
    struct mamba model = {.hparams = {.n_layer = n_layer,
                                      .n_embd = n_embd,
                                      .d_inner = 2 * n_embd,
                                      .d_state = 16,
                                      .d_conv = 4,
                                      .dt_rank = (n_embd + 15) / 16,
                                      .n_vocab = 512}};
    ggml_backend_t backend = ggml_backend_cpu_init();
    if (!make_model(&model, n_seqs, backend)) return 1;

    const size_t size = 64 * (size_t)(n_layer + 1);
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        size * ggml_tensor_overhead() + ggml_graph_overhead_custom(size, false), NULL, true});
    struct ggml_cgraph *gf = build(ctx, &model, n_tokens, n_seqs);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    if (!ggml_gallocr_alloc_graph(allocr, gf)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of weights and states\n", ggml_graph_n_nodes(gf),
           ggml_gallocr_get_buffer_size(allocr, 0), ggml_backend_buffer_get_size(model.buffer));

    struct ggml_tensor *tokens = ggml_graph_get_tensor(gf, "tokens");
    struct ggml_tensor *ids = ggml_graph_get_tensor(gf, "ids");
    for (int32_t i = 0; i < n_tokens * n_seqs; i++) {
        const int32_t token = i % 512;
        ggml_backend_tensor_set(tokens, &token, (size_t)i * sizeof(token), sizeof(token));
    }
    for (int32_t i = 0; i < n_seqs; i++)
        ggml_backend_tensor_set(ids, &i, (size_t)i * sizeof(i), sizeof(i));
    ggml_backend_graph_compute(backend, gf);
    float first;
    ggml_backend_tensor_get(ggml_graph_get_tensor(gf, "logits"), &first, 0, sizeof(first));
    printf("the first logit: %.5f\n", (double)first);

    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(model.buffer);
    ggml_free(model.ctx);
    ggml_backend_free(backend);
    return 0;
}
