// Two branches that cannot be added.
// options: --input 'f32[2,16]'
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *left, *right;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *left = nn_call(net->left, x);
    nn_tensor *right = nn_call(net->right, x);
    return nn_add(left, right); // expect SP102
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, left, nn_linear(16, 32));
    nn_member(net, right, nn_linear(16, 24));
    return &net->base;
}
