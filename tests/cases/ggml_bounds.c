// Elements beyond the end of a tensor.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

static float numbers[128];

int main(void)
{
    ggml_backend_t backend = ggml_backend_init_best();
    struct ggml_init_params params = {.mem_size = 1 << 20, .no_alloc = true};
    struct ggml_context *ctx = ggml_init(params);
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 32, 2);
    struct ggml_tensor *half = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, 64);
    ggml_set_name(half, "half");
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(ctx, backend);
    ggml_backend_tensor_set(w, numbers, 0, 64 * sizeof(float));
    ggml_backend_tensor_set(w, numbers, 0, sizeof numbers); // expect SP717: 512 bytes of a tensor of 256 bytes, f32 {32, 2}
    ggml_backend_tensor_set(w, numbers, 128, 128);
    ggml_backend_tensor_set(w, numbers, 130, 128); // expect SP717: 128 bytes from 130 on of a tensor of 256 bytes
    ggml_backend_tensor_set(half, numbers, 0, 64 * sizeof(float)); // expect SP717: 256 bytes of a tensor `half` of 128 bytes, f16 {64}
    ggml_backend_tensor_get(half, numbers, 0, ggml_nbytes(half) + 2); // expect SP717: 130 bytes of a tensor `half` of 128 bytes
    ggml_backend_tensor_memset(half, 0, 0, 129); // expect SP717: 129 bytes of a tensor `half`
    ggml_set_f32_1d(w, 63, 1.0f);
    ggml_set_f32_1d(w, 64, 1.0f); // expect SP717: element 64 of a tensor of 64, f32 {32, 2}
    ggml_set_f32_nd(w, 31, 1, 0, 0, 1.0f);
    ggml_set_f32_nd(w, 1, 31, 0, 0, 1.0f); // expect SP717: index 1 is 31, and ne[1] of the tensor is 2
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_cont(ctx, w));
    float sum = 0;
    for (int i = 0; i < 64; i++) sum += ggml_get_f32_1d(w, i);
    for (int i = 0; i <= 64; i++) sum += ggml_get_f32_1d(w, i); // expect SP717: element 64 of a tensor `leaf_0` of 64
    ggml_backend_buffer_free(buffer);
    ggml_free(ctx);
    return sum > 0;
}
