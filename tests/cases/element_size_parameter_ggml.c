// options: -- -I ../../frontends/ggml/include
// The type of a tensor is a parameter of the builder.
// says: assumed: the type `type` is GGML_TYPE_F32
// says: f32 {32, 8}
#include <ggml.h>
#include <stdlib.h>

struct ggml_cgraph *builder(struct ggml_context *ctx, enum ggml_type type)
{
    struct ggml_tensor *weight = ggml_new_tensor_2d(ctx, type, 64, 32);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    void *a = malloc((size_t)ggml_nelements(weight) * sizeof(float));   // expect SP810: while its dtype is the parameter `type`
    void *b = malloc(ggml_nbytes(weight)), *c = malloc((size_t)ggml_nelements(x) * 4);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_mul_mat(ctx, weight, x));
    free(a), free(b), free(c);
    return graph;
}
