// Steps by a square, of which no runs with numbers are made: the unrolled network is not in the report, and that is said.

#include "kann.h" // expect SP612: the nearest folder

kann_t *net(int side)
{
    kad_node_t *t = kann_layer_rnn(kann_layer_input(4), 8, 0);
    kann_t *ann = kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    return kann_unroll(ann, side * side); // expect SP410: how often a network is unrolled is not known (side^2)
}
