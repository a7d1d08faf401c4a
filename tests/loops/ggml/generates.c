// A stack that is run for one token after another, each the likeliest in what it computed: how many
// there are to choose from is read off a result, and makes no difference to the graph.
// counts: argv[1]
// exact: peak_leaf.f32 total.f32 count buffer
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdlib.h>

enum { WIDTH = 16, VOCABULARY = 40, MAX_LAYERS = 64 };

struct model {
    int n_layer;
    struct ggml_tensor *embd, *layers[MAX_LAYERS];
};

static struct ggml_cgraph *build(const struct model *model, struct ggml_context *ctx, int n)
{
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *tokens = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, n);
    ggml_set_input(ggml_set_name(tokens, "tokens"));
    struct ggml_tensor *x = ggml_get_rows(ctx, model->embd, tokens);
    for (int il = 0; il < model->n_layer; il++)
        x = ggml_add(ctx, x, ggml_silu(ctx, ggml_mul_mat(ctx, model->layers[il], x)));
    x = ggml_view_1d(ctx, x, WIDTH, (size_t)(n - 1) * x->nb[1]);
    struct ggml_tensor *scores = ggml_mul_mat(ctx, model->embd, x);
    ggml_set_output(ggml_set_name(scores, "scores"));
    ggml_build_forward_expand(gf, scores);
    return gf;
}

static int likeliest(struct ggml_cgraph *gf)
{
    struct ggml_tensor *result = ggml_graph_get_tensor(gf, "scores");
    const int n = (int)result->ne[0];
    float *scores = malloc(ggml_nbytes(result)), largest = -1e30f;
    ggml_backend_tensor_get(result, scores, 0, ggml_nbytes(result));
    int best = 0;
    for (int i = 0; i < n; i++) {
        if (scores[i] > largest) {
            largest = scores[i];
            best = i;
        }
    }
    free(scores);
    return best;
}

int main(int argc, char **argv)
{
    struct model model = {.n_layer = argc == 2 ? atoi(argv[1]) : 0};
    if (model.n_layer < 1 || model.n_layer > MAX_LAYERS) return 1;
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct ggml_init_params params = {(1 + (size_t)model.n_layer) * ggml_tensor_overhead(), NULL,
                                      true};
    struct ggml_context *weights = ggml_init(params);
    model.embd = ggml_new_tensor_2d(weights, GGML_TYPE_F16, WIDTH, VOCABULARY);
    for (int il = 0; il < model.n_layer; il++)
        model.layers[il] = ggml_new_tensor_2d(weights, GGML_TYPE_F16, WIDTH, WIDTH);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    params.mem_size = GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead();
    int32_t prompt[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int n = 8;
    for (int step = 0; step < 3; step++) {
        struct ggml_context *ctx = ggml_init(params);
        struct ggml_cgraph *gf = build(&model, ctx, n);
        ggml_gallocr_alloc_graph(allocr, gf);
        struct ggml_tensor *tokens = ggml_graph_get_tensor(gf, "tokens");
        ggml_backend_tensor_set(tokens, prompt, 0, ggml_nbytes(tokens));
        ggml_backend_graph_compute(backend, gf);
        prompt[0] = likeliest(gf);
        n = 1;
        ggml_free(ctx);
    }
    ggml_gallocr_free(allocr);
    ggml_backend_buffer_free(buffer);
    ggml_free(weights);
    ggml_backend_free(backend);
    return 0;
}
