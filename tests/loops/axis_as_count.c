// As many rounds as an axis has elements, and that axis in the sizes of each round.
// options: --input f32[4,T,8]
// counts: T
// exact: live_training.f32
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *mix;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int64_t i = 0; i < nn_size(x, 1); i++) x = nn_f_relu(nn_call(net->mix, x));
    return x;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, mix, nn_linear(8, 8));
    return &net->base;
}
