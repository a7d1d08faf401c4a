// What is never called is told by module, and once for all layers in which it is alike.
// says: never called   2 leaves from `blocks.0.spare` to `blocks.1.spare`
// says: 2 modules from `blocks.2` to `blocks.3`, all 3 leaves of each
// says: 3 leaves from `attention.0.out_proj` to `attention.2.out_proj`: the module around each computes with its
// says: `aside`, all 2 leaves
#include <shapeprof/nn.h>

struct block {
    nn_module base;
    nn_module *a, *b, *spare;
};

static nn_tensor *block_forward(nn_module *self, nn_tensor *x)
{
    struct block *b = (struct block *)self;
    return nn_call(b->b, nn_call(b->a, x));
}

static nn_module *block(void)
{
    struct block *b = nn_new(struct block, block_forward);   // expect SP813: `blocks.2` is made and never called, nor are others that are made here, as `blocks.3`
    nn_member(b, a, nn_linear(8, 8));
    nn_member(b, b, nn_linear(8, 8));
    nn_member(b, spare, nn_linear(8, 8));   // expect SP813: `blocks.0.spare` is made and never called, nor are others that are made here, as `blocks.1.spare`
    return &b->base;
}

struct net {
    nn_module base;
    nn_module *blocks[4], *attention[3], *aside, *head;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *n = (struct net *)self;
    x = nn_call(n->blocks[0], x);
    x = nn_call(n->blocks[1], x);
    for (int i = 0; i < 3; i++) x = nn_call(n->attention[i], x, x, x);
    return nn_call(n->head, x);
}

nn_module *net(void)
{
    struct net *n = nn_new(struct net, forward);
    for (int i = 0; i < 4; i++) nn_item(n, blocks, i, block());
    for (int i = 0; i < 3; i++) nn_item(n, attention, i, nn_multihead_attention(8, 2));
    nn_member(n, aside, nn_sequential(nn_linear(8, 8), nn_relu()));   // expect SP813: Sequential `aside` is made and never called
    nn_member(n, head, nn_linear(8, 2));
    return &n->base;
}
