// ggml_ssm_scan had one argument less before 0.21: the scan is read by the header's rules. Results
// first, then the states: 32 * 10 and 16 * 32 elements.
// says: f32 {832}
#include "files/old_ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *state = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 1, 32, 1);
    struct ggml_tensor *x = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 1, 32, 10, 1);
    struct ggml_tensor *dt = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 32, 10, 1, 1);
    struct ggml_tensor *a = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 32, 1, 1);
    struct ggml_tensor *b = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 1, 10, 1);
    struct ggml_tensor *c = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 1, 10, 1);
    struct ggml_tensor *ids = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 1);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_ssm_scan(ctx, state, x, dt, a, b, c, ids));
    ggml_free(ctx);
    return 0;
}
