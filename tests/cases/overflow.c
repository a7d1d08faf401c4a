// Sizes whose product does not fit in 63 bits.
// options: --input 'f32[3000000000,8]'
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(net->fc, x); // expect SP104: has more than 2^63 - 1 bytes
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(8, 3000000000));
    return &net->base;
}
