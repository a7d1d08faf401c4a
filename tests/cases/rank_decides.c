// What a program is told of its input decides how many inputs it reads and which it refuses: no
// choice may be ruled out by what another one met.
// says: x: f32[N, 8, L]: the smallest input that is accepted
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *mix, *norm;
};

static struct nn_tensors forward(nn_module *self, struct nn_tensors in)
{
    struct net *net = (struct net *)self;
    // Only sequences do without a mask.
    nn_tensor *mask = nn_dim(in.at[0]) == 3 ? in.at[0] : in.at[1];
    nn_tensor *x = nn_call(net->norm, mask);
    return nn_results(nn_call(net->mix, x));
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, .forward_all = forward);
    nn_member(net, norm, nn_batch_norm1d(8));
    nn_member(net, mix, nn_conv1d(8, 4, 1));
    return &net->base;
}
