// Steps of one module, as the table folds them.
// options: --input 'f32[2,8]' --why 'cell, call 2..4'
// says: cell: RNNCell(8, 8), call 2 of 5
// says: alike          2 more, up to cell, call 4: the same figures
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *cell;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    nn_tensor *h = nn_call(net->cell, x);
    for (int i = 0; i < 4; i++) h = nn_call(net->cell, x, h);
    return h;
}

nn_module *net(void)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, cell, nn_rnn_cell(8, 8));
    return &net->base;
}
