// A result that the allocator does not keep, and one that it keeps.

#include "ggml.h" // expect SP612: the nearest folder
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 2), *first, *last;
    ggml_set_input(x);
    first = ggml_sqr(ctx, x);
    last = ggml_sqr(ctx, ggml_add(ctx, first, x));
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, last);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, graph);
    ggml_backend_graph_compute(backend, graph);
    float value;
    ggml_backend_tensor_get(first, &value, 0, sizeof value); // expect SP704: `node_0` is read here
    ggml_backend_tensor_get(last, &value, 0, sizeof value);
    return 0;
}
