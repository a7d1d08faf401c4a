// Tensors that the program puts into buffers itself, elements through t->data once an allocator
// placed them, the plan's work buffer: nothing is wrong.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const int n = 3;
    ggml_backend_t cpu = ggml_backend_cpu_init();
    struct ggml_context *weights = ggml_init(
        (struct ggml_init_params){.mem_size = 4 * ggml_tensor_overhead(), .no_alloc = true});
    struct ggml_tensor *w = ggml_new_tensor_2d(weights, GGML_TYPE_F32, 16, 8),
                       *b = ggml_new_tensor_1d(weights, GGML_TYPE_F32, 8),
                       *scale = ggml_new_tensor_1d(weights, GGML_TYPE_F32, 8),
                       *shared = ggml_view_1d(weights, b, 8, 0);
    ggml_backend_buffer_t buffer = ggml_backend_alloc_buffer(cpu, 4096);
    struct ggml_tallocr allocator = ggml_tallocr_new(buffer);
    ggml_tallocr_alloc(&allocator, w);
    ggml_tallocr_alloc(&allocator, b);
    ggml_backend_view_init(shared);
    float ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, zeros[16 * 8] = {0};
    void *memory = malloc(1024);
    ggml_backend_buffer_t own = ggml_backend_cpu_buffer_from_ptr(memory, 1024);
    ggml_backend_tensor_alloc(own, scale, ggml_backend_buffer_get_base(own));
    ggml_backend_tensor_set(scale, ones, 0, sizeof ones);
    ggml_backend_tensor_set(w, zeros, 0, ggml_nbytes(w));
    ggml_backend_tensor_set(shared, zeros, 0, ggml_nbytes(shared));

    struct ggml_context *ctx = ggml_init(
        (struct ggml_init_params){.mem_size = 32 * ggml_tensor_overhead() + ggml_graph_overhead(),
                                  .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 16, n), *y;
    ggml_set_input(x);
    y = ggml_mul(ctx, ggml_add(ctx, ggml_mul_mat(ctx, w, x), shared), scale);
    ggml_set_output(y);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, y);
    ggml_gallocr_t places = ggml_gallocr_new(ggml_backend_get_default_buffer_type(cpu));
    if (!ggml_gallocr_alloc_graph(places, graph)) return 1;
    float *in = (float *)x->data;
    for (int i = 0; i < 16 * n; i++) in[i] = 0.5f * (float)i;
    memset(x->data, 0, ggml_nbytes(x));
    struct ggml_cplan plan = ggml_graph_plan(graph, 1, NULL);
    uint8_t *work = NULL;
    if (plan.work_size > 0) plan.work_data = work = malloc(plan.work_size);
    ggml_graph_compute(graph, &plan);
    const float *out = ggml_get_data_f32(y);
    float most = out[0];
    for (int64_t i = 1; i < ggml_nelements(y); i++)
        if (out[i] > most) most = out[i];
    printf("%g\n", most);
    free(work);
    ggml_gallocr_free(places);
    ggml_free(ctx);
    ggml_backend_buffer_free(buffer);
    ggml_backend_buffer_free(own);
    free(memory);
    ggml_free(weights);
    ggml_backend_free(cpu);
    return 0;
}
