// A vision transformer (ViT): an image is cut into patches, a class token goes
// before them, and twelve or so encoder blocks later it says what is seen.
//
//     vit [tiny|small|base] [IMAGE SIZE] [BATCH]
//
// All sizes follow from the preset and the image; the patches are 16 by 16.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATCH = 16, CHANNELS = 3, CLASSES = 1000, BLOCKS = 12 };

typedef struct {
    const char *name;
    int32_t width, heads;
} vit_size;

static const vit_size sizes[] = {{"tiny", 192, 3}, {"small", 384, 6}, {"base", 768, 12}};

typedef struct {
    struct ggml_tensor *weight, *bias;
} vit_pair;

typedef struct {
    vit_pair norm1, qkv, proj, norm2, fc1, fc2;
} vit_block;

typedef struct {
    vit_size size;
    int32_t side; // patches in a row
    vit_pair patch, norm, head;
    struct ggml_tensor *cls_token, *pos_embed;
    vit_block blocks[BLOCKS];
} vit;

static vit_pair pair(struct ggml_context *ctx, int64_t n_in, int64_t n_out)
{
    vit_pair p;
    p.weight = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, n_in, n_out);
    p.bias = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n_out);
    return p;
}

static vit_pair norm_pair(struct ggml_context *ctx, int64_t n)
{
    return (vit_pair){ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n),
                      ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n)};
}

static void make_weights(struct ggml_context *ctx, vit *model)
{
    const int64_t width = model->size.width, positions = model->side * model->side + 1;
    model->patch.weight = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, PATCH, PATCH, CHANNELS, width);
    model->patch.bias = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 1, 1, width);
    model->cls_token = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, width);
    model->pos_embed = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, width, positions);
    for (vit_block *b = model->blocks; b < model->blocks + BLOCKS; b++) {
        b->norm1 = norm_pair(ctx, width);
        b->qkv = pair(ctx, width, 3 * width);
        b->proj = pair(ctx, width, width);
        b->norm2 = norm_pair(ctx, width);
        b->fc1 = pair(ctx, width, 4 * width);
        b->fc2 = pair(ctx, 4 * width, width);
    }
    model->norm = norm_pair(ctx, width);
    model->head = pair(ctx, width, CLASSES);
}

static struct ggml_tensor *linear(struct ggml_context *ctx, vit_pair p, struct ggml_tensor *x)
{
    return ggml_add(ctx, ggml_mul_mat(ctx, p.weight, x), p.bias);
}

static struct ggml_tensor *layer_norm(struct ggml_context *ctx, vit_pair p, struct ggml_tensor *x)
{
    x = ggml_norm(ctx, x, 1e-6f);
    return ggml_add(ctx, ggml_mul(ctx, x, p.weight), p.bias);
}

// Patches as tokens, [width, 1 + side * side, batch].
static struct ggml_tensor *embed(struct ggml_context *ctx, const vit *model,
                                 struct ggml_tensor *image)
{
    const int64_t batch = image->ne[3];
    struct ggml_tensor *x = ggml_conv_2d_sk_p0(ctx, model->patch.weight, image);
    x = ggml_add(ctx, x, model->patch.bias);
    x = ggml_reshape_3d(ctx, x, x->ne[0] * x->ne[1], x->ne[2], batch);
    x = ggml_cont(ctx, ggml_transpose(ctx, x));
    struct ggml_tensor *cls =
        ggml_repeat_4d(ctx, model->cls_token, model->cls_token->ne[0], 1, batch, 1);
    return ggml_add(ctx, ggml_concat(ctx, cls, x, 1), model->pos_embed);
}

// Query (0), key (1) or value (2) of a fused projection, by heads: [dim, tokens, heads, batch].
static struct ggml_tensor *part(struct ggml_context *ctx, const vit *model, struct ggml_tensor *qkv,
                                int which)
{
    const int64_t dim = model->size.width / model->size.heads;
    struct ggml_tensor *x = ggml_view_4d(
        ctx, qkv, dim, model->size.heads, qkv->ne[1], qkv->ne[2], ggml_row_size(qkv->type, dim),
        qkv->nb[1], qkv->nb[2], (size_t)which * ggml_row_size(qkv->type, model->size.width));
    return ggml_permute(ctx, x, 0, 2, 1, 3);
}

static struct ggml_tensor *attention(struct ggml_context *ctx, const vit *model,
                                     const vit_block *block, struct ggml_tensor *x)
{
    const float scale = 1.0f / sqrtf((float)model->size.width / (float)model->size.heads);
    struct ggml_tensor *qkv = linear(ctx, block->qkv, x);
    struct ggml_tensor *q = part(ctx, model, qkv, 0), *k = part(ctx, model, qkv, 1);
    struct ggml_tensor *v = ggml_cont(ctx, ggml_transpose(ctx, part(ctx, model, qkv, 2)));
    struct ggml_tensor *scores = ggml_mul_mat(ctx, ggml_cont(ctx, k), q);
    scores = ggml_soft_max_ext(ctx, scores, NULL, scale, 0.0f);
    struct ggml_tensor *mixed = ggml_permute(ctx, ggml_mul_mat(ctx, v, scores), 0, 2, 1, 3);
    mixed = ggml_cont_3d(ctx, mixed, x->ne[0], x->ne[1], x->ne[2]);
    return linear(ctx, block->proj, mixed);
}

static struct ggml_cgraph *build(struct ggml_context *ctx, const vit *model,
                                 struct ggml_tensor *image)
{
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    struct ggml_tensor *x = embed(ctx, model, image);
    for (int i = 0; i < BLOCKS; i++) {
        const vit_block *block = &model->blocks[i];
        x = ggml_add(ctx, x, attention(ctx, model, block, layer_norm(ctx, block->norm1, x)));
        struct ggml_tensor *hidden = linear(ctx, block->fc1, layer_norm(ctx, block->norm2, x));
        x = ggml_add(ctx, x, linear(ctx, block->fc2, ggml_gelu(ctx, hidden)));
    }
    // Only the class token is asked for.
    x = ggml_view_2d(ctx, x, x->ne[0], x->ne[2], x->nb[2], 0);
    x = ggml_soft_max(ctx, linear(ctx, model->head, layer_norm(ctx, model->norm, x)));
    ggml_set_name(x, "probabilities");
    ggml_set_output(x);
    ggml_build_forward_expand(graph, x);
    return graph;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "tiny";
    const int image_size = argc > 2 ? atoi(argv[2]) : 224;
    const int batch = argc > 3 ? atoi(argv[3]) : 1;
    vit model = {.side = image_size / PATCH};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        if (strcmp(sizes[i].name, name) == 0) {
            model.size = sizes[i];
            break;
        }
    }
    if (!model.size.name || image_size < PATCH || image_size % PATCH != 0 || batch < 1) {
        fprintf(stderr, "usage: vit [tiny|small|base] [IMAGE SIZE] [BATCH]\n");
        return 1;
    }

    ggml_backend_t backend = ggml_backend_cpu_init();
    const size_t n_weights = 8 + 12 * BLOCKS;
    struct ggml_context *weights =
        ggml_init((struct ggml_init_params){(n_weights + 1) * ggml_tensor_overhead(), NULL, true});
    make_weights(weights, &model);
    struct ggml_tensor *image =
        ggml_new_tensor_4d(weights, GGML_TYPE_F32, image_size, image_size, CHANNELS, batch);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    ggml_backend_buffer_clear(buffer, 0);

    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead(), NULL, true});
    struct ggml_cgraph *graph = build(ctx, &model, image);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    if (!ggml_gallocr_alloc_graph(allocr, graph)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of weights and image\n", ggml_graph_n_nodes(graph),
           ggml_gallocr_get_buffer_size(allocr, 0), ggml_backend_buffer_get_size(buffer));
    ggml_backend_graph_compute(backend, graph);
    float first;
    ggml_backend_tensor_get(ggml_graph_node(graph, -1), &first, 0, sizeof(first));
    printf("the first of %d classes: %.4f\n", CLASSES, (double)first);

    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_free(weights);
    ggml_backend_free(backend);
    return 0;
}
