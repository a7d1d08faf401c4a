// Calls that ggml refuses: the first one ends the program, what follows it is told as a note.

#include "ggml.h" // expect SP612: the nearest folder

int main(void)
{
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, 128, 64);
    struct ggml_tensor *y = ggml_mul_mat(ctx, w, x); // expect SP701: a is f16 {128, 64}
    struct ggml_tensor *missing = ggml_get_tensor(ctx, "bias");
    y = ggml_add(ctx, x, missing); // expect SP702: NULL
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_relu(ctx, x));
    return 0;
}
