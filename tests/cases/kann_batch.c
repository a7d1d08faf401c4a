// A bias that stands first fits one row alone.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *x = kann_layer_input(6), *b = kann_new_bias(8), *t;
    t = kad_add(b, kad_cmul(x, kann_new_weight(8, 6))); // expect SP722: when the batch has 16 rows
    kann_t *net = kann_new(kann_layer_cost(kad_tanh(t), 2, KANN_C_CEM), 0);
    kann_set_batch_size(net, 16);
    kann_cost(net, 0, 1);
    return 0;
}
