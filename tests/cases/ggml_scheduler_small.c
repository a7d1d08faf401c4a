// The scheduler is told of fewer nodes and leafs than the graph has.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-backend.h"

int main(void)
{
    ggml_backend_t backend = ggml_backend_init_best();
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    for (int i = 0; i < 16; i++) x = ggml_sqr(ctx, x);
    ggml_build_forward_expand(gf, x);
    ggml_backend_sched_t enough = ggml_backend_sched_new(&backend, NULL, 1, 17, false, true);
    ggml_backend_sched_t scheduler = ggml_backend_sched_new(&backend, NULL, 1, 8, false, true);
    ggml_backend_sched_reserve(enough, gf);
    ggml_backend_sched_reserve(scheduler, gf); // expect SP712: made for 8 nodes and leafs, for which its table has room for 11, and the graph has 16 nodes and 1 leafs
    ggml_backend_sched_free(scheduler);
    ggml_backend_sched_free(enough);
    ggml_free(ctx);
    return 0;
}
