// A llama with grouped queries: flash attention over a cache that is written by
// row numbers, or, with -nofa, softmax over a cache whose values lie transposed.
//
//     llama [-l LAYERS] [-e WIDTH] [-kv HEADS] [-c CONTEXT] [-p PAST] [-n TOKENS] [-t TYPE] [-nofa]
//
// TYPE of the matrices: f32, f16, q8_0, q4_0, q4_K. Weights are zero: this program is about
// memory. It prints the graph and its buffer for the worst case and for the real batch.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct llama_hparams {
    int32_t n_vocab, n_ctx, n_embd, n_head, n_head_kv, n_layer, n_ff;
    float rope_base, norm_eps;
    enum ggml_type wtype;
};

struct llama_layer {
    struct ggml_tensor *attn_norm, *wq, *wk, *wv, *wo;
    struct ggml_tensor *ffn_norm, *ffn_gate, *ffn_up, *ffn_down;
};

struct llama_model {
    struct llama_hparams hparams;
    struct ggml_tensor *tok_embd, *output_norm, *output;
    struct llama_layer *layers;
    struct ggml_tensor **k_cache, **v_cache;
    struct ggml_context *ctx;
    ggml_backend_buffer_t buffer;
};

// What a batch is asked for.
struct llama_batch {
    int n_past, n_tokens;
    bool flash;
};

static int head_dim(const struct llama_hparams *hparams)
{
    return hparams->n_embd / hparams->n_head;
}

static int n_embd_kv(const struct llama_hparams *hparams)
{
    return head_dim(hparams) * hparams->n_head_kv;
}

static struct ggml_tensor *weight(struct llama_model *model, int64_t n_in, int64_t n_out,
                                  const char *name, int il)
{
    struct ggml_tensor *t = ggml_new_tensor_2d(model->ctx, model->hparams.wtype, n_in, n_out);
    ggml_format_name(t, "blk.%d.%s.weight", il, name);
    return t;
}

static bool llama_load(struct llama_model *model, ggml_backend_t backend)
{
    const struct llama_hparams *hp = &model->hparams;
    const int64_t n_embd = hp->n_embd, n_kv = n_embd_kv(hp), n_ff = hp->n_ff;
    model->ctx = ggml_init((struct ggml_init_params){
        .mem_size = ggml_tensor_overhead() * (size_t)(3 + 11 * hp->n_layer),
        .no_alloc = true,
    });
    model->tok_embd = ggml_new_tensor_2d(model->ctx, hp->wtype, n_embd, hp->n_vocab);
    model->output_norm = ggml_new_tensor_1d(model->ctx, GGML_TYPE_F32, n_embd);
    model->output = ggml_new_tensor_2d(model->ctx, hp->wtype, n_embd, hp->n_vocab);
    model->layers = calloc((size_t)hp->n_layer, sizeof(*model->layers));
    model->k_cache = calloc((size_t)hp->n_layer, sizeof(*model->k_cache));
    model->v_cache = calloc((size_t)hp->n_layer, sizeof(*model->v_cache));
    for (int il = 0; il < hp->n_layer; ++il) {
        struct llama_layer *layer = &model->layers[il];
        layer->attn_norm = ggml_new_tensor_1d(model->ctx, GGML_TYPE_F32, n_embd);
        layer->wq = weight(model, n_embd, n_embd, "attn_q", il);
        layer->wk = weight(model, n_embd, n_kv, "attn_k", il);
        layer->wv = weight(model, n_embd, n_kv, "attn_v", il);
        layer->wo = weight(model, n_embd, n_embd, "attn_output", il);
        layer->ffn_norm = ggml_new_tensor_1d(model->ctx, GGML_TYPE_F32, n_embd);
        layer->ffn_gate = weight(model, n_embd, n_ff, "ffn_gate", il);
        layer->ffn_up = weight(model, n_embd, n_ff, "ffn_up", il);
        layer->ffn_down = weight(model, n_ff, n_embd, "ffn_down", il);
        model->k_cache[il] = ggml_new_tensor_2d(model->ctx, GGML_TYPE_F16, n_kv, hp->n_ctx);
        model->v_cache[il] = ggml_new_tensor_2d(model->ctx, GGML_TYPE_F16, n_kv, hp->n_ctx);
    }
    model->buffer = ggml_backend_alloc_ctx_tensors(model->ctx, backend);
    if (!model->buffer) return false;
    ggml_backend_buffer_clear(model->buffer, 0);
    return true;
}

static struct ggml_tensor *rms_norm(struct ggml_context *ctx, const struct llama_hparams *hp,
                                    struct ggml_tensor *x, struct ggml_tensor *weight)
{
    return ggml_mul(ctx, ggml_rms_norm(ctx, x, hp->norm_eps), weight);
}

static struct ggml_tensor *rope(struct ggml_context *ctx, const struct llama_hparams *hp,
                                struct ggml_tensor *x, struct ggml_tensor *positions)
{
    return ggml_rope_ext(ctx, x, positions, NULL, head_dim(hp), GGML_ROPE_TYPE_NORMAL, hp->n_ctx,
                         hp->rope_base, 1.0f, 0.0f, 1.0f, 32.0f, 1.0f);
}

// One operator; the cache is as it was written.
static struct ggml_tensor *attend_flash(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                        const struct llama_model *model, int il,
                                        struct ggml_tensor *q, struct ggml_tensor *v_cur,
                                        struct ggml_tensor *rows, struct ggml_tensor *mask)
{
    const struct llama_hparams *hp = &model->hparams;
    struct ggml_tensor *k_cache = model->k_cache[il], *v_cache = model->v_cache[il];
    const int64_t n_kv = mask->ne[0], n_tokens = q->ne[2];
    ggml_build_forward_expand(gf, ggml_set_rows(ctx, v_cache, v_cur, rows));
    const size_t head = ggml_row_size(k_cache->type, head_dim(hp));
    struct ggml_tensor *k =
        ggml_view_3d(ctx, k_cache, head_dim(hp), hp->n_head_kv, n_kv, head, k_cache->nb[1], 0);
    struct ggml_tensor *v =
        ggml_view_3d(ctx, v_cache, head_dim(hp), hp->n_head_kv, n_kv, head, v_cache->nb[1], 0);
    struct ggml_tensor *cur = ggml_flash_attn_ext(
        ctx, ggml_permute(ctx, q, 0, 2, 1, 3), ggml_permute(ctx, k, 0, 2, 1, 3),
        ggml_permute(ctx, v, 0, 2, 1, 3), mask, 1.0f / sqrtf((float)head_dim(hp)), 0.0f, 0.0f);
    return ggml_reshape_2d(ctx, cur, hp->n_embd, n_tokens);
}

// Products and a softmax; the values lie transposed, so that each head's product reads rows.
static struct ggml_tensor *attend_softmax(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                          const struct llama_model *model, int il,
                                          struct ggml_tensor *q, struct ggml_tensor *v_cur,
                                          int n_past, struct ggml_tensor *mask)
{
    const struct llama_hparams *hp = &model->hparams;
    struct ggml_tensor *k_cache = model->k_cache[il], *v_cache = model->v_cache[il];
    const int64_t n_kv = mask->ne[0], n_tokens = q->ne[2], n_ctx = hp->n_ctx;
    const size_t element = ggml_element_size(v_cache);
    struct ggml_tensor *v_here = ggml_view_2d(ctx, v_cache, n_tokens, n_embd_kv(hp),
                                              element * (size_t)n_ctx, element * (size_t)n_past);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, ggml_transpose(ctx, v_cur), v_here));

    struct ggml_tensor *k =
        ggml_view_3d(ctx, k_cache, head_dim(hp), n_kv, hp->n_head_kv, k_cache->nb[1],
                     ggml_row_size(k_cache->type, head_dim(hp)), 0);
    struct ggml_tensor *v =
        ggml_view_3d(ctx, v_cache, n_kv, head_dim(hp), hp->n_head_kv, element * (size_t)n_ctx,
                     element * (size_t)(n_ctx * head_dim(hp)), 0);
    struct ggml_tensor *kq = ggml_mul_mat(ctx, k, ggml_permute(ctx, q, 0, 2, 1, 3));
    kq = ggml_soft_max_ext(ctx, kq, mask, 1.0f / sqrtf((float)head_dim(hp)), 0.0f);
    struct ggml_tensor *kqv = ggml_mul_mat(ctx, v, kq);
    return ggml_cont_2d(ctx, ggml_permute(ctx, kqv, 0, 2, 1, 3), hp->n_embd, n_tokens);
}

static struct ggml_tensor *input(struct ggml_context *ctx, enum ggml_type type, int64_t ne0,
                                 int64_t ne1, const char *name)
{
    struct ggml_tensor *t = ggml_new_tensor_2d(ctx, type, ne0, ne1);
    ggml_set_name(t, name);
    ggml_set_input(t);
    return t;
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const struct llama_model *model,
                                 struct llama_batch batch)
{
    const struct llama_hparams *hp = &model->hparams;
    const int64_t n_tokens = batch.n_tokens, n_kv = batch.n_past + n_tokens;
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, 64 + 48 * (size_t)hp->n_layer, false);
    struct ggml_tensor *tokens = input(ctx, GGML_TYPE_I32, n_tokens, 1, "tokens");
    struct ggml_tensor *positions = input(ctx, GGML_TYPE_I32, n_tokens, 1, "positions");
    struct ggml_tensor *rows = input(ctx, GGML_TYPE_I64, n_tokens, 1, "rows");
    struct ggml_tensor *mask =
        input(ctx, batch.flash ? GGML_TYPE_F16 : GGML_TYPE_F32, n_kv, n_tokens, "mask");

    struct ggml_tensor *inp = ggml_get_rows(ctx, model->tok_embd, tokens);
    for (int il = 0; il < hp->n_layer; ++il) {
        const struct llama_layer *layer = &model->layers[il];
        struct ggml_tensor *cur = rms_norm(ctx, hp, inp, layer->attn_norm);
        struct ggml_tensor *q = ggml_mul_mat(ctx, layer->wq, cur);
        struct ggml_tensor *k = ggml_mul_mat(ctx, layer->wk, cur);
        struct ggml_tensor *v = ggml_mul_mat(ctx, layer->wv, cur);
        q = rope(ctx, hp, ggml_reshape_3d(ctx, q, head_dim(hp), hp->n_head, n_tokens), positions);
        k = rope(ctx, hp, ggml_reshape_3d(ctx, k, head_dim(hp), hp->n_head_kv, n_tokens),
                 positions);
        k = ggml_reshape_2d(ctx, k, n_embd_kv(hp), n_tokens);
        ggml_build_forward_expand(gf, ggml_set_rows(ctx, model->k_cache[il], k, rows));
        cur = batch.flash ? attend_flash(ctx, gf, model, il, q, v, rows, mask)
                          : attend_softmax(ctx, gf, model, il, q, v, batch.n_past, mask);
        inp = ggml_add(ctx, inp, ggml_mul_mat(ctx, layer->wo, cur));

        cur = rms_norm(ctx, hp, inp, layer->ffn_norm);
        cur = ggml_swiglu_split(ctx, ggml_mul_mat(ctx, layer->ffn_gate, cur),
                                ggml_mul_mat(ctx, layer->ffn_up, cur));
        inp = ggml_add(ctx, inp, ggml_mul_mat(ctx, layer->ffn_down, cur));
        ggml_format_name(inp, "l_out-%d", il);
    }
    struct ggml_tensor *logits = rms_norm(ctx, hp, inp, model->output_norm);
    logits = ggml_mul_mat(ctx, model->output, logits);
    ggml_set_name(logits, "logits");
    ggml_set_output(logits);
    ggml_build_forward_expand(gf, logits);
    return gf;
}

static enum ggml_type type_of(const char *name)
{
    static const enum ggml_type types[] = {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_Q8_0,
                                           GGML_TYPE_Q4_0, GGML_TYPE_Q4_K};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i)
        if (strcmp(ggml_type_name(types[i]), name) == 0) return types[i];
    fprintf(stderr, "llama: no type '%s'\n", name);
    exit(1);
}

static void parse(int argc, char **argv, struct llama_hparams *hp, struct llama_batch *batch)
{
    for (int i = 1; i < argc; ++i) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (strcmp(argv[i], "-nofa") == 0) {
            batch->flash = false;
            continue;
        }
        if (strcmp(argv[i], "-l") == 0) hp->n_layer = atoi(value);
        if (strcmp(argv[i], "-e") == 0) hp->n_embd = atoi(value), hp->n_ff = hp->n_embd * 7 / 2;
        if (strcmp(argv[i], "-kv") == 0) hp->n_head_kv = atoi(value);
        if (strcmp(argv[i], "-c") == 0) hp->n_ctx = atoi(value);
        if (strcmp(argv[i], "-p") == 0) batch->n_past = atoi(value);
        if (strcmp(argv[i], "-n") == 0) batch->n_tokens = atoi(value);
        if (strcmp(argv[i], "-t") == 0) hp->wtype = type_of(value);
        ++i;
    }
    GGML_ASSERT(hp->n_layer > 0 && batch->n_tokens > 0);
    GGML_ASSERT(hp->n_embd % hp->n_head == 0 && hp->n_head % hp->n_head_kv == 0);
    GGML_ASSERT(batch->n_past >= 0 && batch->n_past + batch->n_tokens <= hp->n_ctx);
}

int main(int argc, char **argv)
{
    struct llama_model model = {.hparams = {.n_vocab = 1000,
                                            .n_ctx = 256,
                                            .n_embd = 256,
                                            .n_head = 8,
                                            .n_head_kv = 2,
                                            .n_layer = 4,
                                            .n_ff = 896,
                                            .rope_base = 500000.0f,
                                            .norm_eps = 1e-5f,
                                            .wtype = GGML_TYPE_F16}};
    struct llama_batch batch = {.n_past = 0, .n_tokens = 16, .flash = true};
    parse(argc, argv, &model.hparams, &batch);

    ggml_backend_t backend = ggml_backend_cpu_init();
    if (!llama_load(&model, backend)) return 1;
    const size_t size = 64 + 48 * (size_t)model.hparams.n_layer;
    const struct ggml_init_params params = {
        size * ggml_tensor_overhead() + ggml_graph_overhead_custom(size, false), NULL, true};

    struct llama_batch worst = batch;
    worst.n_past = model.hparams.n_ctx - batch.n_tokens;
    struct ggml_context *ctx_worst = ggml_init(params), *ctx = ggml_init(params);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    struct ggml_cgraph *gf = build(ctx, &model, batch);
    if (!ggml_gallocr_reserve(allocr, build(ctx_worst, &model, worst))) return 1;
    if (!ggml_gallocr_alloc_graph(allocr, gf)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of weights and cache\n", ggml_graph_n_nodes(gf),
           ggml_gallocr_get_buffer_size(allocr, 0), ggml_backend_buffer_get_size(model.buffer));

    for (int i = 0; i < batch.n_tokens; ++i) {
        const int32_t token = i % model.hparams.n_vocab, position = batch.n_past + i;
        const int64_t row = position;
        const size_t at = (size_t)i;
        ggml_backend_tensor_set(ggml_graph_get_tensor(gf, "tokens"), &token, at * 4, 4);
        ggml_backend_tensor_set(ggml_graph_get_tensor(gf, "positions"), &position, at * 4, 4);
        struct ggml_tensor *rows = ggml_graph_get_tensor(gf, "rows");
        ggml_backend_tensor_set(rows, &row, at * sizeof(row), sizeof(row));
    }
    struct ggml_tensor *mask = ggml_graph_get_tensor(gf, "mask");
    ggml_backend_tensor_memset(mask, 0, 0, ggml_nbytes(mask));
    const enum ggml_status status = ggml_backend_graph_compute(backend, gf);
    printf("%s\n", ggml_status_to_string(status));

    ggml_gallocr_free(allocr);
    ggml_free(ctx_worst);
    ggml_free(ctx);
    ggml_backend_buffer_free(model.buffer);
    ggml_free(model.ctx);
    ggml_backend_free(backend);
    free(model.layers);
    free(model.k_cache);
    free(model.v_cache);
    return 0;
}
