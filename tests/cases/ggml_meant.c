// What ggml takes as it is, and hardly anybody means.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

int main(void)
{
    struct ggml_context *ctx = ggml_init((struct ggml_init_params){1 << 20, NULL, true});
    struct ggml_cgraph *gf = ggml_new_graph(ctx);

    // The operands of a product are swapped, and 128 divides 1536.
    struct ggml_tensor *w = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 257, 128);
    struct ggml_tensor *bias = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 128);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 257, 1536);
    ggml_build_forward_expand(gf, ggml_add(ctx, ggml_mul_mat(ctx, w, x), bias));
    ggml_build_forward_expand(gf, ggml_add(ctx, ggml_mul_mat(ctx, x, w), bias)); // expect SP780: b->ne[0] (128) is repeated along a->ne[0] (1536), though it is a->ne[1]

    // A mask for each of two sequences, in the axis of the tokens.
    struct ggml_tensor *kq = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 16, 4, 2);
    struct ggml_tensor *mask = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 2, 1, 1);
    struct ggml_tensor *right = ggml_new_tensor_4d(ctx, GGML_TYPE_F32, 16, 1, 1, 2);
    ggml_build_forward_expand(gf, ggml_add(ctx, kq, right));
    ggml_build_forward_expand(gf, ggml_add_inplace(ctx, kq, mask)); // expect SP780: b->ne[1] (2) is repeated along a->ne[1] (16), though it is a->ne[3]

    // A bias for channels, laid along the columns.
    struct ggml_tensor *image = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, 32, 24, 16);
    struct ggml_tensor *channels = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 16);
    ggml_build_forward_expand(gf, ggml_repeat(ctx, channels, image)); // expect SP780: a->ne[0] (16) is repeated along b->ne[0] (32), though it is b->ne[2]
    ggml_build_forward_expand(
        gf, ggml_repeat(ctx, ggml_reshape_3d(ctx, channels, 1, 1, 16), image));
    // Repeated as it is meant: no other axis has that size.
    struct ggml_tensor *pattern = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, 8);
    ggml_build_forward_expand(gf, ggml_mul(ctx, image, pattern));

    ggml_build_forward_expand(gf, ggml_group_norm(ctx, image, 4, 1e-5f));
    ggml_build_forward_expand(gf, ggml_group_norm(ctx, image, 5, 1e-5f)); // expect SP781: 16 channels (a->ne[2]) in 5 groups

    struct ggml_tensor *logits = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 500, 1);
    ggml_build_forward_expand(gf, ggml_argmax(ctx, logits));
    struct ggml_tensor *column = ggml_cont(ctx, ggml_transpose(ctx, logits));
    ggml_build_forward_expand(gf, ggml_argmax(ctx, column)); // expect SP782: always number 0
    ggml_build_forward_expand(gf, ggml_norm(ctx, column, 1e-5f)); // expect SP782: each is 0

    ggml_build_forward_expand(gf, ggml_cont(ctx, ggml_permute(ctx, image, 1, 0, 2, 3)));
    for (int i = 0; i < 2; i++)
        ggml_build_forward_expand(gf, ggml_cont(ctx, ggml_permute(ctx, image, 0, 1, 2, 3))); // expect SP783: stay where they are
    ggml_free(ctx);
    return 0;
}
