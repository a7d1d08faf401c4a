// The module and its input the wrong way round are one mistake.
// status: 1
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(x, net->fc); // expect SP324: the module comes first, nn_call(module, x)
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(8, 16));
    return &net->base;
}
