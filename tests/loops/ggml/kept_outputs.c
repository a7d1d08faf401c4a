// Each layer's result is read afterwards, so that more and more is alive; every third dimension
// swaps two buffers.
// counts: n
// exact: peak_leaf.f32 total.f32 count
#include "ggml.h"
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

extern int n;

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        GGML_DEFAULT_GRAPH_SIZE * ggml_tensor_overhead() + ggml_graph_overhead(), NULL, true});
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 40, 7);
    ggml_set_input(x);
    for (int i = 0; i < n; i++) {
        struct ggml_tensor *square = ggml_mul_mat(ctx, x, x);
        struct ggml_tensor *y = ggml_soft_max(ctx, square);
        x = ggml_mul_mat(ctx, ggml_cont(ctx, ggml_transpose(ctx, x)), y);
        ggml_format_name(y, "attention.%d", i);
        ggml_set_output(y);
    }
    ggml_set_output(x);
    ggml_build_forward_expand(gf, x);
    ggml_backend_t backend = ggml_backend_cpu_init();
    ggml_gallocr_t allocr = ggml_gallocr_new(ggml_backend_get_default_buffer_type(backend));
    ggml_gallocr_alloc_graph(allocr, gf);
    ggml_backend_graph_compute(backend, gf);
    return 0;
}
