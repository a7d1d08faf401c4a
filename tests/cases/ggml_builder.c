// A builder without main, as parts of a program are: what the caller has is made up, and solved by
// what calls demand of it. A weight cannot be multiplied with rows of two lengths.
// says: tensors that the caller has are of type f32
// says: tensors of all layers have the sizes of the first one's
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct block {
    struct ggml_tensor *w, *b;
};

struct part {
    int n_blocks;
    struct block *blocks;
};

struct ggml_cgraph *build_head(struct ggml_context *ctx, const struct part *part, int n)
{
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    struct ggml_tensor *x = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 48, n);
    ggml_set_input(x);
    for (int i = 0; i < part->n_blocks; i++) {
        x = ggml_mul_mat(ctx, part->blocks[i].w, x);
        x = ggml_gelu(ctx, ggml_add(ctx, x, part->blocks[i].b));
    }
    ggml_build_forward_expand(gf, x);
    return gf;
}

struct ggml_tensor *build_two(struct ggml_context *ctx, struct ggml_tensor *w, int n)
{
    struct ggml_tensor *a = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 64, n);
    struct ggml_tensor *b = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, 48, n);
    a = ggml_mul_mat(ctx, w, a);
    return ggml_add(ctx, a, ggml_mul_mat(ctx, w, b)); // expect SP701: a->ne[0] (64) must equal b->ne[0] (48)
}
