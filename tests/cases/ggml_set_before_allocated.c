// An allocator that only measures gives no memory: ggml_gallocr_reserve where
// ggml_gallocr_alloc_graph is meant.
// options: -- -I ../../frontends/ggml/include
// says: ggml_gallocr_reserve only measures the graph
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 2);
    ggml_set_name(x, "pixels");
    ggml_set_input(x);
    struct ggml_tensor *y = ggml_sqr(ctx, x);
    ggml_set_output(y);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_reserve(allocator, graph);
    float pixels[128] = {0};
    ggml_backend_tensor_set(x, pixels, 0, sizeof pixels); // expect SP712: `pixels`, f32 {64, 2}, has no memory yet
    ggml_backend_graph_compute(backend, graph);
    ggml_backend_tensor_get(y, pixels, 0, sizeof pixels);
    ggml_gallocr_free(allocator);
    ggml_free(ctx);
    return 0;
}
