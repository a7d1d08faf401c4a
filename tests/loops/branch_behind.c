// Branches on sizes behind the loop, one on the batch, one on what the loop does not change.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *layers, *out;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->layers, x);
    if (nn_size(x, 0) > 2) x = nn_f_relu(x);
    if (nn_size(x, 1) == 16) x = nn_call(net->out, x);
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_module *layers = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(layers, nn_linear(16, 16));
    nn_member(net, layers, layers);
    nn_member(net, out, nn_linear(16, 64));
    return &net->base;
}
