// Axes that do not exist: one is accepted, one refused.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *a = kann_layer_dense(kann_layer_input(8), 5), *t;
    t = kad_concat(2, 2, a, kad_tanh(a)); // expect SP728: axis 2 is none of [1, 5]
    t = kad_reduce_mean(t, -1);           // expect SP720: axis -1 is none of x
    kann_new(t, 0);
    return 0;
}
