// The cache is sized by n_embd / n_head, its rows are written with the lengths of key and value
// that the file states, as in ollama/ollama#17201 (DeepSeek-V2-Lite: 192 and 128 against 128).
// where keys have 16 * 192: the cache must use key_length
// options: -- -I ../../frontends/ggml/include
#include "ggml.h"

struct hparams {
    int n_embd, n_head, n_ctx, key_length, value_length;
};

int main(void)
{
    const struct hparams hp = {
        .n_embd = 2048, .n_head = 16, .n_ctx = 512, .key_length = 192, .value_length = 128};
    const int64_t n_embd_head = hp.n_embd / hp.n_head;
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *cache_k =
        ggml_new_tensor_1d(ctx, GGML_TYPE_F16, n_embd_head * hp.n_head * hp.n_ctx);
    struct ggml_tensor *cache_v =
        ggml_new_tensor_1d(ctx, GGML_TYPE_F16, n_embd_head * hp.n_head * hp.n_ctx);
    struct ggml_tensor *k =
        ggml_view_3d(ctx, cache_k, hp.key_length, hp.n_head, hp.n_ctx, // expect SP701: the bytes of a (2097152) must be at least 3145728
                     ggml_row_size(cache_k->type, hp.key_length),
                     ggml_row_size(cache_k->type, hp.key_length * hp.n_head), 0);
    struct ggml_tensor *v =
        ggml_view_3d(ctx, cache_v, hp.value_length, hp.n_head, hp.n_ctx,
                     ggml_row_size(cache_v->type, hp.value_length),
                     ggml_row_size(cache_v->type, hp.value_length * hp.n_head), 0);
    struct ggml_cgraph *gf = ggml_new_graph(ctx);
    ggml_build_forward_expand(gf, ggml_cont(ctx, k));
    ggml_build_forward_expand(gf, ggml_cont(ctx, v));
    ggml_free(ctx);
    return 0;
}
