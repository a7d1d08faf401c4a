// A block of GPT that joins keys and values of earlier words, and experts of which two are asked:
// the words are indices, which does not make the caches any; figures as PyTorch's hooks count them.
// options: --set T=3
// says: x: i64[N, 3]: the smallest input that is accepted
// says: y: f32[N, 4, y.H, 8]: the smallest input that is accepted
// says: z: f32[N, 4, y.H, 8]: the smallest input that is accepted
// says: peak leaf      `qkv`: 1152*N bytes
// says: `drop`: 48*N*(y.H + 3) bytes
// says: total          48*N*y.H + 10176*N + 384 bytes
// says: parameters     24832, 99328 bytes
#include <shapeprof/nn.h>

#define HEADS 4
#define EXPERTS 4

struct block {
    nn_module base;
    nn_module *words, *positions, *norm, *qkv, *drop, *proj, *gate, *experts[EXPERTS];
};

static nn_tensor *heads_of(nn_tensor *x)
{
    int64_t c = nn_size(x, 2);
    return nn_transpose(nn_view(x, nn_size(x, 0), nn_size(x, 1), HEADS, c / HEADS), 1, 2);
}

// No word sees a later one; `seen` words were there before.
static nn_tensor *scores(nn_tensor *query, nn_tensor *key, int64_t seen)
{
    int64_t all = nn_size(key, 2);
    nn_tensor *product = nn_matmul(query, nn_transpose(key, -2, -1));
    nn_tensor *mask = nn_slice(nn_tril(nn_ones(NN_F32, all, all)), .dim = 0, .start = seen);
    return nn_masked_fill(nn_mul(product, nn_number(0.35)), nn_eq(mask, nn_integer(0)),
                          nn_number(-1e9));
}

static nn_tensor *ask_two(struct block *b, nn_tensor *x)
{
    nn_tensor *gates = nn_call(b->gate, x), *answers[EXPERTS];
    struct nn_tensors best = nn_topk(gates, 2, .dim = -1);
    nn_tensor *weights =
        nn_scatter(nn_zeros_like(gates), -1, best.at[1], nn_f_softmax(best.at[0], .dim = -1));
    for (int i = 0; i < EXPERTS; i++) answers[i] = nn_call(b->experts[i], x);
    return nn_einsum("nte,netd->ntd", weights,
                     nn_stack(.list = answers, .n_list = EXPERTS, .dim = 1));
}

static struct nn_tensors block_forward(nn_module *self, struct nn_tensors in)
{
    struct block *b = (struct block *)self;
    nn_tensor *ids = in.at[0], *keys = in.at[1], *values = in.at[2];
    int64_t n = nn_size(ids, 0), t = nn_size(ids, 1), seen = nn_size(keys, 2);
    nn_tensor *x = nn_add(nn_call(b->words, ids), nn_call(b->positions, nn_arange(seen, seen + t)));
    int64_t c = nn_size(x, 2);
    struct nn_tensors qkv = nn_split(nn_call(b->qkv, nn_call(b->norm, x)), c, .dim = 2);
    keys = nn_cat({keys, heads_of(qkv.at[1])}, .dim = 2);
    values = nn_cat({values, heads_of(qkv.at[2])}, .dim = 2);
    nn_tensor *weights =
        nn_call(b->drop, nn_f_softmax(scores(heads_of(qkv.at[0]), keys, seen), -1));
    nn_tensor *y = nn_transpose(nn_matmul(weights, values), 1, 2);
    x = nn_add(x, nn_call(b->proj, nn_view(nn_contiguous(y), n, t, c)));
    return nn_results(nn_add(x, ask_two(b, x)), keys, values);
}

nn_module *block(void)
{
    const int c = 32;
    struct block *b = nn_new(struct block, .forward_all = block_forward);
    nn_member(b, words, nn_embedding(50, c));
    nn_member(b, positions, nn_embedding(64, c));
    nn_member(b, norm, nn_layer_norm(c));
    nn_member(b, qkv, nn_linear(c, 3 * c));
    nn_member(b, drop, nn_dropout(0.1));
    nn_member(b, proj, nn_linear(c, c));
    nn_member(b, gate, nn_linear(c, EXPERTS, .bias = NN_OFF));
    for (int i = 0; i < EXPERTS; i++)
        nn_item(b, experts, i, nn_sequential(nn_linear(c, 2 * c), nn_silu(), nn_linear(2 * c, c)));
    return &b->base;
}
