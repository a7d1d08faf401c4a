// Recurrent layers of a number that is not known: every figure is a closed form in it.
// options: --input f32[6,3,8]
// counts: layers
#include <shapeprof/nn.h>

struct net {
    nn_module base;
    nn_module *lstm, *gru, *rnn;
};

static nn_tensor *net_forward(nn_module *self, nn_tensor *x)
{
    struct net *net = (struct net *)self;
    x = nn_call(net->gru, nn_call(net->lstm, x));
    return nn_call(net->rnn, x);
}

nn_module *net(int layers)
{
    struct net *net = nn_new(struct net, net_forward);
    nn_member(net, lstm, nn_lstm(8, 16, layers, .bidirectional = true, .proj_size = 5));
    nn_member(net, gru, nn_gru(10, 12, .num_layers = layers, .bias = NN_OFF));
    nn_member(net, rnn, nn_rnn(12, 16, layers, .bidirectional = true, .batch_first = true));
    return &net->base;
}
