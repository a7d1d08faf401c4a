// The pool for the tensors of a decoder is a number, their count follows from the image, as in
// leejet/stable-diffusion.cpp#566: 960 x 640 fits, 1216 x 832 does not.
// options: --argv '1216 832' -- -I ../../frontends/ggml/include
#include "ggml.h"

#include <stdlib.h>

enum { TILE = 64, CHANNELS = 4, POOL = 200 * 1024 };

static struct ggml_tensor *decode_tile(struct ggml_context *ctx, struct ggml_tensor *kernel)
{
    struct ggml_tensor *x = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, TILE, TILE, CHANNELS);
    x = ggml_conv_2d(ctx, kernel, x, 1, 1, 1, 1, 1, 1); // expect SP710: the context has 204800 bytes
    return ggml_silu(ctx, x);
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    const int width = atoi(argv[1]), height = atoi(argv[2]);
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = POOL, .no_alloc = true});
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *kernel = ggml_new_tensor_4d(ctx, GGML_TYPE_F16, 3, 3, CHANNELS, CHANNELS);
    for (int y = 0; y < height; y += TILE)
        for (int x = 0; x < width; x += TILE)
            ggml_build_forward_expand(gf, decode_tile(ctx, kernel));
    ggml_free(ctx);
    return 0;
}
