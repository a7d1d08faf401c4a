// Trains a network of two layers on a made-up problem, with AdamW: the loss
// falls from chance to nearly nothing.
//
//     train_mlp [EPOCHS] [BATCH] [HIDDEN]
//
// Forward graph, backward graph and the optimizer's steps are one graph, which
// is run once a batch.
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N_INPUT 16
#define N_CLASSES 4
#define N_PARAMETERS 4
#define GRAPH_SIZE 512

struct mlp {
    struct ggml_tensor *w1, *b1, *w2, *b2;
    struct ggml_tensor *momenta[N_PARAMETERS][2];
    struct ggml_tensor *images, *labels, *adamw;
    struct ggml_tensor *loss;
};

static void fill(struct ggml_tensor *t, float width)
{
    const int64_t n = ggml_nelements(t);
    float *values = malloc((size_t)n * sizeof(float));
    for (int64_t i = 0; i < n; i++)
        values[i] = width * (2.0f * (float)rand() / (float)RAND_MAX - 1.0f);
    ggml_backend_tensor_set(t, values, 0, ggml_nbytes(t));
    free(values);
}

static struct ggml_tensor *parameter(struct ggml_context *ctx, struct mlp *mlp, int i, int64_t ne0,
                                     int64_t ne1, const char *name)
{
    struct ggml_tensor *t = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, ne0, ne1);
    ggml_set_name(t, name);
    ggml_set_param(t);
    for (int j = 0; j < 2; j++) {
        mlp->momenta[i][j] = ggml_dup_tensor(ctx, t);
        ggml_format_name(mlp->momenta[i][j], "%s moment %d", name, j + 1);
    }
    return t;
}

static void make_parameters(struct ggml_context *ctx, struct mlp *mlp, int n_hidden, int n_batch)
{
    mlp->w1 = parameter(ctx, mlp, 0, N_INPUT, n_hidden, "w1");
    mlp->b1 = parameter(ctx, mlp, 1, n_hidden, 1, "b1");
    mlp->w2 = parameter(ctx, mlp, 2, n_hidden, N_CLASSES, "w2");
    mlp->b2 = parameter(ctx, mlp, 3, N_CLASSES, 1, "b2");
    mlp->images = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, N_INPUT, n_batch);
    mlp->labels = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, N_CLASSES, n_batch);
    mlp->adamw = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 7);
    ggml_set_input(mlp->images);
    ggml_set_input(mlp->labels);
    ggml_set_input(mlp->adamw);
}

static struct ggml_tensor *forward(struct ggml_context *ctx, const struct mlp *mlp)
{
    struct ggml_tensor *hidden = ggml_mul_mat(ctx, mlp->w1, mlp->images);
    hidden = ggml_relu(ctx, ggml_add(ctx, hidden, mlp->b1));
    return ggml_add(ctx, ggml_mul_mat(ctx, mlp->w2, hidden), mlp->b2);
}

static struct ggml_cgraph *training_graph(struct ggml_context *ctx, struct mlp *mlp)
{
    struct ggml_tensor *logits = forward(ctx, mlp);
    ggml_set_name(logits, "logits");
    mlp->loss = ggml_cross_entropy_loss(ctx, logits, mlp->labels);
    ggml_set_name(mlp->loss, "loss");
    ggml_set_output(mlp->loss);
    ggml_set_loss(mlp->loss);

    struct ggml_cgraph *graph = ggml_new_graph_custom(ctx, GRAPH_SIZE, true);
    ggml_build_forward_expand(graph, mlp->loss);
    ggml_build_backward_expand(ctx, graph, NULL);
    struct ggml_tensor *parameters[N_PARAMETERS] = {mlp->w1, mlp->b1, mlp->w2, mlp->b2};
    for (int i = 0; i < N_PARAMETERS; i++) {
        struct ggml_tensor *gradient = ggml_graph_get_grad(graph, parameters[i]);
        GGML_ASSERT(gradient != NULL);
        struct ggml_tensor *step = ggml_opt_step_adamw(
            ctx, parameters[i], gradient, mlp->momenta[i][0], mlp->momenta[i][1], mlp->adamw);
        ggml_format_name(step, "step of %s", parameters[i]->name);
        ggml_build_forward_expand(graph, step);
    }
    return graph;
}

// A sample belongs to the quarter of its row that is largest in sum.
static void draw_batch(const struct mlp *mlp)
{
    const int64_t n_batch = mlp->images->ne[1];
    for (int64_t i = 0; i < n_batch; i++) {
        float image[N_INPUT], label[N_CLASSES] = {0}, most = -1e9f;
        int best = 0;
        for (int j = 0; j < N_INPUT; j++) image[j] = (float)rand() / (float)RAND_MAX;
        for (int c = 0; c < N_CLASSES; c++) {
            float sum = 0;
            for (int j = 0; j < N_INPUT / N_CLASSES; j++) sum += image[c * N_INPUT / N_CLASSES + j];
            if (sum > most) best = c, most = sum;
        }
        label[best] = 1.0f;
        ggml_backend_tensor_set(mlp->images, image, (size_t)i * mlp->images->nb[1], sizeof(image));
        ggml_backend_tensor_set(mlp->labels, label, (size_t)i * mlp->labels->nb[1], sizeof(label));
    }
}

static void set_optimizer(const struct mlp *mlp, int iteration)
{
    const float alpha = 1e-2f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.0f;
    const float params[7] = {
        alpha,
        beta1,
        beta2,
        epsilon,
        decay,
        1.0f / (1.0f - powf(beta1, (float)iteration)),
        1.0f / (1.0f - powf(beta2, (float)iteration)),
    };
    ggml_backend_tensor_set(mlp->adamw, params, 0, sizeof(params));
}

int main(int argc, char **argv)
{
    const int n_epochs = argc > 1 ? atoi(argv[1]) : 200;
    const int n_batch = argc > 2 ? atoi(argv[2]) : 64;
    const int n_hidden = argc > 3 ? atoi(argv[3]) : 32;
    if (n_epochs < 1 || n_batch < 1 || n_hidden < 1) {
        fprintf(stderr, "usage: train_mlp [EPOCHS] [BATCH] [HIDDEN]\n");
        return 1;
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct mlp mlp = {0};
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        .mem_size = (3 * N_PARAMETERS + 3) * ggml_tensor_overhead(), .no_alloc = true});
    make_parameters(ctx, &mlp, n_hidden, n_batch);

    struct ggml_context *ctx_graph = ggml_init(
        (struct ggml_init_params){.mem_size = GRAPH_SIZE * ggml_tensor_overhead() +
                                              ggml_graph_overhead_custom(GRAPH_SIZE, true),
                                  .no_alloc = true});
    struct ggml_cgraph *graph = training_graph(ctx_graph, &mlp);

    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(ctx, backend);
    ggml_backend_buffer_clear(buffer, 0);
    fill(mlp.w1, 1.0f / sqrtf(N_INPUT));
    fill(mlp.w2, 1.0f / sqrtf((float)n_hidden));
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    if (!ggml_gallocr_alloc_graph(allocr, graph)) return 1;
    printf("%d nodes, %zu bytes to compute, %zu of parameters and momenta\n",
           ggml_graph_n_nodes(graph), ggml_gallocr_get_buffer_size(allocr, 0),
           ggml_backend_buffer_get_size(buffer));

    const float one = 1.0f;
    for (int i = 1; i <= n_epochs; i++) {
        draw_batch(&mlp);
        set_optimizer(&mlp, i);
        // The gradient of the loss is where the backward pass begins; its memory is used again.
        ggml_backend_tensor_set(ggml_graph_get_grad(graph, mlp.loss), &one, 0, sizeof(one));
        ggml_backend_graph_compute(backend, graph);
        float loss;
        ggml_backend_tensor_get(mlp.loss, &loss, 0, sizeof(loss));
        if (i == 1 || i % 50 == 0) printf("%4d  loss %.4f\n", i, (double)loss);
    }

    ggml_gallocr_free(allocr);
    ggml_backend_buffer_free(buffer);
    ggml_free(ctx_graph);
    ggml_free(ctx);
    ggml_backend_free(backend);
    return 0;
}
