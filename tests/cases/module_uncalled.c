// Modules and parameters that a model has and nothing comes to.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *first, *second, *left, *blocks[2];
    nn_tensor *scale, *unread;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->second, nn_call(net->first, x));
    for (int i = 0; i < 2; i++) x = nn_call(net->blocks[i], x);
    return nn_mul(x, net->scale);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);                // expect SP814: the parameter `unread` of net
    nn_member(net, first, nn_linear(8, 16));
    nn_member(net, second, nn_sequential(nn_linear(16, 8), nn_relu()));
    nn_member(net, left, nn_sequential(nn_linear(8, 8), nn_relu())); // expect SP813: Sequential `left` is made and never called
    for (int i = 0; i < 2; i++) nn_item(net, blocks, i, nn_linear(8, 8));
    net->scale = nn_parameter(&net->base, "scale", NN_F32, {8});
    net->unread = nn_parameter(&net->base, "unread", NN_F32, {8});
    return &net->base;
}
