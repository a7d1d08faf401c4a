#include <shapeprof/nn.h>

// A shape error in the middle: what follows is poisoned, the rest is not.
nn_tensor *wrong(void);

nn_tensor *wrong(void)
{
    nn_module *first = nn_sequential(nn_linear(8, 16), nn_linear(15, 4), nn_relu());
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    nn_tensor *y = nn_call(first, x);
    return nn_error(y) ? nn_f_relu(x) : y;
}
