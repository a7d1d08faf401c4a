// One module, called in each round.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *step;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int i = 0; i < n; i++) x = nn_add(x, nn_call(net->step, x));
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, step, nn_linear(16, 16));
    return &net->base;
}
