// options: --input f32[4,4000]
// counts: n
// exact: total.f32 live.f32 live_training.f32
// edges: 2,21,62,63,64,70
// The squares of the count go as far as the axis does.
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *fc;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    for (int i = 0; i < n; i++) x = nn_call(m->fc, x);
    return nn_f_relu(nn_narrow(x, 1, 0, n * n));
}

nn_module *make(void)
{
    struct net *m = nn_new(struct net, forward);
    nn_member(m, fc, nn_linear(4000, 4000));
    return &m->base;
}
