// Assertions of KANN.

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kann_layer_dense(kann_layer_input(8), 5);
    kad_reverse(t, 2);        // expect SP730: axis 2 is none of x, which is [1, 5]
    kann_layer_cost(t, 3, 7); // expect SP730: the type of the cost is 7
    return 0;
}
