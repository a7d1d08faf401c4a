// A model from a file is applied as it is, and one that is built beside it is analysed.
// says: input in: f32[1, 30]
// says: peak leaf      `cmul.2`: 80 bytes
// says: peak live      300 bytes

#include "kann.h" // expect SP612: the nearest folder

int main(int argc, char **argv)
{
    kann_t *teacher = kann_load(argc > 1 ? argv[1] : "teacher.kan"); // expect SP734: kann_load
    if (!teacher) return 1;
    kann_switch(teacher, 0);
    int n_in = kann_dim_in(teacher), n_out = kann_dim_out(teacher);
    if (n_in <= 0 || n_out <= 0) return 1;
    kad_node_t *t = kad_tanh(kann_layer_dense(kann_layer_input(30), 20));
    kann_t *net = kann_new(kann_layer_cost(t, 5, KANN_C_CEM), 0);
    kann_set_batch_size(net, 8);
    float row[30] = {0};
    kann_apply1(teacher, row);
    kann_delete(net);
    kann_delete(teacher);
    return 0;
}
