// Two pivots, of which one is unrolled as often as nobody knows, and the last step is what counts.
// counts: steps
// exact: total.f32 count kann
#include "kann.h"

kann_t *net(int steps)
{
    int lengths[2] = {3, 2 * steps + 1};
    kad_node_t *t = kann_layer_gru(kann_layer_input(10), 12, 0);
    t = kad_avg(1, &t);
    t = kann_layer_rnn(t, 12, 0);
    t = kad_select(1, &t, -1);
    kann_t *ann = kann_new(kann_layer_cost(t, 4, KANN_C_CEM), 0);
    return kann_unroll_array(ann, lengths);
}
