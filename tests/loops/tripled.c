// Each round joins what there is three times.
// options: --input f32[5,4]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *in;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->in, x);
    for (int i = 0; i < n; i++) x = nn_cat({x, x, x}, .dim = 1);
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, in, nn_linear(4, 2));
    return &net->base;
}
