// A layer that does not fit the one before it.
// options: --input 'f32[4,8]'
// says: unknown
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *first, *second, *third;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->first, x);
    x = nn_call(net->second, x); // expect SP101: dim 1 (512) must equal dim 1 (768)
    return nn_call(net->third, x);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, first, nn_linear(8, 512));
    nn_member(net, second, nn_linear(768, 64));
    nn_member(net, third, nn_linear(64, 2));
    return &net->base;
}
