// The same with sizes from the command line: the tool is to find the two that do not fit.
// says: with argv[1] % argv[2] == 0 for ggml_mul_mat (ggml_pooling_symbolic.c:14)
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

#include <stdlib.h>

static struct ggml_tensor *pool_mean(struct ggml_context *ctx, struct ggml_tensor *embd,
                                     int n_ubatch, int n_seq_max)
{
    const int n = (n_ubatch + n_seq_max - 1) / n_seq_max;
    struct ggml_tensor *means = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n * n_seq_max, n_seq_max);
    ggml_set_input(means);
    return ggml_mul_mat(ctx, ggml_cont(ctx, ggml_transpose(ctx, embd)), means);
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    const int n_ubatch = atoi(argv[1]), n_seq_max = atoi(argv[2]);
    if (n_ubatch < 1 || n_seq_max < 1) return 1;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *embd = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 768, n_ubatch);
    struct ggml_tensor *pooled = pool_mean(ctx, embd, n_ubatch, n_seq_max);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, pooled);
    ggml_free(ctx);
    return 0;
}
