// A fault that no input mends is told with an input that comes as far as the fault, not with one that
// the first layer refuses.
// says: assumed: x: f32[
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *conv, *pool, *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->pool, nn_call(net->conv, x));
    x = nn_view(x, nn_size(x, 0)); // expect SP151: the product of
    return nn_call(net->fc, x);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, conv, nn_conv2d(3, 8, 3, .padding = 1));
    nn_member(net, pool, nn_max_pool2d(2));
    nn_member(net, fc, nn_linear(8 * 4 * 4, 10));
    return &net->base;
}
