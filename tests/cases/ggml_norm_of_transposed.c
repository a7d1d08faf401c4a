// A 4 x 3 matrix is transposed, nb {16, 4, 48, 48}, and normalised: nothing is said when the graph
// is built, the processor refuses it when it is run. As in ggml-org/ggml#957 and #530.
// says: ggml_cont(ctx, t) makes a copy
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 4, 3);
    ggml_set_f32(x, 1.0f);
    struct ggml_tensor *columns = ggml_permute(ctx, x, 1, 0, 2, 3);
    struct ggml_tensor *normal = ggml_rms_norm(ctx, columns, 1e-5f); // expect SP713: nb[0] is 16, where elements of 4 bytes must lie side by side
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, normal);
    ggml_graph_compute_with_ctx(ctx, gf, 1);
    ggml_free(ctx);
    return 0;
}
