// GPT-2 with a cache of keys and values: reads a prompt, then writes one token
// after another, each the likeliest.
//
//     gpt2 [SIZE] [PROMPT TOKENS] [NEW TOKENS]      SIZE: tiny, small, medium, large, xl
//
// Two graphs come from one builder: the worst case, which reserves the compute
// buffer, and the real one, for each step anew. Weights are random.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LAYERS 48
#define MAX_NODES 4096

struct gpt2_hparams {
    const char *name;
    int n_vocab, n_ctx, n_embd, n_head, n_layer;
};

static const struct gpt2_hparams presets[] = {
    {"tiny", 256, 64, 64, 4, 2},           {"small", 50257, 1024, 768, 12, 12},
    {"medium", 50257, 1024, 1024, 16, 24}, {"large", 50257, 1024, 1280, 20, 36},
    {"xl", 50257, 1024, 1600, 25, 48},
};

struct gpt2_layer {
    struct ggml_tensor *ln_1_g, *ln_1_b, *ln_2_g, *ln_2_b;
    struct ggml_tensor *attn_qkv_w, *attn_qkv_b, *attn_proj_w, *attn_proj_b;
    struct ggml_tensor *mlp_fc_w, *mlp_fc_b, *mlp_proj_w, *mlp_proj_b;
};

struct gpt2_model {
    struct gpt2_hparams hparams;
    struct ggml_tensor *wte, *wpe, *ln_f_g, *ln_f_b;
    struct gpt2_layer layers[MAX_LAYERS];
    struct ggml_tensor *memory_k, *memory_v;
    struct ggml_context *ctx_w, *ctx_kv;
    ggml_backend_buffer_t buffer_w, buffer_kv;
};

static const float eps = 1e-5f;

static struct ggml_tensor *vector(struct gpt2_model *model, int64_t n)
{
    return ggml_new_tensor_1d(model->ctx_w, GGML_TYPE_F32, n);
}

static struct ggml_tensor *matrix(struct gpt2_model *model, int64_t n_in, int64_t n_out)
{
    return ggml_new_tensor_2d(model->ctx_w, GGML_TYPE_F16, n_in, n_out);
}

static void fill_random(struct ggml_context *ctx)
{
    unsigned state = 1;
    for (struct ggml_tensor *t = ggml_get_first_tensor(ctx); t; t = ggml_get_next_tensor(ctx, t)) {
        const int64_t n = ggml_nelements(t);
        float *values = malloc((size_t)n * sizeof(float));
        ggml_fp16_t *halves = malloc((size_t)n * sizeof(ggml_fp16_t));
        for (int64_t i = 0; i < n; i++) {
            state = state * 1664525u + 1013904223u;
            values[i] = ((float)(state >> 8) / 16777216.0f - 0.5f) * 0.1f;
        }
        if (t->type == GGML_TYPE_F16) {
            ggml_fp32_to_fp16_row(values, halves, n);
            ggml_backend_tensor_set(t, halves, 0, ggml_nbytes(t));
        } else {
            ggml_backend_tensor_set(t, values, 0, ggml_nbytes(t));
        }
        free(values);
        free(halves);
    }
}

static void make_layer(struct gpt2_model *model, struct gpt2_layer *layer)
{
    const int n_embd = model->hparams.n_embd;
    layer->ln_1_g = vector(model, n_embd);
    layer->ln_1_b = vector(model, n_embd);
    layer->ln_2_g = vector(model, n_embd);
    layer->ln_2_b = vector(model, n_embd);
    layer->attn_qkv_w = matrix(model, n_embd, 3 * n_embd);
    layer->attn_qkv_b = vector(model, 3 * n_embd);
    layer->attn_proj_w = matrix(model, n_embd, n_embd);
    layer->attn_proj_b = vector(model, n_embd);
    layer->mlp_fc_w = matrix(model, n_embd, 4 * n_embd);
    layer->mlp_fc_b = vector(model, 4 * n_embd);
    layer->mlp_proj_w = matrix(model, 4 * n_embd, n_embd);
    layer->mlp_proj_b = vector(model, n_embd);
}

static bool make_model(struct gpt2_model *model, ggml_backend_t backend)
{
    const struct gpt2_hparams *hparams = &model->hparams;
    const size_t n_tensors = 4 + 12 * (size_t)hparams->n_layer;
    struct ggml_init_params params = {
        .mem_size = n_tensors * ggml_tensor_overhead(),
        .mem_buffer = NULL,
        .no_alloc = true,
    };
    model->ctx_w = ggml_init(params);
    model->wte = matrix(model, hparams->n_embd, hparams->n_vocab);
    model->wpe = ggml_new_tensor_2d(model->ctx_w, GGML_TYPE_F32, hparams->n_embd, hparams->n_ctx);
    model->ln_f_g = vector(model, hparams->n_embd);
    model->ln_f_b = vector(model, hparams->n_embd);
    for (int il = 0; il < hparams->n_layer; il++) make_layer(model, &model->layers[il]);

    params.mem_size = 2 * ggml_tensor_overhead();
    model->ctx_kv = ggml_init(params);
    const int64_t n_elements = (int64_t)hparams->n_layer * hparams->n_ctx * hparams->n_embd;
    model->memory_k = ggml_new_tensor_1d(model->ctx_kv, GGML_TYPE_F16, n_elements);
    model->memory_v = ggml_new_tensor_1d(model->ctx_kv, GGML_TYPE_F16, n_elements);

    model->buffer_w = ggml_backend_alloc_ctx_tensors(model->ctx_w, backend);
    model->buffer_kv = ggml_backend_alloc_ctx_tensors(model->ctx_kv, backend);
    if (!model->buffer_w || !model->buffer_kv) return false;
    fill_random(model->ctx_w);
    ggml_backend_buffer_clear(model->buffer_kv, 0);
    return true;
}

static struct ggml_tensor *layer_norm(struct ggml_context *ctx, struct ggml_tensor *x,
                                      struct ggml_tensor *g, struct ggml_tensor *b)
{
    return ggml_add(ctx, ggml_mul(ctx, ggml_norm(ctx, x, eps), g), b);
}

static struct ggml_tensor *linear(struct ggml_context *ctx, struct ggml_tensor *w,
                                  struct ggml_tensor *b, struct ggml_tensor *x)
{
    return ggml_add(ctx, ggml_mul_mat(ctx, w, x), b);
}

static struct ggml_tensor *attention(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                     const struct gpt2_model *model, int il,
                                     struct ggml_tensor *cur, int n_past, int n_tokens)
{
    const int n_embd = model->hparams.n_embd;
    const int n_head = model->hparams.n_head;
    const int n_ctx = model->hparams.n_ctx;
    const int head_dim = n_embd / n_head;
    struct ggml_tensor *memory_k = model->memory_k, *memory_v = model->memory_v;

    cur = linear(ctx, model->layers[il].attn_qkv_w, model->layers[il].attn_qkv_b, cur);
    const size_t part = sizeof(float) * (size_t)n_embd;
    struct ggml_tensor *Qcur = ggml_view_2d(ctx, cur, n_embd, n_tokens, cur->nb[1], 0 * part);
    struct ggml_tensor *Kcur = ggml_view_2d(ctx, cur, n_embd, n_tokens, cur->nb[1], 1 * part);
    struct ggml_tensor *Vcur = ggml_view_2d(ctx, cur, n_embd, n_tokens, cur->nb[1], 2 * part);

    // The new rows go into the cache before anything reads it.
    const size_t row = ggml_element_size(memory_k) * (size_t)n_embd;
    const size_t layer = row * (size_t)(il * n_ctx);
    const size_t here = layer + row * (size_t)n_past;
    struct ggml_tensor *k = ggml_view_1d(ctx, memory_k, n_tokens * n_embd, here);
    struct ggml_tensor *v = ggml_view_1d(ctx, memory_v, n_tokens * n_embd, here);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, Kcur, k));
    ggml_build_forward_expand(gf, ggml_cpy(ctx, Vcur, v));

    const int n_kv = n_past + n_tokens;
    struct ggml_tensor *Q =
        ggml_permute(ctx, ggml_cont_3d(ctx, Qcur, head_dim, n_head, n_tokens), 0, 2, 1, 3);
    struct ggml_tensor *K = ggml_view_1d(ctx, memory_k, (int64_t)n_kv * n_embd, layer);
    K = ggml_permute(ctx, ggml_reshape_3d(ctx, K, head_dim, n_head, n_kv), 0, 2, 1, 3);
    struct ggml_tensor *V = ggml_view_1d(ctx, memory_v, (int64_t)n_kv * n_embd, layer);
    V = ggml_permute(ctx, ggml_reshape_3d(ctx, V, head_dim, n_head, n_kv), 1, 2, 0, 3);

    struct ggml_tensor *KQ = ggml_mul_mat(ctx, K, Q);
    KQ = ggml_scale(ctx, KQ, 1.0f / sqrtf((float)head_dim));
    KQ = ggml_soft_max(ctx, ggml_diag_mask_inf(ctx, KQ, n_past));
    struct ggml_tensor *KQV = ggml_mul_mat(ctx, ggml_cont(ctx, V), KQ);
    KQV = ggml_cont_2d(ctx, ggml_permute(ctx, KQV, 0, 2, 1, 3), n_embd, n_tokens);
    return linear(ctx, model->layers[il].attn_proj_w, model->layers[il].attn_proj_b, KQV);
}

static struct ggml_cgraph *build_graph(const struct gpt2_model *model, struct ggml_context *ctx,
                                       int n_past, int n_tokens)
{
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, MAX_NODES, false);
    struct ggml_tensor *embd = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens);
    struct ggml_tensor *position = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n_tokens);
    ggml_set_name(embd, "embd");
    ggml_set_name(position, "position");
    ggml_set_input(embd);
    ggml_set_input(position);

    struct ggml_tensor *inpL = ggml_add(ctx, ggml_get_rows(ctx, model->wte, embd),
                                        ggml_get_rows(ctx, model->wpe, position));
    for (int il = 0; il < model->hparams.n_layer; il++) {
        const struct gpt2_layer *layer = &model->layers[il];
        struct ggml_tensor *cur = layer_norm(ctx, inpL, layer->ln_1_g, layer->ln_1_b);
        cur = attention(ctx, gf, model, il, cur, n_past, n_tokens);
        struct ggml_tensor *inpFF = ggml_add(ctx, cur, inpL);
        cur = layer_norm(ctx, inpFF, layer->ln_2_g, layer->ln_2_b);
        cur = ggml_gelu(ctx, linear(ctx, layer->mlp_fc_w, layer->mlp_fc_b, cur));
        cur = linear(ctx, layer->mlp_proj_w, layer->mlp_proj_b, cur);
        inpL = ggml_add(ctx, cur, inpFF);
    }
    inpL = layer_norm(ctx, inpL, model->ln_f_g, model->ln_f_b);
    struct ggml_tensor *last =
        ggml_view_1d(ctx, inpL, inpL->ne[0], (size_t)(n_tokens - 1) * inpL->nb[1]);
    struct ggml_tensor *logits = ggml_mul_mat(ctx, model->wte, last);
    ggml_set_name(logits, "logits");
    ggml_set_output(logits);
    ggml_build_forward_expand(gf, logits);
    return gf;
}

static int step(const struct gpt2_model *model, ggml_backend_t backend, ggml_gallocr_t allocr,
                struct ggml_init_params params, const int32_t *tokens, int n_past, int n_tokens)
{
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_cgraph *gf = build_graph(model, ctx, n_past, n_tokens);
    ggml_gallocr_alloc_graph(allocr, gf);
    struct ggml_tensor *embd = ggml_graph_get_tensor(gf, "embd");
    struct ggml_tensor *position = ggml_graph_get_tensor(gf, "position");
    ggml_backend_tensor_set(embd, tokens, 0, ggml_nbytes(embd));
    for (int i = 0; i < n_tokens; i++) {
        const int32_t at = n_past + i;
        ggml_backend_tensor_set(position, &at, (size_t)i * sizeof(at), sizeof(at));
    }
    ggml_backend_graph_compute(backend, gf);

    struct ggml_tensor *logits = ggml_graph_get_tensor(gf, "logits");
    const int n_vocab = (int)logits->ne[0];
    float *scores = malloc(ggml_nbytes(logits));
    ggml_backend_tensor_get(logits, scores, 0, ggml_nbytes(logits));
    int best = 0;
    for (int i = 1; i < n_vocab; i++)
        if (scores[i] > scores[best]) best = i;
    free(scores);
    ggml_free(ctx);
    return best;
}

int main(int argc, char **argv)
{
    const char *size = argc > 1 ? argv[1] : "tiny";
    const int n_prompt = argc > 2 ? atoi(argv[2]) : 8;
    const int n_predict = argc > 3 ? atoi(argv[3]) : 4;
    static struct gpt2_model model;
    for (size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++)
        if (strcmp(presets[i].name, size) == 0) model.hparams = presets[i];
    if (!model.hparams.name) {
        fprintf(stderr, "gpt2: no size '%s'\n", size);
        return 1;
    }
    const int n_ctx = model.hparams.n_ctx;
    if (n_prompt < 1 || n_predict < 0 || n_prompt + n_predict > n_ctx) {
        fprintf(stderr, "gpt2: %d + %d tokens, a context of %d\n", n_prompt, n_predict, n_ctx);
        return 1;
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    if (!make_model(&model, backend)) return 1;

    // The worst case: the whole prompt at the end of the context.
    struct ggml_init_params params = {
        .mem_size =
            MAX_NODES * ggml_tensor_overhead() + ggml_graph_overhead_custom(MAX_NODES, false),
        .mem_buffer = NULL,
        .no_alloc = true,
    };
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_cgraph *worst = build_graph(&model, ctx, n_ctx - n_prompt, n_prompt);
    ggml_gallocr_reserve(allocr, worst);
    printf("%d nodes, %zu bytes to compute, %zu of weights, %zu of cache\n",
           ggml_graph_n_nodes(worst), ggml_gallocr_get_buffer_size(allocr, 0),
           ggml_backend_buffer_get_size(model.buffer_w),
           ggml_backend_buffer_get_size(model.buffer_kv));
    ggml_free(ctx);

    int32_t *tokens = malloc((size_t)n_ctx * sizeof(int32_t));
    for (int i = 0; i < n_prompt; i++) tokens[i] = (i * 7 + 3) % model.hparams.n_vocab;
    int n_past = 0, n_tokens = n_prompt;
    for (int i = 0; i <= n_predict; i++) {
        const int next = step(&model, backend, allocr, params, tokens + n_past, n_past, n_tokens);
        n_past += n_tokens;
        n_tokens = 1;
        if (n_past < n_ctx) tokens[n_past] = next;
        printf("%d%c", next, i < n_predict ? ' ' : '\n');
    }

    free(tokens);
    ggml_gallocr_free(allocr);
    ggml_backend_buffer_free(model.buffer_w);
    ggml_backend_buffer_free(model.buffer_kv);
    ggml_free(model.ctx_w);
    ggml_free(model.ctx_kv);
    ggml_backend_free(backend);
    return 0;
}
