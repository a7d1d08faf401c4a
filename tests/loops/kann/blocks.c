// Convolutions with a shortcut in a loop.
// counts: n_blocks
// exact: peak_leaf.f32 total.f32 count kann
#include "kann.h"

kann_t *net(int n_blocks)
{
    kad_node_t *t = kad_feed(4, 1, 1, 28, 28), *h;
    t->ext_flag |= KANN_F_IN;
    t = kad_relu(kann_layer_conv2d(t, 12, 3, 3, 1, 1, 2, 2));
    for (int i = 0; i < n_blocks; ++i) {
        h = kad_relu(kann_layer_conv2d(t, 12, 3, 3, 1, 1, 2, 2));
        t = kad_add(t, kann_layer_conv2d(h, 12, 3, 3, 1, 1, 2, 2));
    }
    t = kad_max2d(t, 2, 2, 2, 2, 0, 0);
    return kann_new(kann_layer_cost(t, 10, KANN_C_CEB), 0);
}
