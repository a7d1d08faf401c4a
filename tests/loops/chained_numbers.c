// Blocks count on through a link of their own and a variable of the round: the 31st is another.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct block {
    nn_module base;
    nn_module *wide, *back;
    struct block *before;
    int number;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct block *block = (struct block *)self;
    return nn_call(block->back, nn_call(block->wide, x));
}

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    struct block *last = NULL;
    for (int i = 0; i < n; i++) {
        struct block *block = nn_new(struct block, forward);
        block->before = last;
        int number = 0;
        if (block->before) number = block->before->number + 1;
        block->number = number;
        nn_member(block, wide, nn_linear(8, block->number == 30 ? 64 : 8));
        nn_member(block, back, nn_linear(block->number == 30 ? 64 : 8, 8));
        nn_append(net, &block->base);
        last = block;
    }
    return net;
}
