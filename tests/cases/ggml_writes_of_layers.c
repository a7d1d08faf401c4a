// The same write of each layer that no graph has: told once.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 32, 8);
    for (int i = 0; i < 3; i++) {
        struct ggml_tensor *keys = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, 32, 8);
        ggml_format_name(keys, "keys_%d", i);
        x = ggml_relu(ctx, x);
        ggml_cpy(ctx, x, keys); // expect SP709: it writes into `keys_0`
    }
    ggml_build_forward_expand(graph, x);
    ggml_free(ctx);
    return 0;
}
