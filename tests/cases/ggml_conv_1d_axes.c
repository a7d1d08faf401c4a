// A signal whose samples lie on the third axis, as in ggml-org/ggml#883: (1 - 10) / 5 + 1 is 0.
// says: {297328, 1, 1} was meant, length first
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *kernel = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, 10, 1, 512, 1);
    struct ggml_tensor *signal = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 1, 1, 297328, 1);
    struct ggml_tensor *features = ggml_conv_1d(ctx, kernel, signal, 5, 0, 1); // expect SP701: the result's ne[0] (0) must be at least 1
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, features);
    ggml_free(ctx);
    return 0;
}
