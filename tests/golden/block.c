// A model with a module inside a module, for options.txt.
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *up, *act, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    nn_tensor *y = nn_call(block->down, nn_call(block->act, nn_call(block->up, x)));
    return nn_add(x, y);
}

static nn_module *block(int width, int hidden)
{
    struct block *block = nn_new(struct block, block_forward);
    nn_member(block, up, nn_linear(width, hidden));
    nn_member(block, act, nn_gelu());
    nn_member(block, down, nn_linear(hidden, width));
    return &block->base;
}

nn_module *net(void)
{
    nn_module *net = nn_sequential(nn_embedding(100, 32));
    for (int i = 0; i < 2; i++) nn_append(net, block(32, 128));
    nn_append(net, nn_linear(32, 10));
    return net;
}
