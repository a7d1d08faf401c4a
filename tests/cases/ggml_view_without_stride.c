// A vector seen as a matrix whose rows are all the same row: a stride of 0. A checker that counts
// ne * size calls it too long, as in ggml-org/llama.cpp#4322; from first to last element it is one
// row. The library itself compares the dense size, and there is room for that.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    const int64_t n = 1024, n_rows = 8;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *biases = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, n * n_rows);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n, n_rows);
    struct ggml_tensor *first = ggml_view_2d(ctx, biases, n, n_rows, 0, 0);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_add(ctx, x, first));
    ggml_free(ctx);
    return 0;
}
