// Results that are wanted, and that no graph computes.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"

static float numbers[64];

int main(void)
{
    ggml_backend_t backend = ggml_backend_init_best();
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64);
    ggml_set_input(x);
    struct ggml_tensor *y = ggml_sqr(ctx, x), *norm = ggml_norm(ctx, x, 1e-5f);
    struct ggml_tensor *sum = ggml_sum(ctx, y); // expect SP718: the SUM `sum` is an output, but it is in no graph
    ggml_set_name(sum, "sum");
    ggml_set_output(sum);
    ggml_set_output(y);
    // Made and not used: that only takes memory of the context.
    ggml_sqrt(ctx, y);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, y);
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, gf);
    ggml_backend_tensor_set(x, numbers, 0, sizeof numbers);
    ggml_backend_graph_compute(backend, gf);
    ggml_backend_tensor_get(y, numbers, 0, sizeof numbers);
    ggml_backend_tensor_get(norm, numbers, 0, sizeof numbers); // expect SP718: the NORM is read here, but it is in no graph
    ggml_gallocr_free(allocator);
    ggml_free(ctx);
    ggml_backend_free(backend);
    return 0;
}
