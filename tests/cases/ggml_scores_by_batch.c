// The scores of a batch against the whole context are the largest result, and grow with both, as in
// ggml-org/llama.cpp#11332: a smaller micro batch is what helps.
// says: 128*argv[1]*argv[2]
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>
#include <stdlib.h>

enum { N_HEAD = 32, HEAD_DIM = 128 };

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    const int n_ubatch = atoi(argv[1]), n_ctx = atoi(argv[2]);
    if (n_ubatch < 1 || n_ctx < n_ubatch) return 1;
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *q = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, HEAD_DIM, n_ubatch, N_HEAD);
    struct ggml_tensor *k = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, HEAD_DIM, n_ctx, N_HEAD);
    struct ggml_tensor *v = ggml_new_tensor_3d(ctx, GGML_TYPE_F16, n_ctx, HEAD_DIM, N_HEAD);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(ctx, backend);
    struct ggml_tensor *kq = ggml_soft_max_ext(ctx, ggml_mul_mat(ctx, k, q), NULL, 0.088f, 0.0f);
    struct ggml_tensor *result = ggml_mul_mat(ctx, v, kq);
    ggml_set_output(result);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, result);
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_reserve(allocr, gf);
    printf("%zu bytes to compute\n", ggml_gallocr_get_buffer_size(allocr, 0));
    ggml_gallocr_free(allocr);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_backend_free(backend);
    return 0;
}
