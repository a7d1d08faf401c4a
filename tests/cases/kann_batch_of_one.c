// The program only ever uses one row, for which a fixed batch in the shape is right.
// status: 0

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    int shape[] = {1, 24};
    kad_node_t *t = kad_feed(3, 1, 4, 6);
    t->ext_flag |= KANN_F_IN;
    t = kad_reshape(t, 2, shape); // expect SP722: when the batch has more than one row
    kann_t *net = kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    kann_set_batch_size(net, 1);
    return 0;
}
