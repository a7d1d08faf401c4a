// A recurrent cell over the first axis; only the last state is used.
// options: --input f32[T,4,10]
// counts: T
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *cell, *out;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *state = nn_zeros(nn_dtype_of(x), nn_size(x, 1), 20);
    for (int64_t step = 0; step < nn_size(x, 0); step++)
        state = nn_call(net->cell, nn_select(x, 0, step), state);
    return nn_call(net->out, state);
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, cell, nn_gru_cell(10, 20));
    nn_member(net, out, nn_linear(20, 3));
    return &net->base;
}
