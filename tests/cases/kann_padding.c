// A residual block whose author counts padding on each side, as other libraries do.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *x = kad_feed(4, 1, 4, 9, 9), *t;
    x->ext_flag |= KANN_F_IN;
    x = kad_relu(kann_layer_conv2d(x, 6, 3, 3, 1, 1, KAD_PAD_SAME, KAD_PAD_SAME));
    t = kann_layer_conv2d(x, 6, 3, 3, 1, 1, 1, 1);
    t = kad_add(x, t); // expect SP720: the length of y (384) must divide the length of x (486)
    kann_new(kann_layer_cost(t, 3, KANN_C_CEB), 0);
    return 0;
}
