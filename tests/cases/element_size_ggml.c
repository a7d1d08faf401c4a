// options: -- -I ../../frontends/ggml/include
// Bytes of ggml's tensors that are counted by the size of a float.
#include <ggml.h>
#include <stdlib.h>

int main(void)
{
    struct ggml_init_params params = {16 * 1024 * 1024, NULL, true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *half = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, 64, 32);
    struct ggml_tensor *blocks = ggml_new_tensor_2d(ctx, GGML_TYPE_Q4_0, 64, 32);
    struct ggml_tensor *floats = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 32);
    void *a = malloc((size_t)ggml_nelements(half) * sizeof(float));     // expect SP810: f16
    void *b = malloc(4 * (size_t)ggml_nelements(blocks));               // expect SP810: 32 elements have 18
    void *c = malloc((size_t)ggml_nelements(floats) * sizeof(float));
    void *d = malloc(ggml_nbytes(blocks));
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_mul_mat(ctx, half, floats));
    ggml_free(ctx);
    free(a), free(b), free(c), free(d);
    return 0;
}
