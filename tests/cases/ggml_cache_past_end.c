// The same, one row further: past the end by a row of 1088 bytes.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    const int64_t n_layer = 96, n_ctx = 1048576, n_embd_gqa = 1024, n_kv = 512;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *values =
        ggml_new_tensor_1d(ctx, GGML_TYPE_Q8_0, n_layer * n_ctx * n_embd_gqa);
    const size_t row = ggml_row_size(values->type, n_embd_gqa);
    const size_t last = row * (size_t)(n_layer * n_ctx - n_kv + 1);
    struct ggml_tensor *v = ggml_view_2d(ctx, values, n_embd_gqa, n_kv, row, last); // expect SP701: the bytes of a (109521666048) must be at least 109521667136
    struct ggml_tensor *q = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, n_embd_gqa, 4);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, v, q));
    ggml_free(ctx);
    return 0;
}
