// Names that a module can't have.
// status: 1
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct net *)self)->fc, x);
}

nn_module *net(void)
{
    struct net *m = nn_new(struct net, net_forward);
    nn_member(m, fc, nn_linear(8, 8));
    nn_child(&m->base, "fc", nn_relu());          // expect SP322
    nn_child(&m->base, "layer1.relu", nn_relu()); // expect SP322
    nn_parameter(&m->base, "", NN_F32, {8});      // expect SP322
    return &m->base;
}
