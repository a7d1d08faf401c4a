// The feed-forward part of a mixture of experts: a router chooses a few of many
// experts for each token, whose matrices lie in one tensor of three axes.
//
//     moe [EXPERTS] [USED] [TOKENS] [WIDTH] [LAYERS]
//
// One expert more is shared by all tokens. Weights are random; what is printed at
// the end is how many tokens each expert got.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_LAYERS 8
#define MAX_EXPERTS 64

struct moe_hparams {
    int n_expert, n_used, n_embd, n_ff, n_layer;
    bool normalise;
    float scale;
};

struct moe_layer {
    struct ggml_tensor *norm, *router;
    struct ggml_tensor *gate_exps, *up_exps, *down_exps;
    struct ggml_tensor *gate_shared, *up_shared, *down_shared;
};

struct moe_model {
    struct moe_hparams hparams;
    struct moe_layer layers[MAX_LAYERS];
    struct ggml_context *ctx;
    ggml_backend_buffer_t buffer;
};

static void fill_random(struct ggml_tensor *t)
{
    const int64_t n = ggml_nelements(t);
    float *values = malloc((size_t)n * sizeof(float));
    for (int64_t i = 0; i < n; i++) values[i] = 0.2f * (float)rand() / (float)RAND_MAX - 0.1f;
    ggml_backend_tensor_set(t, values, 0, ggml_nbytes(t));
    free(values);
}

static void make_layer(struct ggml_context *ctx, const struct moe_hparams *hp,
                       struct moe_layer *layer)
{
    const enum ggml_type f32 = GGML_TYPE_F32;
    const int64_t n_embd = hp->n_embd, n_ff = hp->n_ff, n_expert = hp->n_expert;
    *layer = (struct moe_layer){
        .norm = ggml_new_tensor_1d(ctx, f32, n_embd),
        .router = ggml_new_tensor_2d(ctx, f32, n_embd, n_expert),
        .gate_exps = ggml_new_tensor_3d(ctx, f32, n_embd, n_ff, n_expert),
        .up_exps = ggml_new_tensor_3d(ctx, f32, n_embd, n_ff, n_expert),
        .down_exps = ggml_new_tensor_3d(ctx, f32, n_ff, n_embd, n_expert),
        .gate_shared = ggml_new_tensor_2d(ctx, f32, n_embd, n_ff),
        .up_shared = ggml_new_tensor_2d(ctx, f32, n_embd, n_ff),
        .down_shared = ggml_new_tensor_2d(ctx, f32, n_ff, n_embd),
    };
}

static bool make_model(struct moe_model *model, ggml_backend_t backend)
{
    const int n_fields = (int)(sizeof(struct moe_layer) / sizeof(struct ggml_tensor *));
    const int n_tensors = model->hparams.n_layer * n_fields;
    struct ggml_init_params params = {(size_t)n_tensors * ggml_tensor_overhead(), NULL, true};
    model->ctx = ggml_init(params);
    for (int il = 0; il < model->hparams.n_layer; il++)
        make_layer(model->ctx, &model->hparams, &model->layers[il]);
    model->buffer = ggml_backend_alloc_ctx_tensors(model->ctx, backend);
    if (!model->buffer) return false;
    struct ggml_tensor *t = ggml_get_first_tensor(model->ctx);
    while (t) {
        fill_random(t);
        t = ggml_get_next_tensor(model->ctx, t);
    }
    return true;
}

// Probabilities of the chosen experts, [1, n_used, n_tokens]; *selected is [n_used, n_tokens].
static struct ggml_tensor *route(struct ggml_context *ctx, const struct moe_hparams *hp,
                                 struct ggml_tensor *router, struct ggml_tensor *cur,
                                 struct ggml_tensor **selected)
{
    const int64_t n_tokens = cur->ne[1];
    struct ggml_tensor *logits = ggml_mul_mat(ctx, router, cur);
    struct ggml_tensor *probs = ggml_soft_max(ctx, logits);
    *selected = ggml_argsort_top_k(ctx, probs, hp->n_used);
    struct ggml_tensor *weights =
        ggml_get_rows(ctx, ggml_reshape_3d(ctx, probs, 1, hp->n_expert, n_tokens), *selected);
    if (hp->normalise) {
        weights = ggml_reshape_2d(ctx, weights, hp->n_used, n_tokens);
        weights = ggml_div(ctx, weights, ggml_sum_rows(ctx, weights));
        weights = ggml_reshape_3d(ctx, weights, 1, hp->n_used, n_tokens);
    }
    return hp->scale != 1.0f ? ggml_scale(ctx, weights, hp->scale) : weights;
}

static struct ggml_tensor *experts(struct ggml_context *ctx, const struct moe_hparams *hp,
                                   const struct moe_layer *layer, struct ggml_tensor *cur,
                                   struct ggml_tensor **selected)
{
    const int64_t n_embd = cur->ne[0], n_tokens = cur->ne[1];
    struct ggml_tensor *weights = route(ctx, hp, layer->router, cur, selected);
    struct ggml_tensor *each = ggml_reshape_3d(ctx, cur, n_embd, 1, n_tokens);
    struct ggml_tensor *up = ggml_mul_mat_id(ctx, layer->up_exps, each, *selected);
    struct ggml_tensor *gate = ggml_mul_mat_id(ctx, layer->gate_exps, each, *selected);
    struct ggml_tensor *par = ggml_swiglu_split(ctx, gate, up);
    struct ggml_tensor *down = ggml_mul_mat_id(ctx, layer->down_exps, par, *selected);
    down = ggml_mul(ctx, down, weights); // [n_embd, n_used, n_tokens]

    struct ggml_tensor *sum = NULL;
    for (int i = 0; i < hp->n_used; i++) {
        struct ggml_tensor *one =
            ggml_view_2d(ctx, down, n_embd, n_tokens, down->nb[2], (size_t)i * down->nb[1]);
        sum = sum ? ggml_add(ctx, sum, one) : one;
    }
    return hp->n_used > 1 ? sum : ggml_cont(ctx, sum);
}

static struct ggml_tensor *shared_expert(struct ggml_context *ctx, const struct moe_layer *layer,
                                         struct ggml_tensor *cur)
{
    struct ggml_tensor *gate = ggml_mul_mat(ctx, layer->gate_shared, cur);
    struct ggml_tensor *up = ggml_mul_mat(ctx, layer->up_shared, cur);
    return ggml_mul_mat(ctx, layer->down_shared, ggml_mul(ctx, ggml_silu(ctx, gate), up));
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const struct moe_model *model,
                                 int n_tokens)
{
    const struct moe_hparams *hp = &model->hparams;
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, hp->n_embd, n_tokens);
    ggml_set_name(x, "x");
    ggml_set_input(x);
    for (int il = 0; il < hp->n_layer; il++) {
        const struct moe_layer *layer = &model->layers[il];
        struct ggml_tensor *cur = ggml_mul(ctx, ggml_rms_norm(ctx, x, 1e-6f), layer->norm),
                           *selected;
        struct ggml_tensor *routed = experts(ctx, hp, layer, cur, &selected);
        x = ggml_add(ctx, x, ggml_add(ctx, routed, shared_expert(ctx, layer, cur)));
        // A copy: the view's own memory is used again by then.
        selected = ggml_cont(ctx, selected);
        ggml_format_name(selected, "selected %d", il);
        ggml_set_output(selected);
        ggml_build_forward_expand(gf, selected);
    }
    ggml_set_name(x, "result");
    ggml_set_output(x);
    ggml_build_forward_expand(gf, x);
    return gf;
}

static void count_tokens(struct ggml_cgraph *gf, int il, int n_expert)
{
    char name[GGML_MAX_NAME];
    snprintf(name, sizeof(name), "selected %d", il);
    struct ggml_tensor *selected = ggml_graph_get_tensor(gf, name);
    int counts[MAX_EXPERTS] = {0};
    for (int64_t token = 0; token < selected->ne[1]; token++)
        for (int64_t i = 0; i < selected->ne[0]; i++) {
            int32_t expert;
            const size_t at = (size_t)token * selected->nb[1] + (size_t)i * selected->nb[0];
            ggml_backend_tensor_get(selected, &expert, at, sizeof(expert));
            counts[expert]++;
        }
    printf("layer %d:", il);
    for (int i = 0; i < n_expert; i++) printf(" %d", counts[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int settings[] = {8, 2, 32, 64, 2};
    for (int i = 0; i < 5 && i + 1 < argc; i++) settings[i] = atoi(argv[i + 1]);
    struct moe_model model = {.hparams = {.n_expert = settings[0],
                                          .n_used = settings[1],
                                          .n_embd = settings[3],
                                          .n_ff = 2 * settings[3],
                                          .n_layer = settings[4],
                                          .normalise = true,
                                          .scale = 1.0f}};
    const int n_tokens = settings[2];
    if (model.hparams.n_layer > MAX_LAYERS || model.hparams.n_expert > MAX_EXPERTS ||
        model.hparams.n_used > model.hparams.n_expert || model.hparams.n_used < 1 || n_tokens < 1) {
        fprintf(stderr, "usage: moe [EXPERTS] [USED] [TOKENS] [WIDTH] [LAYERS]\n");
        return 1;
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    if (!make_model(&model, backend)) return 1;

    struct ggml_init_params params = {
        .mem_size = GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead(),
        .no_alloc = true,
    };
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_cgraph *gf = build(ctx, &model, n_tokens);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_cpu_buffer_type());
    if (!ggml_gallocr_alloc_graph(allocr, gf)) return 1;
    fill_random(ggml_graph_get_tensor(gf, "x"));
    ggml_backend_graph_compute(backend, gf);
    printf("%d nodes, %zu bytes to compute, %zu of weights\n", ggml_graph_n_nodes(gf),
           ggml_gallocr_get_buffer_size(allocr, 0), ggml_backend_buffer_get_size(model.buffer));
    for (int il = 0; il < model.hparams.n_layer; il++) count_tokens(gf, il, model.hparams.n_expert);

    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(model.buffer);
    ggml_free(model.ctx);
    ggml_backend_free(backend);
    return 0;
}
