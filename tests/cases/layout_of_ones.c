// options: --input 'f32[N,8]' --budget 'peak<=64' --dtype f32
// says: assumed: N >= 2: otherwise nothing is copied in
// says: N=2 gives 128 against 64
#include <shapeprof/nn.h>

struct net {
    nn_module base;
};

// At N = 1 nothing is copied, so the limit is kept there: 32 bytes.
static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    (void)self;
    return nn_contiguous(nn_transpose(x, 0, 1)); // expect SP501: 64*N bytes
}

nn_module *net(void)
{
    return &nn_new(struct net, forward)->base;
}
