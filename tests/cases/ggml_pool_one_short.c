// Room for as many tensors as the graph has nodes, and one input that nobody counted: short by one
// tensor's 368 bytes, as in ggml-org/llama.cpp#6379.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { N_LAYER = 12, PER_LAYER = 4, MAX_NODES = N_LAYER * PER_LAYER };

int main(void)
{
    const size_t mem_size =
        MAX_NODES * ggml_tensor_overhead() + ggml_graph_overhead_custom(MAX_NODES, false);
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = mem_size, .no_alloc = true});
    struct ggml_cgraph *gf = ggml_new_graph_custom(ctx, MAX_NODES, false);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    for (int il = 0; il < N_LAYER; il++) {
        struct ggml_tensor *y = ggml_rms_norm(ctx, x, 1e-5f);
        y = ggml_scale(ctx, y, 2.0f);
        y = ggml_silu(ctx, y);
        x = ggml_add(ctx, x, y); // expect SP710: short by 368 bytes, the structs of 1 tensor
    }
    ggml_build_forward_expand(gf, x);
    ggml_free(ctx);
    return 0;
}
