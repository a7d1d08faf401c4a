// A layer that is made in forward is no child: hooks and optimizers miss it.
// status: 0
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    return nn_call(nn_linear(16, 4), nn_call(m->fc, x)); // expect SP323
}

nn_module *net(void)
{
    struct net *m = nn_new(struct net, net_forward);
    nn_member(m, fc, nn_linear(8, 16));
    return &m->base;
}
