// Bytes of a tensor in half precision, and of one in blocks, counted in the size of another type:
// where the size stands in a variable, comes as a parameter or from a function, too.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { WIDTH = 64, N_CTX = 512 };

static size_t row_bytes(void)
{
    return sizeof(float) * WIDTH;
}

static struct ggml_tensor *rows(struct ggml_context *ctx, struct ggml_tensor *cache, size_t row, int n)
{
    return ggml_view_2d(ctx, cache, WIDTH, n, row, row * 2); // expect SP714: nb1 counts in sizeof(float)
}

static struct ggml_tensor *own_rows(struct ggml_context *ctx, struct ggml_tensor *t)
{
    return ggml_view_2d(ctx, t, WIDTH, 4, sizeof(float) * WIDTH, sizeof(float) * WIDTH * 3);
}

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *cache = ggml_new_tensor_1d(ctx, GGML_TYPE_F16, WIDTH * N_CTX);
    struct ggml_tensor *blocks = ggml_new_tensor_2d(ctx, GGML_TYPE_Q8_0, WIDTH, N_CTX);
    struct ggml_tensor *plain = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, WIDTH * N_CTX);
    const size_t element = sizeof(float), half = sizeof(ggml_fp16_t);
    size_t past = 10 * sizeof(*(float *)0);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *view = ggml_view_1d(ctx, cache, WIDTH, element * WIDTH); // expect SP714: offset counts in sizeof(float), of 4 bytes
    ggml_build_forward_expand(gf, ggml_cont(ctx, view));
    ggml_build_forward_expand(gf, ggml_cont(ctx, ggml_view_1d(ctx, cache, WIDTH, half * WIDTH)));
    view = ggml_view_1d(ctx, cache, WIDTH, past * WIDTH); // expect SP714: where an element of f16 has 2
    ggml_build_forward_expand(gf, ggml_cont(ctx, view));
    view = ggml_view_1d(ctx, cache, WIDTH, row_bytes()); // expect SP714: offset counts in sizeof(float)
    ggml_build_forward_expand(gf, ggml_cont(ctx, view));
    view = ggml_view_1d(ctx, blocks, WIDTH, sizeof(float) * WIDTH * 17); // expect SP714: where a block of 32 elements has 34
    ggml_build_forward_expand(gf, ggml_cont(ctx, view));
    view = ggml_view_1d(ctx, blocks, WIDTH, ggml_row_size(blocks->type, WIDTH) * sizeof(float) / 4);
    ggml_build_forward_expand(gf, ggml_cont(ctx, rows(ctx, cache, sizeof(float) * WIDTH, 4)));
    ggml_build_forward_expand(gf, ggml_cont(ctx, own_rows(ctx, plain)));
    ggml_free(ctx);
    return 0;
}
