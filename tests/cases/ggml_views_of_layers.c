// A stride in floats into a cache of halves: one finding, whatever the layer, and none of its own
// for the size that was taken.
// options: -- -I ../../frontends/ggml/include
// says: nb1 counts in sizeof(float), of 4 bytes, where an element of f16 has 2
#include "ggml.h"

enum { LAYERS = 4, WINDOW = 64, WIDTH = 32 };

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    struct ggml_tensor *values[LAYERS];
    for (int i = 0; i < LAYERS; i++)
        values[i] = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, WINDOW * WIDTH);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, WIDTH, 8);
    for (int i = 0; i < LAYERS; i++) {
        struct ggml_tensor *place =
            ggml_view_2d(ctx, values[i], 8, WIDTH, WINDOW * sizeof(float), 16 * ggml_element_size(values[i])); // expect SP705: the view f16 {8, 32} ends
        ggml_build_forward_expand(graph, ggml_cpy(ctx, ggml_transpose(ctx, x), place));
    }
    ggml_free(ctx);
    return 0;
}
