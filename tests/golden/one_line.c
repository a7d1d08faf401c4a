// One line of a forward function that is wrong for each of three layers: what happens first is
// told first, whatever the layers are called.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *narrower, *flat, *wider;
};

static nn_tensor *step(nn_module *layer, nn_tensor *x)
{
    return nn_cat({x, nn_call(layer, x)}, .dim = 1);
}

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    step(net->narrower, x);
    step(net->flat, x);
    step(net->wider, x);
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, forward);
    nn_member(net, narrower, nn_conv1d(8, 8, 3));
    nn_member(net, wider, nn_conv1d(8, 8, 3, .padding = 2));
    nn_member(net, flat, nn_flatten());
    return &net->base;
}
