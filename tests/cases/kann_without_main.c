// A function that gives a network, of a program without main: its sizes are symbols.
// status: 0
// says: k <= side for kann_layer_conv2d
// says: f32[1, f, side - k + 1, side - k + 1]

#include "kann.h" // expect SP612: the nearest folder

kann_t *network(int side, int f, int k, int n_out)
{
    kad_node_t *t = kad_feed(4, 1, 1, side, side);
    t->ext_flag |= KANN_F_IN;
    t = kad_relu(kann_layer_conv2d(t, f, k, k, 1, 1, 0, 0));
    return kann_new(kann_layer_cost(t, n_out, KANN_C_CEM), 0);
}
