// A skip connection joins sizes that halving and doubling made: what the input must keep is
// said beside the two sizes that differ.
// options: --input x=f32[1,8,358,360]
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *pool, *up;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *half = nn_call(net->pool, x), *quarter = nn_call(net->pool, half);
    half = nn_cat({half, nn_call(net->up, quarter)}, .dim = 1); // expect SP155: its dim 2 (179) must equal dim 2 (178) of tensors[1] f32[1, 8, 178, 180]; needs H % 4 <= 1; 358 % 4 = 2
    return half;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, pool, nn_max_pool2d(2));
    nn_member(net, up, nn_upsample(.scale_factor = 2));
    return &net->base;
}
