// What comes behind the end of a run is not reached; what is never called is told by module.
// options: --input 'f32[4,8]'
// says: not reached    7 leaves: the run ended before
// status: 1
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *a, *b;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    return nn_call(b->b, nn_call(b->a, x));
}

static nn_module *block(void)
{
    struct block *b = nn_new(struct block, block_forward);
    nn_member(b, a, nn_linear(8, 8));
    nn_member(b, b, nn_linear(8, 8));
    return &b->base;
}

static int deeper(int n)
{
    return n + deeper(n + 1); // expect SP406
}

struct net {
    nn_module base;
    nn_module *blocks[4], *head;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->blocks[0], x);
    deeper(1);
    x = nn_call(n->blocks[1], x);
    return nn_call(n->head, x);
}

nn_module *net(void)
{
    struct net *n = nn_new(struct net, forward);
    for (int i = 0; i < 4; i++) nn_item(n, blocks, i, block());
    nn_member(n, head, nn_linear(8, 2));
    return &n->base;
}
