// The only layer is registered nowhere: it counts once, and not a second time as the model's own
// output. tests/golden shows its table.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->fc, x); // expect SP323: this Linear is called in net but registered in no module
    return nn_call(net->fc, x);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    net->fc = nn_linear(8, 8);
    return &net->base;
}
