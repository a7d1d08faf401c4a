// A model that is called with a good input and then with a wrong one, so that the last call of each leaf is unknown.
// says: reference not known, where only the last call of each leaf is kept
#include <shapeprof/nn.h>

nn_tensor *twice(void)
{
    nn_module *layer = nn_linear(8, 4);
    nn_call(layer, nn_input(NN_F32, 2, 8));
    return nn_call(layer, nn_input(NN_F32, 2, 9)); // expect SP101: dim 1 (9)
}
