// A function that the library keeps only to abort.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *q = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 8, 4), *out;
    struct ggml_tensor *d = ggml_dup_tensor(ctx, q);
    out = ggml_flash_attn_back(ctx, q, q, q, d, true); // expect SP701: always aborts
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, out);
    return 0;
}
