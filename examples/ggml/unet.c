// A U-Net that predicts the noise in an image, as diffusion models use it: going
// down, each level halves the image and keeps its result; going up, it is joined
// to what comes from below.
//
//     unet [SIZE] [CHANNELS] [BATCH]      SIZE is a multiple of 8
//
// Weights are zero; the graph is run for one step of time.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>
#include <stdlib.h>

#define LEVELS 3
#define GROUPS 8
#define TIME_DIM 64
#define MAX_WEIGHTS 256

struct conv {
    struct ggml_tensor *w, *b;
};

struct res_block {
    struct ggml_tensor *norm1_w, *norm1_b, *norm2_w, *norm2_b;
    struct conv conv1, conv2, skip; // skip: only where the number of channels changes
    struct ggml_tensor *time_w, *time_b;
};

struct unet {
    struct ggml_context *ctx; // of the weights
    struct ggml_tensor *time_w1, *time_w2;
    struct conv in, out;
    struct res_block down[LEVELS], middle, up[LEVELS];
    struct conv shrink[LEVELS], grow[LEVELS];
    struct ggml_tensor *norm_w, *norm_b;
};

static struct ggml_tensor *vector(struct unet *net, int64_t n)
{
    return ggml_new_tensor_1d(net->ctx, GGML_TYPE_F32, n);
}

static struct conv make_conv(struct unet *net, int kernel, int in, int out)
{
    struct conv conv;
    conv.w = ggml_new_tensor_4d(net->ctx, GGML_TYPE_F16, kernel, kernel, in, out);
    conv.b = ggml_new_tensor_3d(net->ctx, GGML_TYPE_F32, 1, 1, out);
    return conv;
}

static void make_block(struct unet *net, struct res_block *block, int in, int out)
{
    block->norm1_w = vector(net, in);
    block->norm1_b = vector(net, in);
    block->conv1 = make_conv(net, 3, in, out);
    block->time_w = ggml_new_tensor_2d(net->ctx, GGML_TYPE_F32, TIME_DIM, out);
    block->time_b = vector(net, out);
    block->norm2_w = vector(net, out);
    block->norm2_b = vector(net, out);
    block->conv2 = make_conv(net, 3, out, out);
    if (in != out) block->skip = make_conv(net, 1, in, out);
}

static void make_unet(struct unet *net, int channels)
{
    net->time_w1 = ggml_new_tensor_2d(net->ctx, GGML_TYPE_F32, TIME_DIM, TIME_DIM);
    net->time_w2 = ggml_new_tensor_2d(net->ctx, GGML_TYPE_F32, TIME_DIM, TIME_DIM);
    net->in = make_conv(net, 3, 3, channels);
    int width = channels;
    for (int i = 0; i < LEVELS; i++) {
        const int out = channels << i;
        make_block(net, &net->down[i], width, out);
        net->shrink[i] = make_conv(net, 3, out, out);
        width = out;
    }
    make_block(net, &net->middle, width, width);
    for (int i = LEVELS - 1; i >= 0; i--) {
        const int out = channels << i;
        net->grow[i] = make_conv(net, 3, width, out);
        make_block(net, &net->up[i], 2 * out, out);
        width = out;
    }
    net->norm_w = vector(net, channels);
    net->norm_b = vector(net, channels);
    net->out = make_conv(net, 3, channels, 3);
}

static struct ggml_tensor *apply(struct ggml_context *ctx, struct conv conv, struct ggml_tensor *x,
                                 int stride)
{
    const int padding = (int)conv.w->ne[0] / 2;
    x = ggml_conv_2d(ctx, conv.w, x, stride, stride, padding, padding, 1, 1);
    return ggml_add(ctx, x, conv.b);
}

static struct ggml_tensor *normalise(struct ggml_context *ctx, struct ggml_tensor *x,
                                     struct ggml_tensor *w, struct ggml_tensor *b)
{
    x = ggml_group_norm(ctx, x, GROUPS, 1e-5f);
    x = ggml_mul(ctx, x, ggml_reshape_4d(ctx, w, 1, 1, w->ne[0], 1));
    return ggml_add(ctx, x, ggml_reshape_4d(ctx, b, 1, 1, b->ne[0], 1));
}

static struct ggml_tensor *residual(struct ggml_context *ctx, const struct res_block *block,
                                    struct ggml_tensor *x, struct ggml_tensor *time)
{
    struct ggml_tensor *h = ggml_silu(ctx, normalise(ctx, x, block->norm1_w, block->norm1_b));
    h = apply(ctx, block->conv1, h, 1);
    struct ggml_tensor *shift =
        ggml_add(ctx, ggml_mul_mat(ctx, block->time_w, time), block->time_b);
    h = ggml_add(ctx, h, ggml_reshape_4d(ctx, shift, 1, 1, shift->ne[0], shift->ne[1]));
    h = ggml_silu(ctx, normalise(ctx, h, block->norm2_w, block->norm2_b));
    h = apply(ctx, block->conv2, h, 1);
    if (block->skip.w) x = apply(ctx, block->skip, x, 1);
    return ggml_add(ctx, h, x);
}

static struct ggml_tensor *embed_time(struct ggml_context *ctx, const struct unet *net,
                                      struct ggml_tensor *step)
{
    struct ggml_tensor *time = ggml_timestep_embedding(ctx, step, TIME_DIM, 10000);
    time = ggml_silu(ctx, ggml_mul_mat(ctx, net->time_w1, time));
    return ggml_silu(ctx, ggml_mul_mat(ctx, net->time_w2, time));
}

static struct ggml_tensor *forward(struct ggml_context *ctx, const struct unet *net,
                                   struct ggml_tensor *x, struct ggml_tensor *step)
{
    struct ggml_tensor *time = embed_time(ctx, net, step), *kept[LEVELS];
    x = apply(ctx, net->in, x, 1);
    for (int i = 0; i < LEVELS; i++) {
        x = kept[i] = residual(ctx, &net->down[i], x, time);
        x = apply(ctx, net->shrink[i], x, 2);
    }
    x = residual(ctx, &net->middle, x, time);
    for (int i = LEVELS - 1; i >= 0; i--) {
        x = ggml_upscale(ctx, x, 2, GGML_SCALE_MODE_NEAREST);
        x = apply(ctx, net->grow[i], x, 1);
        x = residual(ctx, &net->up[i], ggml_concat(ctx, x, kept[i], 2), time);
    }
    x = ggml_silu(ctx, normalise(ctx, x, net->norm_w, net->norm_b));
    return apply(ctx, net->out, x, 1);
}

int main(int argc, char **argv)
{
    const int size = argc > 1 ? atoi(argv[1]) : 32;
    const int channels = argc > 2 ? atoi(argv[2]) : 16;
    const int batch = argc > 3 ? atoi(argv[3]) : 1;
    if (size < 8 || size % (1 << LEVELS) != 0 || channels % GROUPS != 0 || batch < 1) {
        fprintf(stderr, "unet: a size that is a multiple of 8, channels of %d\n", GROUPS);
        return 1;
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct unet net = {0};
    net.ctx = ggml_init((struct ggml_init_params){
        .mem_size = MAX_WEIGHTS * ggml_tensor_overhead(), .mem_buffer = NULL, .no_alloc = true});
    make_unet(&net, channels);
    ggml_backend_buffer_t weights = ggml_backend_alloc_ctx_tensors(net.ctx, backend);
    ggml_backend_buffer_clear(weights, 0);

    const size_t graph_size = 1024;
    struct ggml_context *ctx = ggml_init(
        (struct ggml_init_params){.mem_size = graph_size * ggml_tensor_overhead() +
                                              ggml_graph_overhead_custom(graph_size, false),
                                  .mem_buffer = NULL,
                                  .no_alloc = true});
    struct ggml_tensor *image = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, size, size, 3, batch);
    struct ggml_tensor *step = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, batch);
    ggml_set_input(image);
    ggml_set_input(step);
    struct ggml_tensor *noise = forward(ctx, &net, image, step);
    ggml_set_output(noise);
    GGML_ASSERT(ggml_are_same_shape(noise, image));

    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, graph_size, false);
    ggml_build_forward_expand(gf, noise);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    if (!ggml_gallocr_alloc_graph(allocr, gf)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of weights\n", ggml_graph_n_nodes(gf),
           ggml_gallocr_get_buffer_size(allocr, 0), ggml_backend_buffer_get_size(weights));

    ggml_backend_tensor_memset(image, 0, 0, ggml_nbytes(image));
    ggml_backend_tensor_memset(step, 0, 0, ggml_nbytes(step));
    ggml_backend_graph_compute(backend, gf);
    float *result = malloc(ggml_nbytes(noise));
    ggml_backend_tensor_get(noise, result, 0, ggml_nbytes(noise));
    printf("the first pixel: %.5f\n", (double)result[0]);

    free(result);
    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(weights);
    ggml_free(net.ctx);
    ggml_backend_free(backend);
    return 0;
}
