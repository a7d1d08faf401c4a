// One network that is trained on one way and applied on another is one model with two uses.
// says: as KANN has it 9896 bytes
// says: after kann_train_fnn1: 9896 bytes = 9.664 KiB, 16 rows, if y != NULL
// says: after kann_apply1: 2696 bytes = 2.633 KiB, 1 row, if y == NULL
// says: op x: 3844 bytes
// says: feeds: 1024 bytes

#include "kann.h" // expect SP612: the nearest folder

float **table_of(const char *name);

int main(void)
{
    kad_node_t *t = kad_relu(kann_layer_dense(kann_layer_input(12), 16));
    kann_t *net = kann_new(kann_layer_cost(t, 4, KANN_C_CEM), 0);
    float **x = table_of("x"), **y = table_of("y"); // expect SP412: no body
    if (y)
        kann_train_fnn1(net, 0.01f, 16, 4, 2, 0.0f, 64, x, y);
    else
        kann_apply1(net, x[0]);
    return 0;
}
