// Functions that no shape depends on: numbers in half precision, time, devices, threads. Nothing is
// said of them, and what they wrote is not taken for unwritten.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdio.h>

static float largest(const struct ggml_tensor *t)
{
    ggml_fp16_t halves[64];
    float numbers[64], most;
    ggml_backend_tensor_get(t, halves, 0, sizeof(halves));
    ggml_fp16_to_fp32_row(halves, numbers, 64);
    most = numbers[0];
    for (int i = 1; i < 3; i++) most = numbers[i] > most ? numbers[i] : most;
    return most + ggml_fp16_to_fp32(halves[63]);
}

int main(void)
{
    ggml_backend_load_all();
    const int64_t start = ggml_time_us();
    for (size_t i = 0; i < ggml_backend_dev_count(); i++) {
        ggml_backend_dev_t device = ggml_backend_dev_get(i);
        printf("%s: %s\n", ggml_backend_dev_name(device), ggml_backend_dev_description(device));
    }
    ggml_backend_t backend = ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, NULL);
    struct ggml_threadpool_params threads = ggml_threadpool_params_default(4);
    struct ggml_threadpool *pool = ggml_threadpool_new(&threads);
    ggml_backend_cpu_set_threadpool(backend, pool);
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, 64);
    struct ggml_tensor *y = ggml_relu(ctx, x);
    ggml_set_output(y);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, y);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_ctx_tensors(ctx, backend);
    ggml_fp16_t ones[64];
    for (int i = 0; i < 64; i++) ones[i] = ggml_fp32_to_fp16(1.0f);
    ggml_backend_tensor_set(x, ones, 0, sizeof(ones));
    ggml_backend_graph_compute(backend, gf);
    printf("%s: %f in %d us\n", ggml_op_name(y->op), (double)largest(y),
           (int)(ggml_time_us() - start));
    ggml_threadpool_free(pool);
    ggml_backend_buffer_free(buffer);
    ggml_free(ctx);
    ggml_backend_free(backend);
    return ggml_cpu_has_avx2() ? 0 : 2;
}
