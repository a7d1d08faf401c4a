// The likeliest of many tokens, in each of many steps: the numbers are not known, so no comparison
// need be looked at, and the run does not end before it is done.
// says: compute buffer
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdlib.h>

enum { N_VOCAB = 50257, N_EMBD = 16 };

static int likeliest(const struct ggml_tensor *logits)
{
    float *scores = malloc(ggml_nbytes(logits));
    ggml_backend_tensor_get(logits, scores, 0, ggml_nbytes(logits));
    int best = 0;
    for (int i = 1; i < N_VOCAB; i++)
        if (scores[i] > scores[best]) best = i;
    free(scores);
    return best;
}

int main(void)
{
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct ggml_init_params params = {1 << 20, NULL, true};
    struct ggml_context *weights = ggml_init(params);
    struct ggml_tensor *embd = ggml_new_tensor_2d(weights, GGML_TYPE_F32, N_EMBD, N_VOCAB);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    int32_t token = 1;
    for (int i = 0; i < 60; i++) {
        struct ggml_context *ctx = ggml_init(params);
        struct ggml_cgraph *gf = ggml_new_graph(ctx);
        struct ggml_tensor *tokens = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 1);
        ggml_set_input(tokens);
        struct ggml_tensor *x = ggml_rms_norm(ctx, ggml_get_rows(ctx, embd, tokens), 1e-5f);
        struct ggml_tensor *logits = ggml_mul_mat(ctx, embd, x);
        ggml_set_output(logits);
        ggml_build_forward_expand(gf, logits);
        ggml_gallocr_alloc_graph(allocr, gf);
        ggml_backend_tensor_set(tokens, &token, 0, sizeof token);
        ggml_backend_graph_compute(backend, gf);
        token = likeliest(logits);
        ggml_free(ctx);
    }
    ggml_gallocr_free(allocr);
    ggml_backend_buffer_free(buffer);
    ggml_free(weights);
    ggml_backend_free(backend);
    return 0;
}
