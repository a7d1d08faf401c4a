// ggml_repeat takes only the shape of its second operand, so that no graph has it and no allocator
// places it; weights that nobody gave a buffer.
// options: -- -I ../../frontends/ggml/include
// says: no graph has this one
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *token = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64),
                       *shape = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 4), *y;
    ggml_set_input(token);
    ggml_set_input(shape);
    y = ggml_repeat(ctx, token, shape);
    ggml_set_output(y);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, graph);
    ggml_backend_tensor_memset(token, 0, 0, ggml_nbytes(token));
    ggml_backend_tensor_memset(shape, 0, 0, ggml_nbytes(shape)); // expect SP712: has no memory yet
    ggml_backend_graph_compute(backend, graph);
    return 0;
}
