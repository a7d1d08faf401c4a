// One ReLU object behind each of three layers: PyTorch calls its hook three
// times under one name.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc1, *relu, *fc2, *fc3;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_module *const layers[] = {net->fc1, net->fc2, net->fc3};
    for (int i = 0; i < 3; i++) x = nn_call(net->relu, nn_call(layers[i], x));
    return x;
}

nn_module *shared_relu(void)
{
    struct net *net = nn_new(struct net, net_forward, .kind = "SharedReLU");
    nn_member(net, fc1, nn_linear(16, 512));
    nn_member(net, relu, nn_relu());
    nn_member(net, fc2, nn_linear(512, 128));
    nn_member(net, fc3, nn_linear(128, 8));
    return &net->base;
}
