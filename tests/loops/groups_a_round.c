// options: --input f32[2,4620,6]
// counts: n
// edges: 1,3,7,8,10,11,12,21
// Each round has one group more: 12 divides the channels, and so does 10, but 8 does not.
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *conv;
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    for (int i = 0; i < n; i++) x = nn_f_group_norm(nn_call(m->conv, x), i + 1);
    return x;
}

nn_module *make(void)
{
    struct net *m = nn_new(struct net, forward);
    nn_member(m, conv, nn_conv1d(4620, 4620, 1));
    return &m->base;
}
