// Pooling and normalising raw inputs: all sizes fit, and both write through NULL.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *image = kad_feed(4, 1, 3, 16, 16), *side = kann_layer_input(12), *t;
    image->ext_flag |= KANN_F_IN;
    t = kad_max2d(image, 2, 2, 2, 2, 0, 0); // expect SP724: into this max2d
    t = kann_layer_dense(kad_relu(t), 12);
    t = kad_max1d(kad_reshape(t, 3, (int[]){-1, 3, 4}), 2, 2, 0);
    side = kann_layer_layernorm(side); // expect SP724: into this stdnorm
    t = kad_concat(1, 2, kad_reshape(t, 2, (int[]){-1, 6}), side);
    kann_new(kann_layer_cost(t, 4, KANN_C_MSE), 0);
    return 0;
}
