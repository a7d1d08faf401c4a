// Names that are written into members and only used as names: all that is printed is exact.
// options: --input f32[4,8]
// says: parameters     552*n, 2208*n bytes
#include <shapeprof/nn.h>
#include <stdio.h>

extern int n;

struct block {
    nn_module base;
    char name[32];
    nn_module *up, *down;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    return nn_add(x, nn_call(block->down, nn_call(block->up, x)));
}

static struct block *block(int number)
{
    struct block *block = nn_new(struct block, block_forward);
    snprintf(block->name, sizeof block->name, "block%d", number);
    block->up = nn_child(&block->base, "up", nn_linear(8, 32));
    block->down = nn_child(&block->base, "down", nn_linear(32, 8));
    return block;
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    struct block *blocks[64];
    for (int i = 0; i < n; i++) {
        blocks[i] = block(i);
        nn_append(net, &blocks[i]->base);
    }
    return net;
}
