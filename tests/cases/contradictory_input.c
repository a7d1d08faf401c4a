// The input that is asked for is none that the model takes.
// options: --input 'x=f32[4,9]'
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(net->fc, x); // expect SP101: dim 1 (9) must equal dim 1 (8)
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(8, 4));
    return &net->base;
}
