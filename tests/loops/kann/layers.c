// Dense layers in a loop, each with a normalisation and a shortcut; a batch size that grows after.
// counts: n_layer
// exact: peak_leaf.f32 live.f32 total.f32 count kann
#include "kann.h"

kann_t *net(int n_layer)
{
    kad_node_t *t = kad_relu(kann_layer_dense(kann_layer_input(24), 32));
    for (int i = 0; i < n_layer; i++) {
        kad_node_t *h = kad_tanh(kann_layer_dense(kann_layer_layernorm(t), 48));
        t = kad_add(t, kann_layer_dense(h, 32));
    }
    kann_t *ann = kann_new(kann_layer_cost(t, 6, KANN_C_CEM), 0);
    kann_set_batch_size(ann, 16);
    return ann;
}
