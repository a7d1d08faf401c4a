// One result comes from a function that nobody shows, so the graph may have more than is known: a
// tensor that is not found in it is not known, rather than NULL.
#include "files/old_ggml.h"

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_silu(ctx, ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64));
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, x);
    ggml_build_forward_expand(gf, of_elsewhere(ctx)); // expect SP412: of_elsewhere
    struct ggml_tensor *logits = ggml_graph_get_tensor(gf, "logits");
    const int n_vocab = (int)logits->ne[0];
    ggml_free(ctx);
    return n_vocab + (int)ggml_nelements(logits) == 0;
}
