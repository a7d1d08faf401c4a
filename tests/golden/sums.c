// Floating point operations of layers that hold several products, small enough to add up by hand.
// A sum of K products is 2*K; a bias, an addition and a function of one element are 1 each.

#include <shapeprof/nn.h>

struct sums {
    nn_module base;
    nn_module *rnn, *gru, *lstm, *bare, *deep, *cell, *bilinear, *attention;
};

static nn_tensor *sums_forward(nn_module *self, nn_tensor *x)
{
    struct sums *m = (struct sums *)self;
    nn_tensor *step = nn_select(x, 1, 0), *rows = nn_zeros(NN_F32, 3, 1, 4);
    // A step of rnn: 2*3*(2 + 3) products, 2*3 biases, 2*3 for the sum and its tanh: 42.
    nn_call(m->rnn, x);
    // gru: 2*9*(2 + 3) + 2*9 + 11*3 = 141.
    nn_call(m->gru, x);
    // lstm: 2*12*(2 + 3) + 2*12 + 13*3 = 183, and 159 without biases.
    nn_call(m->lstm, x);
    nn_call(m->bare, x);
    // Two layers in both directions: 2*183, and with 6 inputs 2*(2*12*(6 + 3) + 24 + 39).
    nn_call(m->deep, x);
    // A batch of 5 in one step: 5*183.
    nn_call(m->cell, step);
    // For each of 5*3 results 2*2*2 + 2*2, and the bias: 15*13.
    nn_call(m->bilinear, step, step);
    // 3 rows of 4 features, 2 heads. Projections 4*(2*3*4*4), biases 4*3*4, the scale 3*4, two
    // products of 18 scores with 2 features 2*(2*18*2), softmax and average (5 + 1)*18: 696.
    nn_call(m->attention, rows, rows, rows);
    return x;
}

nn_module *sums(void)
{
    struct sums *m = nn_new(struct sums, sums_forward);
    nn_member(m, rnn, nn_rnn(2, 3));
    nn_member(m, gru, nn_gru(2, 3));
    nn_member(m, lstm, nn_lstm(2, 3));
    nn_member(m, bare, nn_lstm(2, 3, .bias = NN_OFF));
    nn_member(m, deep, nn_lstm(2, 3, .num_layers = 2, .bidirectional = true));
    nn_member(m, cell, nn_lstm_cell(2, 3));
    nn_member(m, bilinear, nn_bilinear(2, 2, 3));
    nn_member(m, attention, nn_multihead_attention(4, 2));
    return &m->base;
}
