// A kernel larger than what it slides over leaves nothing: what is made of nothing is refused for that reason, and told
// no second time.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kad_feed(4, 1, 1, 28, 28);
    t->ext_flag |= KANN_F_IN;
    for (int i = 0; i < 3; i++) {
        t = kad_relu(kann_layer_conv2d(t, 8 << i, 3, 3, 1, 1, KAD_PAD_SAME, KAD_PAD_SAME));
        t = kad_max2d(t, 2, 2, 2, 2, 0, 0);
    }
    t = kad_relu(kann_layer_conv2d(t, 64, 5, 5, 1, 1, 0, 0)); // expect SP725: size 2 of the result is 0: the kernel (5) does not fit into x (4)
    kann_new(kann_layer_cost(t, 10, KANN_C_CEM), 0);
    return 0;
}
