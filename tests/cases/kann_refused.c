// Operators of KANN that refuse their operands: the first refusal is told, what follows from NULL is not.

#include "kann.h" // expect SP612: the nearest folder

static kad_node_t *fc(kad_node_t *x, int n_out, int n_in)
{
    kad_node_t *w = kann_new_weight(n_out, n_in);
    kad_node_t *y = kad_cmul(x, w); // expect SP720: the columns of x (24) must equal the columns of w (20)
    return kad_relu(kad_add(y, kann_new_bias(n_out)));
}

int main(void)
{
    kad_node_t *t = kann_layer_input(16);
    t = fc(t, 24, 16);
    t = fc(t, 10, 20);
    kann_t *net = kann_new(kann_layer_cost(t, 4, KANN_C_CEM), 0);
    kann_delete(net);
    return 0;
}
