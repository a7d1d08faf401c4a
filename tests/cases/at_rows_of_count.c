// Sizes that follow no closed form of a loop's count: each count that is asked for has a run.
// options: --input 'f32[4,420]' --at n=2,7,8,21,42 --dtype f32
// says: 7 f32 fc 6720
// says: 42 f32 fc 6720
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    for (int i = 0; i < n; i++) x = nn_call(m->fc, x); // expect SP410: not known
    return nn_f_relu(nn_reshape(x, 2 * n, -1));
}

nn_module *make(void)
{
    struct net *m = nn_new(struct net, forward);
    nn_member(m, fc, nn_linear(420, 420));
    return &m->base;
}
