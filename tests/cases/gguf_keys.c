// options: --gguf small.gguf
// A key that the file does not have, and one that is read as another type than it has.

#include "ggml.h" // expect SP612: the nearest folder
#include "gguf.h"

int main(void)
{
    struct ggml_context *weights = NULL;
    struct gguf_init_params params = {.no_alloc = true, .ctx = &weights};
    struct gguf_context *file = gguf_init_from_file("model.gguf", params);
    int64_t width = gguf_get_val_u32(file, gguf_find_key(file, "llama.embedding_length"));
    struct ggml_tensor *up = ggml_get_tensor(weights, "blk.0.ffn_up.weight");
    struct ggml_context *ctx =
        ggml_init((struct ggml_init_params){.mem_size = 1 << 20, .no_alloc = true});
    struct ggml_tensor *x = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, width);
    struct ggml_cgraph *graph = ggml_new_graph(ctx);
    ggml_build_forward_expand(graph, ggml_mul_mat(ctx, up, x));
    gguf_get_val_u64(file, gguf_find_key(file, "llama.feed_forward_length")); // expect SP707: is of type u32, and is read as u64
    gguf_get_val_u32(file, gguf_find_key(file, "llama.block_count"));         // expect SP707: `llama.block_count` is no key
    gguf_get_tensor_size(file, 1);                                            // expect SP707: 1 is the id of no tensor
    gguf_free(file);
    return 0;
}
