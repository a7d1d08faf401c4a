#include <shapeprof/nn.h>

// Residual blocks in an array, made in a loop.
struct block {
    nn_module base;
    nn_module *conv1, *bn1, *conv2, *bn2, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    nn_tensor *y = nn_f_relu(nn_call(b->bn1, nn_call(b->conv1, x)), .inplace = true);
    y = nn_call(b->bn2, nn_call(b->conv2, y));
    return nn_f_relu(nn_add(y, b->down ? nn_call(b->down, x) : x));
}

static nn_module *block_new(int64_t in, int64_t out, int64_t stride)
{
    struct block *b = nn_new(struct block, block_forward);
    nn_member(b, conv1, nn_conv2d(in, out, 3, .stride = stride, .padding = 1, .bias = NN_OFF));
    nn_member(b, bn1, nn_batch_norm2d(out));
    nn_member(b, conv2, nn_conv2d(out, out, 3, .padding = 1, .bias = NN_OFF));
    nn_member(b, bn2, nn_batch_norm2d(out));
    if (in != out || stride != 1) {
        nn_member(b, down,
                  nn_sequential(nn_conv2d(in, out, 1, .stride = stride, .bias = NN_OFF),
                                nn_batch_norm2d(out)));
    }
    return &b->base;
}

#define N_BLOCKS 4

struct net {
    nn_module base;
    nn_module *stem, *blocks[N_BLOCKS], *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->stem, x);
    for (int i = 0; i < N_BLOCKS; i++) x = nn_call(n->blocks[i], x);
    return nn_call(n->fc, nn_mean(x, .dims = {2, 3}));
}

nn_tensor *residual(void);

nn_tensor *residual(void)
{
    static const int64_t widths[N_BLOCKS + 1] = {16, 16, 32, 32, 64};
    struct net *n = nn_new(struct net, net_forward);
    nn_member(n, stem, nn_conv2d(3, 16, 7, 2, 3));
    for (int i = 0; i < N_BLOCKS; i++) {
        nn_item(n, blocks, i,
                block_new(widths[i], widths[i + 1], widths[i] == widths[i + 1] ? 1 : 2));
    }
    nn_member(n, fc, nn_linear(64, 10));
    return nn_call(&n->base, nn_input(NN_F32, 2, 3, 64, 64));
}
