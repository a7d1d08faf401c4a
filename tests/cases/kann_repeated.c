// A bias for the channels of an image.
// status: 0

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kad_feed(4, 1, 1, 14, 14);
    t->ext_flag |= KANN_F_IN;
    t = kann_layer_conv2d(t, 8, 3, 3, 1, 1, 0, 0);
    t = kad_add(t, kann_new_bias(8)); // expect SP732: one number for each channel of x
    kann_new(kann_layer_cost(kad_relu(t), 3, KANN_C_CEM), 0);
    return 0;
}
