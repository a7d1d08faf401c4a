// A llama of 70B, whose queries share keys by eights, in a program that knows no groups, as in
// xorbitsai/inference#971 and meta-llama/llama#407: 8192 x 1024 is read as 8192 x 8192.
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

enum { N_EMBD = 8192, N_HEAD = 64, N_GROUP = 8, N_TOKENS = 16 };

static struct ggml_tensor *heads(struct ggml_context *ctx, struct ggml_tensor *w,
                                 struct ggml_tensor *cur)
{
    struct ggml_tensor *x = ggml_mul_mat(ctx, w, cur);
    return ggml_reshape_3d(ctx, x, N_EMBD / N_HEAD, N_HEAD, N_TOKENS); // expect SP701: the elements of a (16384) must equal 131072
}

int main(void)
{
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *wq = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, N_EMBD, N_EMBD);
    struct ggml_tensor *wk = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, N_EMBD, N_EMBD / N_GROUP);
    struct ggml_tensor *cur = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, N_EMBD, N_TOKENS);
    struct ggml_tensor *q = heads(ctx, wq, cur);
    struct ggml_tensor *k = heads(ctx, wk, cur);
    struct ggml_tensor *kq =
        ggml_mul_mat(ctx, ggml_permute(ctx, k, 0, 2, 1, 3), ggml_permute(ctx, q, 0, 2, 1, 3));
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, kq);
    ggml_free(ctx);
    return 0;
}
