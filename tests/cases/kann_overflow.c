// More elements than an int counts, as built and with many rows.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kann_layer_input(65536), *u = kad_feed(4, 1, 4, 512, 512);
    t = kann_layer_dense(t, 65536); // expect SP726: var [65536, 65536] has 4294967296 elements
    kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    u->ext_flag |= KANN_F_IN;
    u = kann_layer_conv2d(u, 16, 3, 3, 1, 1, 0, 0);
    kann_t *net = kann_new(kann_layer_cost(u, 2, KANN_C_CEM), 0);
    kann_set_batch_size(net, 1024); // expect SP726: with 1024 rows, the conv2d of kann_layer_conv2d
    return 0;
}
