// A large layer in front; what the rounds keep outgrows it only after many of them.
// options: --input f32[1,8]
// counts: n
#include <shapeprof/nn.h>

#define MAX_ROUNDS 128
extern int n;

struct net {
    nn_module base;
    nn_module *wide, *narrow, *step;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *kept[MAX_ROUNDS];
    x = nn_call(net->narrow, nn_call(net->wide, x));
    for (int i = 0; i < n; i++) kept[i] = x = nn_call(net->step, x);
    return nn_cat(.list = kept, .n_list = n, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, wide, nn_linear(8, 64));
    nn_member(net, narrow, nn_linear(64, 8));
    nn_member(net, step, nn_linear(8, 8));
    return &net->base;
}
