// A function with a loop of unknown count, called in a loop whose count is known.
// options: --input f32[4,16]
// counts: n
// exact: total.f32 live.f32
#include <shapeprof/nn.h>

extern int n;

struct net {
    nn_module base;
    nn_module *fc[4];
};

static nn_tensor *stack(nn_module *fc, nn_tensor *x, int rounds)
{
    for (int k = 0; k < rounds; k++) x = nn_call(fc, x);
    return x;
}

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    for (int stage = 0; stage < 4; stage++) x = stack(net->fc[stage], x, n);
    return x;
}

nn_module *net(void)
{
    static const char *const names[] = {"first", "second", "third", "last"};
    struct net *net = nn_new(struct net, net_forward);
    for (int stage = 0; stage < 4; stage++)
        net->fc[stage] = nn_child(&net->base, names[stage], nn_linear(16, 16));
    return &net->base;
}
