// The memory of a context by rule of thumb: the file's size, a hundred rows, the logits, and
// 256 MiB on top, as in ggml-org/ggml#121 (rwkv.cpp).
// What the context needs is an expression in n_embed and n_layer.
// says: argv[3] <= 100
// says: + 1104*argv[3] +
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 4) return 1;
    const int n_vocab = atoi(argv[1]), n_embed = atoi(argv[2]), n_layer = atoi(argv[3]);
    if (n_vocab < 1 || n_embed < 1 || n_layer < 1 || n_layer > 100) return 1;
    const size_t file_size = (size_t)n_layer * (size_t)n_embed * (size_t)n_embed * 4 +
                             (size_t)n_vocab * (size_t)n_embed * 4;
    size_t memory = file_size;
    memory += (size_t)n_embed * 100 * sizeof(float);
    memory += (size_t)n_vocab * sizeof(float);
    memory += (size_t)256 * 1024 * 1024;
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = memory});
    struct ggml_tensor *emb = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n_embed, n_vocab);
    struct ggml_tensor *state = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n_embed);
    struct ggml_tensor *x = state;
    for (int il = 0; il < n_layer; il++) {
        struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n_embed, n_embed);
        x = ggml_sigmoid(ctx, ggml_mul_mat(ctx, w, x));
    }
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, emb, x));
    printf("%zu bytes used\n", ggml_used_mem(ctx));
    ggml_free(ctx);
    return 0;
}
