// An encoder and a decoder, each of as many layers as its own number says.
// counts: n_encoder n_decoder
// exact: peak_leaf.f32 total.f32 count context0.used
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

extern int n_encoder, n_decoder;

static struct ggml_tensor *encoder[32], *decoder[32], *crossed[32];

static struct ggml_cgraph *build(struct ggml_context *ctx)
{
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 48, 20);
    struct ggml_tensor *y = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 48, 6);
    ggml_set_input(x);
    ggml_set_input(y);
    for (int i = 0; i < n_encoder; i++)
        x = ggml_add(ctx, x, ggml_gelu(ctx, ggml_mul_mat(ctx, encoder[i], x)));
    for (int i = 0; i < n_decoder; i++) {
        struct ggml_tensor *scores = ggml_soft_max(ctx, ggml_mul_mat(ctx, x, y));
        struct ggml_tensor *seen =
            ggml_mul_mat(ctx, ggml_cont(ctx, ggml_transpose(ctx, x)), scores);
        y = ggml_add(ctx, ggml_mul_mat(ctx, decoder[i], y), ggml_mul_mat(ctx, crossed[i], seen));
    }
    ggml_set_output(y);
    ggml_build_forward_expand(gf, y);
    return gf;
}

int main(void)
{
    struct ggml_context *weights = ggml_init((struct ggml_init_params){
        (size_t)(n_encoder + 2 * n_decoder) * ggml_tensor_overhead(), NULL, true});
    for (int i = 0; i < n_encoder; i++)
        encoder[i] = ggml_new_tensor_2d(weights, GGML_TYPE_F16, 48, 48);
    for (int i = 0; i < n_decoder; i++) {
        decoder[i] = ggml_new_tensor_2d(weights, GGML_TYPE_F16, 48, 48);
        crossed[i] = ggml_new_tensor_2d(weights, GGML_TYPE_F16, 48, 48);
    }
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_backend_alloc_ctx_tensors(weights, backend);
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead(), NULL, true});
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    struct ggml_cgraph *gf = build(ctx);
    ggml_gallocr_alloc_graph(allocr, gf);
    ggml_backend_graph_compute(backend, gf);
    return 0;
}
