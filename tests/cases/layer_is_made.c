// A finding about a layer tells the line that made it, whichever of its arguments is wrong.
// options: --input 'f32[2,8,5]'
// says: layer_is_made.c:26:26: note: Conv1d `conv` is made here
// says: layer_is_made.c:27:26: note: LayerNorm `norm` is made here
// says: layer_is_made.c:28:26: note: AvgPool1d `pool` is made here
// says: layer_is_made.c:29:24: note: weight is the parameter `weight`
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *conv, *norm, *pool, *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_call(net->conv, x); // expect SP113: its dim 1 (8) must equal in_channels (16)
    nn_call(net->norm, x); // expect SP120: its dim 2 (5) must equal normalized_shape (6)
    nn_call(net->pool, x); // expect SP114: its dim 2 (5) must be at least
    return nn_call(net->fc, x); // expect SP101: its dim 2 (5) must equal dim 1 (4)
}

nn_module *build(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, conv, nn_conv1d(16, 4, 3));
    nn_member(net, norm, nn_layer_norm({6}));
    nn_member(net, pool, nn_avg_pool1d(7));
    nn_member(net, fc, nn_linear(4, 4));
    return &net->base;
}
