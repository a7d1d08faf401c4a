// A recurrent cell over T steps that keeps all states.
// options: --input f32[4,T,8]
// counts: T
#include <shapeprof/nn.h>

#define MAX_STEPS 64

struct net {
    nn_module base;
    nn_module *cell;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *state = NULL, *out[MAX_STEPS];
    int steps = nn_size(x, 1);
    for (int t = 0; t < steps; t++) out[t] = state = nn_call(net->cell, nn_select(x, 1, t), state);
    return nn_stack(.list = out, .n_list = steps, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, cell, nn_gru_cell(8, 16));
    return &net->base;
}
