// A mistake behind layers whose number is in a file: it is there for any number of them.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

#include <stdio.h>

enum { WIDTH = 64, N_TOKENS = 10 };

int main(void)
{
    struct ggml_tensor *layers[100];
    int n_layer = 0;
    FILE *f = fopen("model.bin", "rb");
    if (!f || fread(&n_layer, sizeof n_layer, 1, f) != 1) return 1;
    fclose(f);
    if (n_layer < 1 || n_layer > 100) return 1;
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){1 << 22, NULL, true});
    for (int i = 0; i < n_layer; i++) // expect SP410: how often this loop runs is not known
        layers[i] = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, WIDTH, WIDTH);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, WIDTH, N_TOKENS);
    for (int i = 0; i < n_layer; i++) // expect SP410: how often this loop runs is not known
        x = ggml_relu(ctx, ggml_mul_mat(ctx, layers[i], x));
    x = ggml_reshape_2d(ctx, x, WIDTH / 2, N_TOKENS); // expect SP701: (640) must equal 320
    ggml_build_forward_expand(gf, x);
    ggml_free(ctx);
    return 0;
}
