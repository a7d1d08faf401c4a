// options: --input 'f32[N,8]' --at N=1,2
// says: f32[N, 8] with N <= 1
// says: needs N <= 1 for
#include <shapeprof/nn.h>

struct net {
    nn_module base;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_view(nn_transpose(x, 0, 1), -1); // expect SP167: the elements of f32[8, N] lie in an order that can be viewed as [8*N] only where N <= 1
}

nn_module *net(void)
{
    return &nn_new(struct net, forward)->base;
}
