// The second input is met by a function first: without it, that is given NULL.
// says: x: f32[N, 8]: the smallest input that is accepted
// says: y: f32[N, 8]: the smallest input that is accepted
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc;
};

static struct nn_tensors forward(nn_module *self, struct nn_tensors in)
{
    struct net *net = (struct net *)self;
    return nn_results(nn_add(nn_call(net->fc, in.at[0]), in.at[1]));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, .forward_all = forward);
    nn_member(net, fc, nn_linear(8, 8));
    return &net->base;
}
