// A decoder with a cache, flash attention and gated layers; the number of layers is an argument.
// counts: argv[1]
// exact: peak_leaf.f32 live.f32 total.f32 count buffer alive context0.used context0.backend_buffer
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdlib.h>

struct layer {
    struct ggml_tensor *norm, *wq, *wk, *wv, *wo, *ffn_norm, *gate, *up, *down, *k, *v;
};

struct model {
    int n_layer, n_embd, n_head, n_ctx, n_ff, n_vocab;
    struct ggml_tensor *embd, *norm, *head;
    struct layer *layers;
    struct ggml_context *ctx;
};

static struct ggml_tensor *matrix(struct model *m, int in, int out, const char *name, int il)
{
    struct ggml_tensor *t = ggml_new_tensor_2d(m->ctx, GGML_TYPE_F16, in, out);
    ggml_format_name(t, "blk.%d.%s", il, name);
    return t;
}

static void load(struct model *m)
{
    m->layers = calloc((size_t)m->n_layer, sizeof(*m->layers));
    m->ctx = ggml_init((struct ggml_init_params){
        (3 + 11 * (size_t)m->n_layer) * ggml_tensor_overhead(), NULL, true});
    m->embd = ggml_new_tensor_2d(m->ctx, GGML_TYPE_F16, m->n_embd, m->n_vocab);
    m->norm = ggml_new_tensor_1d(m->ctx, GGML_TYPE_F32, m->n_embd);
    m->head = ggml_new_tensor_2d(m->ctx, GGML_TYPE_F16, m->n_embd, m->n_vocab);
    for (int il = 0; il < m->n_layer; il++) {
        struct layer *l = &m->layers[il];
        l->norm = ggml_new_tensor_1d(m->ctx, GGML_TYPE_F32, m->n_embd);
        l->wq = matrix(m, m->n_embd, m->n_embd, "q", il);
        l->wk = matrix(m, m->n_embd, m->n_embd, "k", il);
        l->wv = matrix(m, m->n_embd, m->n_embd, "v", il);
        l->wo = matrix(m, m->n_embd, m->n_embd, "o", il);
        l->ffn_norm = ggml_new_tensor_1d(m->ctx, GGML_TYPE_F32, m->n_embd);
        l->gate = matrix(m, m->n_embd, m->n_ff, "gate", il);
        l->up = matrix(m, m->n_embd, m->n_ff, "up", il);
        l->down = matrix(m, m->n_ff, m->n_embd, "down", il);
        l->k = ggml_new_tensor_2d(m->ctx, GGML_TYPE_F16, m->n_embd, m->n_ctx);
        l->v = ggml_new_tensor_2d(m->ctx, GGML_TYPE_F16, m->n_embd, m->n_ctx);
    }
}

static struct ggml_tensor *rms(struct ggml_context *ctx, struct ggml_tensor *x,
                               struct ggml_tensor *w)
{
    return ggml_mul(ctx, ggml_rms_norm(ctx, x, 1e-5f), w);
}

static struct ggml_tensor *attend(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                  const struct model *m, const struct layer *l,
                                  struct ggml_tensor *x, struct ggml_tensor *pos,
                                  struct ggml_tensor *rows, struct ggml_tensor *mask)
{
    const int d = m->n_embd / m->n_head;
    const int64_t n = x->ne[1], n_kv = mask->ne[0];
    struct ggml_tensor *q = ggml_reshape_3d(ctx, ggml_mul_mat(ctx, l->wq, x), d, m->n_head, n);
    struct ggml_tensor *k = ggml_reshape_3d(ctx, ggml_mul_mat(ctx, l->wk, x), d, m->n_head, n);
    struct ggml_tensor *v = ggml_mul_mat(ctx, l->wv, x);
    q = ggml_rope(ctx, q, pos, d, 0);
    k = ggml_rope(ctx, k, pos, d, 0);
    k = ggml_reshape_2d(ctx, k, m->n_embd, k->ne[2]);
    ggml_build_forward_expand(gf, ggml_set_rows(ctx, l->k, k, rows));
    ggml_build_forward_expand(gf, ggml_set_rows(ctx, l->v, v, rows));
    const size_t head = ggml_row_size(l->k->type, d);
    struct ggml_tensor *K = ggml_view_3d(ctx, l->k, d, n_kv, m->n_head, l->k->nb[1], head, 0);
    struct ggml_tensor *V = ggml_view_3d(ctx, l->v, d, n_kv, m->n_head, l->v->nb[1], head, 0);
    struct ggml_tensor *out = ggml_flash_attn_ext(ctx, ggml_permute(ctx, q, 0, 2, 1, 3), K, V, mask,
                                                  1.0f / sqrtf((float)d), 0.0f, 0.0f);
    return ggml_mul_mat(ctx, l->wo, ggml_reshape_2d(ctx, out, m->n_embd, n));
}

static struct ggml_tensor *input(struct ggml_context *ctx, enum ggml_type type, int64_t a,
                                 int64_t b, const char *name)
{
    struct ggml_tensor *t = ggml_new_tensor_2d(ctx, type, a, b);
    ggml_set_name(t, name);
    ggml_set_input(t);
    return t;
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const struct model *m, int n, int n_past)
{
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *tokens = input(ctx, GGML_TYPE_I32, n, 1, "tokens");
    struct ggml_tensor *pos = input(ctx, GGML_TYPE_I32, n, 1, "positions");
    struct ggml_tensor *rows = input(ctx, GGML_TYPE_I64, n, 1, "rows");
    struct ggml_tensor *mask = input(ctx, GGML_TYPE_F16, n_past + n, n, "mask");
    struct ggml_tensor *x = ggml_get_rows(ctx, m->embd, tokens);
    for (int il = 0; il < m->n_layer; il++) {
        const struct layer *l = &m->layers[il];
        x = ggml_add(ctx, x, attend(ctx, gf, m, l, rms(ctx, x, l->norm), pos, rows, mask));
        struct ggml_tensor *y = rms(ctx, x, l->ffn_norm);
        y = ggml_swiglu_split(ctx, ggml_mul_mat(ctx, l->gate, y), ggml_mul_mat(ctx, l->up, y));
        x = ggml_add(ctx, x, ggml_mul_mat(ctx, l->down, y));
        ggml_format_name(x, "l_out-%d", il);
    }
    x = ggml_mul_mat(ctx, m->head, rms(ctx, x, m->norm));
    ggml_set_name(x, "logits");
    ggml_set_output(x);
    ggml_build_forward_expand(gf, x);
    return gf;
}

int main(int argc, char **argv)
{
    const int n_layer = argc > 1 ? atoi(argv[1]) : 0;
    if (n_layer < 1) return 1;
    struct model m = {n_layer, 64, 4, 128, 192, 500, NULL, NULL, NULL, NULL, NULL};
    load(&m);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(m.ctx, backend);
    struct ggml_init_params params = {
        GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead(), NULL, true};
    struct ggml_context *worst = ggml_init(params), *ctx = ggml_init(params);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    if (!ggml_gallocr_reserve(allocr, build(worst, &m, 16, 112))) return 1;
    struct ggml_cgraph *gf = build(ctx, &m, 3, 7);
    if (!ggml_gallocr_alloc_graph(allocr, gf)) return 1;
    ggml_backend_graph_compute(backend, gf);
    ggml_gallocr_free(allocr);
    ggml_free(worst);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_free(m.ctx);
    ggml_backend_free(backend);
    free(m.layers);
    return 0;
}
