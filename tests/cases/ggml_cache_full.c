// A cache of 512 rows, written from n_past on, and nobody looks whether there is room.
// says: argv[1] + argv[2] <= 512 for ggml_view_1d (ggml_cache_full.c:20)
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

#include <stdlib.h>

enum { WIDTH = 64, N_CTX = 512 };

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    const int n_past = atoi(argv[1]), n_tokens = atoi(argv[2]);
    if (n_past < 0 || n_tokens < 1) return 1;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *cache = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, WIDTH * N_CTX);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, WIDTH, n_tokens);
    const size_t row = ggml_element_size(cache) * WIDTH;
    struct ggml_tensor *here = ggml_view_1d(ctx, cache, n_tokens * WIDTH, row * (size_t)n_past);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_cpy(ctx, x, here));
    ggml_free(ctx);
    return 0;
}
