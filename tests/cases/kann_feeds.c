// The trainer wants one input, and there are two.

#include <stdlib.h>

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    float **x = calloc(32, sizeof *x), **y = calloc(32, sizeof *y);
    kad_node_t *a = kann_layer_input(8), *b = kann_layer_input(4), *t;
    t = kad_concat(1, 2, a, b);
    kann_t *net = kann_new(kann_layer_cost(kann_layer_dense(t, 6), 2, KANN_C_CEM), 0);
    kann_train_fnn1(net, 0.01f, 8, 10, 5, 0.1f, 32, x, y); // expect SP729: the network has 2
    return 0;
}
