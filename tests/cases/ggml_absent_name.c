// A result that was never expanded, and is looked for by its name: NULL, told once, with the tensor
// that has the name.
// options: -- -I ../../frontends/ggml/include
// says: the graph has no tensor `logits`
// says: a tensor of this name is made here
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdlib.h>

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 2);
    ggml_set_input(x);
    struct ggml_tensor *hidden = ggml_relu(ctx, x), *logits = ggml_sqr(ctx, hidden);
    ggml_set_name(logits, "logits");
    ggml_set_output(logits);
    ggml_set_output(hidden);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, hidden);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocator, graph);
    ggml_backend_graph_compute(backend, graph);
    struct ggml_tensor *result = ggml_graph_get_tensor(graph, "logits");
    float *numbers = malloc(ggml_nbytes(result)); // expect SP702: `result` is NULL
    ggml_backend_tensor_get(result, numbers, 0, ggml_nbytes(result));
    free(numbers);
    return 0;
}
