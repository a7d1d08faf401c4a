// The results of all rounds in a list: its length is the count, and the figures are closed forms.
// options: --input f32[N,T,8]
// says: assumed: T >= 1, and every later round of its loops is like the second
// says: f32[N, T, 16]
// says: peak leaf `cell`: 64*N bytes
// says: flops 2576*N*T
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *cell;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *state = NULL, *out[64];
    int steps = nn_size(x, 1);
    for (int t = 0; t < steps; t++)
        out[t] = state = nn_call(net->cell, nn_select(x, 1, t), state);
    return nn_stack(.list = out, .n_list = steps, .dim = 1);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, cell, nn_gru_cell(8, 16));
    return &net->base;
}
