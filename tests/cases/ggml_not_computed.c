// What the graph is built of without a word, and the CPU backend then aborts on; beside each what
// it computes.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"
#include "ggml-cpu.h"

static void types(struct ggml_context *ctx, struct ggml_cgraph *gf)
{
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, 8);
    struct ggml_tensor *half = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, 64, 8);
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_Q4_0, 64, 64);
    struct ggml_tensor *ids = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 8);
    struct ggml_tensor *bias = ggml_new_tensor_1d(ctx, GGML_TYPE_Q4_0, 64);
    ggml_build_forward_expand(gf, ggml_add(ctx, x, half)); // expect SP713: does not compute ADD of f32 {64, 8} and f16 {64, 8}
    ggml_build_forward_expand(gf, ggml_add(ctx, half, x));
    ggml_build_forward_expand(gf, ggml_norm(ctx, half, 1e-5f)); // expect SP713: does not compute NORM of f16 {64, 8}
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, w, x));
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, w, half)); // expect SP713: does not compute MUL_MAT of q4_0 {64, 64} and f16 {64, 8}
    ggml_build_forward_expand(gf, ggml_get_rows(ctx, w, ids));
    ggml_build_forward_expand(gf, ggml_cast(ctx, ids, GGML_TYPE_F16)); // expect SP713: does not compute CPY of i32 {8} to f16: it aborts
    ggml_build_forward_expand(gf, ggml_cast(ctx, ids, GGML_TYPE_F32));
    ggml_build_forward_expand(gf, ggml_add(ctx, w, bias)); // expect SP713: does not compute ADD of q4_0 {64, 64} and q4_0 {64}
    // Nobody computes it.
    ggml_add(ctx, x, half);
}

static void strides(struct ggml_context *ctx, struct ggml_cgraph *gf)
{
    struct ggml_tensor *x = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 64, 8);
    struct ggml_tensor *turned = ggml_transpose(ctx, x), *heads = ggml_permute(ctx, x, 0, 2, 1, 3);
    ggml_build_forward_expand(gf, ggml_add(ctx, turned, x)); // expect SP713: operand 1 is f32 {64, 64, 8} with nb {256, 4, 16384, 131072}: nb[0] is 256
    ggml_build_forward_expand(gf, ggml_add(ctx, x, turned));
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, x, turned)); // expect SP713: operand 2 is f32 {64, 64, 8}
    ggml_build_forward_expand(gf, ggml_mul_mat(ctx, x, ggml_cont(ctx, turned)));
    ggml_build_forward_expand(gf, ggml_sqr(ctx, heads));
    ggml_build_forward_expand(gf, ggml_diag_mask_inf(ctx, heads, 0)); // expect SP713: its operand is copied as a whole, which must lie in order
    ggml_build_forward_expand(gf, ggml_diag_mask_inf_inplace(ctx, heads, 0));
}

static void sizes(struct ggml_context *ctx, struct ggml_cgraph *gf)
{
    struct ggml_tensor *x = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 64, 4, 8);
    struct ggml_tensor *pos = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, 8);
    struct ggml_tensor *row = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 64);
    ggml_build_forward_expand(gf, ggml_rope(ctx, x, pos, 64, 0));
    ggml_build_forward_expand(gf, ggml_rope(ctx, x, pos, 128, 0)); // expect SP713: n_dims is larger than its operand's ne[0]
    ggml_build_forward_expand(gf, ggml_acc(ctx, x, row, 256, 1024, 8192, 4096));
    ggml_build_forward_expand(gf, ggml_acc(ctx, x, row, 256, 1024, 8192, 8192 - 128)); // expect SP713: b reaches behind the end of a
}

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){.mem_size = 1 << 24});
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    types(ctx, gf);
    strides(ctx, gf);
    sizes(ctx, gf);
    ggml_graph_compute_with_ctx(ctx, gf, 1);
    ggml_free(ctx);
    return 0;
}
