// All tensors lie in one context, without a backend; a function that takes a format names them.
// counts: argv[1]
// exact: peak_leaf.f32 total.f32 count context0.mem_size context0.used
#include "ggml.h"
#include "ggml-cpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct ggml_tensor *tagged(struct ggml_tensor *t, const char *format, ...)
{
    char name[GGML_MAX_NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    return ggml_set_name(t, name);
}

int main(int argc, char **argv)
{
    int n_layer = argc == 2 ? atoi(argv[1]) : 0;
    if (n_layer <= 0) {
        fprintf(stderr, "usage: %s LAYERS\n", argv[0]);
        return 1;
    }
    const size_t bytes =
        ggml_row_size(GGML_TYPE_F32, 24) * (24 + 2 * 5) + 3 * ggml_tensor_overhead();
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){
        (size_t)n_layer * bytes + 4096 + ggml_graph_overhead(), NULL, false});
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 24, 5);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    for (int i = 0; i < n_layer; i++) {
        struct ggml_tensor *w = tagged(ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 24, 24), "w.%d", i);
        x = tagged(ggml_relu(ctx, ggml_mul_mat(ctx, w, x)), "x.%d", i);
    }
    ggml_build_forward_expand(gf, x);
    ggml_graph_compute_with_ctx(ctx, gf, 1);
    printf("%f, %zu bytes\n", (double)ggml_get_f32_1d(x, 0), ggml_used_mem(ctx));
    ggml_free(ctx);
    return 0;
}
