// options: --input 'f32[N,8]' --at N=1 --budget 'peak<=32' --dtype f32
// status: 0
// A row of one is contiguous however it is turned.
#include <shapeprof/nn.h>

struct net {
    nn_module base;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_reshape(nn_transpose(x, 0, 1), -1);
}

nn_module *net(void)
{
    return &nn_new(struct net, forward)->base;
}
