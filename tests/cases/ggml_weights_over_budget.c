// Weights of 24840 MiB where 22341 are free and 1024 are to stay free: 3523 too many, as in
// ggml-org/llama.cpp#27872, which said so and went on: 26046627840 - 22352494592 bytes are 3523 MiB.
// options: --budget 'parameters<=21317MiB' -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

int main(void) // expect SP501: 26046627840 bytes, allowed are 22352494592
{
    const int64_t mib = 1048576;
    ggml_backend_t backend = ggml_backend_cpu_init();
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, 8192, 24840 * mib / 2 / 8192);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(ctx, backend);
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 8192);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, w, x));
    ggml_backend_buffer_free(buffer);
    ggml_free(ctx);
    ggml_backend_free(backend);
    return 0;
}
