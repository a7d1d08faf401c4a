// The axes of kernel and image as PyTorch has them, last first, as in ggml-org/ggml#851:
// (1 - 1792) / 14 + 1 is -126.
// says: a kernel {14, 14, 3, 1792} and an image {224, 14, 3, 1} were meant
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *kernel = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, 1792, 3, 14, 14);
    struct ggml_tensor *image = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 1, 3, 14, 224);
    struct ggml_tensor *patches = ggml_conv_2d(ctx, kernel, image, 14, 14, 0, 0, 1, 1); // expect SP701: the result's ne[0] (-126) must be at least 1
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, patches);
    ggml_free(ctx);
    return 0;
}
