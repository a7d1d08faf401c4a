// The same with the axes in ggml's order: 59464 windows.
// says: 121782272
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *kernel = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, 10, 1, 512, 1);
    struct ggml_tensor *signal = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 297328, 1, 1);
    struct ggml_tensor *features = ggml_conv_1d(ctx, kernel, signal, 5, 0, 1);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, features);
    ggml_free(ctx);
    return 0;
}
