// A feed of one size.
// status: 0

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    float row[10] = {0};
    kad_node_t *x = kad_feed(1, 10); // expect SP733: the feed [10] becomes [1]
    x->ext_flag |= KANN_F_IN;
    kann_t *net = kann_new(kann_layer_cost(kann_layer_dense(x, 6), 2, KANN_C_CEM), 0);
    kann_apply1(net, row);
    return 0;
}
