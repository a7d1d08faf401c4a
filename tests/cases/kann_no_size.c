// Kernels that are larger than what they slide over.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kad_feed(4, 1, 1, 6, 6);
    t->ext_flag |= KANN_F_IN;
    t = kann_layer_conv2d(t, 4, 9, 9, 1, 1, 0, 0); // expect SP725: size 2 of the result is -2
    t = kad_relu(t);
    kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    return 0;
}
