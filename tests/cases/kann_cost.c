// A mean over classes alone leaves one number a row.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *x = kann_layer_input(10), *y = kad_feed(2, 1, 10), *t;
    y->ext_flag |= KANN_F_TRUTH;
    t = kad_square(kad_sub(kann_layer_dense(x, 10), y));
    t = kad_reduce_mean(t, 1);
    kann_new(t, 0); // expect SP723: the cost must be a scalar, and it is [1]
    return 0;
}
