// Rows of a weight that are folded into its columns.
// status: 0

#include "kann.h" // expect SP612: the nearest folder

int main(void)
{
    kad_node_t *t = kann_layer_input(12);
    t = kad_cmul(t, kann_new_weight(3, 4)); // expect SP727: all sizes of w [3, 4] are folded
    kann_new(kann_layer_cost(t, 2, KANN_C_CEM), 0);
    return 0;
}
