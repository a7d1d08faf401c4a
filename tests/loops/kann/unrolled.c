// A recurrent network that is unrolled as often as a number says, which nobody gives.
// counts: steps
// exact: peak_leaf.f32 live.f32 total.f32 count kann
#include "kann.h"

kann_t *net(int steps)
{
    kad_node_t *t = kann_layer_lstm(kann_layer_input(20), 16, KANN_RNN_NORM);
    kann_t *ann = kann_new(kann_layer_cost(kann_layer_dropout(t, 0.2f), 20, KANN_C_CEM), 0);
    kann_t *unrolled = kann_unroll(ann, steps);
    kann_set_batch_size(unrolled, 8);
    return unrolled;
}
