// Two pivots, and one length.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kann_layer_rnn(kann_layer_input(4), 8, 0);
    t = kad_avg(1, &t);
    t = kann_layer_rnn(t, 8, 0);
    t = kad_avg(1, &t);
    kann_t *net = kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    kann_unroll(net, 5); // expect SP731: the network has 2 pivots, and 1 lengths are given
    return 0;
}
