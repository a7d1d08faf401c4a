// A small network for the formats that draw.
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *up, *act, *down;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    nn_tensor *wide = nn_call(block->act, nn_call(block->up, x));
    return nn_add(x, nn_call(block->down, wide));
}

nn_module *block(void)
{
    struct block *block = nn_new(struct block, forward, .kind = "Block");
    nn_member(block, up, nn_linear(8, 32));
    nn_member(block, act, nn_gelu());
    nn_member(block, down, nn_linear(32, 8));
    return &block->base;
}
