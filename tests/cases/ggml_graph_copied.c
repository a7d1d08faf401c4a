// A graph is copied into one that is shorter.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 20});
    struct ggml_cgraph *gf = ggml_new_graph(ctx), *same = ggml_new_graph(ctx);
    struct ggml_cgraph *small = ggml_new_graph_custom(ctx, 64, false);
    ggml_build_forward_expand(gf, ggml_sqr(ctx, ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64)));
    ggml_graph_cpy(gf, same);
    ggml_graph_cpy(gf, small); // expect SP711: made for 64 nodes, the other one, of 1 nodes and 1 leafs, for 2048
    ggml_free(ctx);
    return 0;
}
