// A branch on what the loop makes wider: few rounds do not show where it goes after many.
// options: --input f32[4,8]
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
    nn_tensor *y = nn_call(net->step, x);
    for (int i = 0; i < n; i++) y = nn_cat({y, x}, .dim = 1);
    if (nn_size(y, 1) > 250) y = nn_f_relu(y);
    return y;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, step, nn_linear(8, 16));
    return &net->base;
}
