// Modules and tensors that no call made.
// status: 1
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *fc, *head;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *m = (struct net *)self;
    return nn_call(m->head, nn_call(m->fc, x)); // expect SP324
}

nn_module *forgotten(void)
{
    struct net *m = nn_new(struct net, net_forward);
    nn_member(m, fc, nn_linear(8, 16));
    return &m->base;
}

nn_tensor *no_module(nn_tensor *x)
{
    static struct net m;
    return nn_call(&m.base, x); // expect SP324
}
