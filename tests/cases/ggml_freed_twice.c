// What was freed is freed again, or used: contexts, buffers, allocators.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"

static float numbers[64];

static void close_all(struct ggml_context *ctx, ggml_backend_buffer_t buffer, ggml_gallocr_t allocator)
{
    ggml_gallocr_free(allocator); // expect SP716: the allocator is freed a second time
    ggml_backend_buffer_free(buffer);
    ggml_free(ctx); // expect SP716: the context is freed a second time
}

int main(void)
{
    ggml_backend_t backend = ggml_backend_init_best();
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *weights = ggml_init(params), *ctx = ggml_init(params);
    struct ggml_tensor *w = ggml_new_tensor_1d(weights, GGML_TYPE_F32, 64);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(weights, backend);
    ggml_backend_tensor_set(w, numbers, 0, sizeof numbers);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *y = ggml_sqr(ctx, w);
    ggml_set_output(y);
    ggml_build_forward_expand(gf, y);
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, gf);
    ggml_backend_buffer_free(buffer);
    ggml_backend_graph_compute(backend, gf); // expect SP716: the buffer that holds `leaf_0` was freed before
    ggml_backend_tensor_get(y, numbers, 0, sizeof numbers);
    ggml_gallocr_free(allocator);
    ggml_free(ctx);
    close_all(ctx, NULL, allocator);
    ggml_free(weights);
    ggml_new_tensor_1d(weights, GGML_TYPE_F32, 64); // expect SP716: the context was freed before
    ggml_backend_free(backend);
    return 0;
}
