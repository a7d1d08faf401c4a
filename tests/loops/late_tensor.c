// The thirty-first constant is not like the others.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_tensor *weights[40];
};

static nn_tensor *forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    for (int i = 0; i < n; i++)
        x = nn_add(nn_sum(nn_matmul(x, m->weights[i]), .dim = -1, .keepdim = true), x);
    return x;
}

nn_module *make(void)
{
    struct net *m = nn_new(struct net, forward);
    for (int i = 0; i < 40; i++) {
        m->weights[i] = nn_zeros(NN_F32, 8, i < 30 ? 16 : 512);
    }
    return &m->base;
}
