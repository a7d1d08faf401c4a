// The thirty-first parameter is not like the others.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>
#include <stdio.h>

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
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        m->weights[i] = nn_parameter(&m->base, name, NN_F32, 8, i < 30 ? 16 : 512);
    }
    return &m->base;
}
