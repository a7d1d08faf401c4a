// Positions are shifted by adding integers: the graph is built, the processor has no such addition.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_tensor *positions = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 16);
    struct ggml_tensor *shift = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 1);
    ggml_set_i32(positions, 1);
    ggml_set_i32(shift, 5);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_add(ctx, positions, shift)); // expect SP713: does not compute ADD of i32 {16} and i32 {1}
    ggml_graph_compute_with_ctx(ctx, gf, 1);
    ggml_free(ctx);
    return 0;
}
