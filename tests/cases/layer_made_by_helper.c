// Of a layer that a helper made it is told which call of the helper it was.
// options: --input 'f32[2,8,5]'
// says: layer_made_by_helper.c:14:12: note: Conv1d `up` is made here
// says: layer_made_by_helper.c:29:24: note: called from build
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *down, *up;
};

static nn_module *block(int in, int out)
{
    return nn_conv1d(in, out, 3);
}

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->down, x);
    return nn_call(net->up, x); // expect SP113: its dim 1 (16) must equal in_channels (32)
}

nn_module *build(void)
{
    struct net *net = nn_new(struct net, forward);

    nn_member(net, down, block(8, 16));
    nn_member(net, up, block(32, 4));
    return &net->base;
}
