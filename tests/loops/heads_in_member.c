// Blocks that keep numbers of the configuration, the same in each: heads, their size, a scale.
// options: --input i64[2,16] --set config.n_embd=64 --set config.n_head=4
// counts: config.n_layer config.n_vocab
// exact: total.f32 live.f32 count flops
#include <math.h>
#include <shapeprof/nn.h>

struct config {
    int n_layer, n_head, n_embd, n_vocab;
};

static int at_least(int size, int least)
{
    return size < least ? least : size;
}

struct block {
    nn_module base;
    nn_module *qkv, *out;
    struct {
        int n_head, size;
    } heads;
    double scale;
    bool causal;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    int64_t B = nn_size(x, 0), T = nn_size(x, 1), C = nn_size(x, 2);
    nn_tensor *qkv =
        nn_view(nn_call(block->qkv, x), B, T, 3 * block->heads.n_head, C / block->heads.n_head);
    struct nn_tensors parts = nn_chunk(nn_transpose(qkv, 1, 2), 3, .dim = 1);
    nn_tensor *scores = nn_matmul(parts.at[0], nn_transpose(parts.at[1], 2, 3));
    scores = nn_mul(scores, nn_number(block->scale));
    if (block->causal) scores = nn_tril(scores);
    nn_tensor *y = nn_matmul(nn_f_softmax(scores, .dim = -1), parts.at[2]);
    return nn_add(x, nn_call(block->out, nn_reshape(nn_transpose(y, 1, 2), B, T, C)));
}

struct net {
    nn_module base;
    nn_module *embedding, *blocks[64];
    struct config config;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *words)
{
    struct net *net = (struct net *)self;
    nn_tensor *x = nn_call(net->embedding, words);
    for (int i = 0; i < net->config.n_layer; i++) x = nn_call(net->blocks[i], x);
    return x;
}

nn_module *net(struct config config)
{
    struct net *net = nn_new(struct net, net_forward);
    net->config = config;
    nn_member(net, embedding, nn_embedding(config.n_vocab, config.n_embd));
    for (int i = 0; i < config.n_layer; i++) {
        struct block *block = nn_new(struct block, block_forward);
        block->heads.n_head = net->config.n_head;
        block->heads.size = at_least(config.n_embd / config.n_head, 8);
        double width = config.n_embd;
        block->scale = 1 / sqrt(width);
        block->causal = true;
        nn_member(block, qkv, nn_linear(config.n_embd, 3 * config.n_embd));
        nn_member(block, out, nn_linear(config.n_embd, config.n_embd));
        nn_item(net, blocks, i, &block->base);
    }
    return &net->base;
}
