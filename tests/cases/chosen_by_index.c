// Few modules in an array, and nobody knows which is taken: each is followed.
// options: --input f32[4,16]
// says: if which == 0
// says: if which == 1
// says: f32[4, 32]
// says: f32[4, 64]
// says: assumed: which <= 2, as `net->modules` of 3 elements needs
#include <shapeprof/nn.h>

extern int which;

struct net {
    nn_module base;
    nn_module *modules[3];
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    return nn_call(net->modules[which], x); // expect SP101: its dim 1 (16) must equal dim 1 (8)
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, modules[0], nn_linear(16, 32));
    nn_member(net, modules[1], nn_linear(16, 64));
    nn_member(net, modules[2], nn_linear(8, 128));
    return &net->base;
}
