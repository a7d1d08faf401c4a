// As many tensors as some round says: unknown with a reason, no error.
// options: --input f32[4,T,8]
// status: 0
// says: total >= 128 bytes
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *out[64];
    int n = 0;
    for (int t = 0; t < nn_size(x, 1); t++) { // expect SP410: 1 round was followed
        if (t % 2 == 0) out[n++] = nn_call(net->fc, nn_select(x, 1, t));
    }
    return nn_stack(.list = out, .n_list = n, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, fc, nn_linear(8, 8));
    return &net->base;
}
