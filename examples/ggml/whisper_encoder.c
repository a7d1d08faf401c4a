// The encoder of a speech recogniser in whisper's form: a spectrogram goes
// through two convolutions, the second of which halves the time, and through
// layers of attention in which each frame sees all others.
//
//     whisper_encoder [tiny|base|small|medium] [FRAMES] [-fa]
//
// With -fa attention is one operator, and frames are padded to a multiple of 256.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_MELS 80
#define MAX_LAYERS 24
#define MAX_CONTEXT 1500

enum model_size { TINY, BASE, SMALL, MEDIUM, N_SIZES };

static const struct {
    const char *name;
    int n_state, n_head, n_layer;
} sizes[N_SIZES] = {
    [TINY] = {"tiny", 384, 6, 4},
    [BASE] = {"base", 512, 8, 6},
    [SMALL] = {"small", 768, 12, 12},
    [MEDIUM] = {"medium", 1024, 16, 24},
};

struct encoder_layer {
    struct ggml_tensor *attn_ln_w, *attn_ln_b, *mlp_ln_w, *mlp_ln_b;
    struct ggml_tensor *q_w, *q_b, *k_w, *v_w, *v_b, *o_w, *o_b; // keys have no bias
    struct ggml_tensor *mlp0_w, *mlp0_b, *mlp1_w, *mlp1_b;
};

struct encoder {
    int n_state, n_head, n_layer, n_ctx;
    bool flash;
    struct ggml_tensor *conv1_w, *conv1_b, *conv2_w, *conv2_b, *positions, *ln_w, *ln_b;
    struct ggml_tensor *room; // for keys and values in half precision, with nothing behind them
    struct encoder_layer layers[MAX_LAYERS];
};

#define VECTOR(n) ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n)
#define MATRIX(n_in, n_out) ggml_new_tensor_2d(ctx, GGML_TYPE_F16, n_in, n_out)

static void make_weights(struct ggml_context *ctx, struct encoder *enc)
{
    const int n = enc->n_state;
    enc->conv1_w = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, 3, N_MELS, n);
    enc->conv1_b = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 1, n);
    enc->conv2_w = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, 3, n, n);
    enc->conv2_b = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 1, n);
    enc->positions = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n, MAX_CONTEXT);
    enc->room = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, 2 * n * GGML_PAD(MAX_CONTEXT, 256));
    enc->ln_w = VECTOR(n);
    enc->ln_b = VECTOR(n);
    for (int i = 0; i < enc->n_layer; i++) {
        struct encoder_layer *l = enc->layers + i;
        l->attn_ln_w = VECTOR(n);
        l->attn_ln_b = VECTOR(n);
        l->mlp_ln_w = VECTOR(n);
        l->mlp_ln_b = VECTOR(n);
        l->q_w = MATRIX(n, n), l->q_b = VECTOR(n);
        l->k_w = MATRIX(n, n);
        l->v_w = MATRIX(n, n), l->v_b = VECTOR(n);
        l->o_w = MATRIX(n, n), l->o_b = VECTOR(n);
        l->mlp0_w = MATRIX(n, 4 * n), l->mlp0_b = VECTOR(4 * n);
        l->mlp1_w = MATRIX(4 * n, n), l->mlp1_b = VECTOR(n);
    }
}

static struct ggml_tensor *linear(struct ggml_context *ctx, struct ggml_tensor *w,
                                  struct ggml_tensor *b, struct ggml_tensor *x)
{
    x = ggml_mul_mat(ctx, w, x);
    return b ? ggml_add(ctx, x, b) : x;
}

static struct ggml_tensor *layer_norm(struct ggml_context *ctx, struct ggml_tensor *x,
                                      struct ggml_tensor *w, struct ggml_tensor *b)
{
    return ggml_add(ctx, ggml_mul(ctx, ggml_norm(ctx, x, 1e-5f), w), b);
}

static struct ggml_tensor *flash(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                 const struct encoder *enc, struct ggml_tensor *q,
                                 struct ggml_tensor *k, struct ggml_tensor *v, float scale)
{
    const int64_t dim = q->ne[0], n_head = enc->n_head;
    const int64_t n_padded = GGML_PAD(enc->n_ctx, 256);
    struct ggml_tensor *room = enc->room;
    struct ggml_tensor *pads[2], *from[2] = {k, v};
    for (int i = 0; i < 2; i++) {
        const size_t at = (size_t)i * ggml_nbytes(room) / 2;
        struct ggml_tensor *to = ggml_view_1d(ctx, room, ggml_nelements(from[i]), at);
        ggml_build_forward_expand(gf, ggml_cpy(ctx, from[i], to));
        pads[i] = ggml_view_3d(ctx, room, dim, n_padded, n_head,
                               ggml_element_size(room) * (size_t)(dim * n_head),
                               ggml_element_size(room) * (size_t)dim, at);
    }
    struct ggml_tensor *cur = ggml_flash_attn_ext(ctx, ggml_permute(ctx, q, 0, 2, 1, 3), pads[0],
                                                  pads[1], NULL, scale, 0.0f, 0.0f);
    return ggml_reshape_2d(ctx, cur, enc->n_state, enc->n_ctx);
}

static struct ggml_tensor *attention(struct ggml_context *ctx, struct ggml_cgraph *gf,
                                     const struct encoder *enc, const struct encoder_layer *l,
                                     struct ggml_tensor *cur)
{
    const int dim = enc->n_state / enc->n_head;
    const float scale = 1.0f / sqrtf((float)dim);
    struct ggml_tensor *q = linear(ctx, l->q_w, l->q_b, cur);
    struct ggml_tensor *k = linear(ctx, l->k_w, NULL, cur);
    struct ggml_tensor *v = linear(ctx, l->v_w, l->v_b, cur);
    q = ggml_reshape_3d(ctx, q, dim, enc->n_head, enc->n_ctx);
    k = ggml_reshape_3d(ctx, k, dim, enc->n_head, enc->n_ctx);
    v = ggml_reshape_3d(ctx, v, dim, enc->n_head, enc->n_ctx);
    if (enc->flash) {
        cur = flash(ctx, gf, enc, q, k, v, scale);
    } else {
        k = ggml_cast(ctx, ggml_permute(ctx, k, 0, 2, 1, 3), GGML_TYPE_F16);
        v = ggml_cast(ctx, ggml_permute(ctx, v, 1, 2, 0, 3), GGML_TYPE_F16);
        struct ggml_tensor *kq = ggml_mul_mat(ctx, k, ggml_permute(ctx, q, 0, 2, 1, 3));
        kq = ggml_soft_max_ext(ctx, kq, NULL, scale, 0.0f);
        struct ggml_tensor *kqv = ggml_permute(ctx, ggml_mul_mat(ctx, v, kq), 0, 2, 1, 3);
        cur = ggml_cont_2d(ctx, kqv, enc->n_state, enc->n_ctx);
    }
    return linear(ctx, l->o_w, l->o_b, cur);
}

static struct ggml_cgraph *build(struct ggml_context *ctx, struct encoder *enc, int n_frames)
{
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, 4096, false);
    struct ggml_tensor *mel = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n_frames, N_MELS);
    ggml_set_name(mel, "mel");
    ggml_set_input(mel);

    struct ggml_tensor *cur = ggml_conv_1d_ph(ctx, enc->conv1_w, mel, 1, 1);
    cur = ggml_gelu(ctx, ggml_add(ctx, cur, enc->conv1_b));
    cur = ggml_conv_1d_ph(ctx, enc->conv2_w, cur, 2, 1);
    cur = ggml_gelu(ctx, ggml_add(ctx, cur, enc->conv2_b));
    enc->n_ctx = (int)cur->ne[0];
    struct ggml_tensor *positions =
        ggml_view_2d(ctx, enc->positions, enc->n_state, enc->n_ctx, enc->positions->nb[1], 0);
    cur = ggml_add(ctx, positions, ggml_cont(ctx, ggml_transpose(ctx, cur)));
    for (int i = 0; i < enc->n_layer; i++) {
        const struct encoder_layer *l = enc->layers + i;
        struct ggml_tensor *x = layer_norm(ctx, cur, l->attn_ln_w, l->attn_ln_b);
        cur = ggml_add(ctx, attention(ctx, gf, enc, l, x), cur);
        x = linear(ctx, l->mlp0_w, l->mlp0_b, layer_norm(ctx, cur, l->mlp_ln_w, l->mlp_ln_b));
        cur = ggml_add(ctx, linear(ctx, l->mlp1_w, l->mlp1_b, ggml_gelu(ctx, x)), cur);
    }
    cur = layer_norm(ctx, cur, enc->ln_w, enc->ln_b);
    ggml_set_name(cur, "embd_enc");
    ggml_set_output(cur);
    ggml_build_forward_expand(gf, cur);
    return gf;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "tiny";
    const int n_frames = argc > 2 ? atoi(argv[2]) : 600;
    struct encoder enc = {.flash = argc > 3 && strcmp(argv[3], "-fa") == 0};
    for (enum model_size size = TINY; size < N_SIZES; size++) {
        if (strcmp(sizes[size].name, name) != 0) continue;
        enc.n_state = sizes[size].n_state;
        enc.n_head = sizes[size].n_head;
        enc.n_layer = sizes[size].n_layer;
    }
    if (!enc.n_state || n_frames < 2 || n_frames > 2 * MAX_CONTEXT) {
        fprintf(stderr, "usage: whisper_encoder [tiny|base|small|medium] [FRAMES <= 3000] [-fa]\n");
        return 1;
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    const size_t n_weights = 8 + 15 * (size_t)enc.n_layer;
    struct ggml_context *weights = ggml_init((struct ggml_init_params){
        .mem_size = n_weights * ggml_tensor_overhead(), .no_alloc = true});
    make_weights(weights, &enc);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    ggml_backend_buffer_set_usage(buffer, GGML_BACKEND_BUFFER_USAGE_WEIGHTS);
    ggml_backend_buffer_clear(buffer, 0);

    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        .mem_size = 4096 * ggml_tensor_overhead() + ggml_graph_overhead_custom(4096, false),
        .no_alloc = true});
    struct ggml_cgraph *gf = build(ctx, &enc, n_frames);
    ggml_backend_sched_t sched = ggml_backend_sched_new(&backend, NULL, 1, 4096, false, true);
    if (!ggml_backend_sched_alloc_graph(sched, gf)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of weights\n", ggml_graph_n_nodes(gf),
           ggml_backend_sched_get_buffer_size(sched, backend),
           ggml_backend_buffer_get_size(buffer));
    struct ggml_tensor *mel = ggml_graph_get_tensor(gf, "mel");
    ggml_backend_tensor_memset(mel, 0, 0, ggml_nbytes(mel));
    const enum ggml_status status = ggml_backend_sched_graph_compute(sched, gf);
    printf("%s\n", ggml_status_to_string(status));

    ggml_backend_sched_free(sched);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_free(weights);
    ggml_backend_free(backend);
    return 0;
}
