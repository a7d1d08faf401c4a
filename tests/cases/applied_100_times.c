// One layer applied 100 times to a large input, with gradients: 101 activations
// and the parameters are alive (TylerYep/torchinfo#144).
// options: --input 'f32[10240,1024]'
// status: 0
// says: with parameters and buffers 4240445440
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < 100; i++) x = nn_call(net->fc, x);
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(1024, 1024));
    return &net->base;
}
