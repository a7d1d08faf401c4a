// The context is given back before its graph is run; its memory was the library's own.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"

static struct ggml_cgraph *build(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_silu(ctx, x));
    ggml_free(ctx);
    return gf;
}

int main(void)
{
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_cpu_buffer_type());
    struct ggml_cgraph *gf = build();
    ggml_gallocr_reserve(allocr, gf); // expect SP703: the graph lies in a context
    ggml_gallocr_free(allocr);
    return 0;
}
