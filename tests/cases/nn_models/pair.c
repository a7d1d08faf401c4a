#include <shapeprof/nn.h>

// Two networks without a module around them, which the source calls by their variables, and the running program does not.
nn_tensor *pair(void);

nn_tensor *pair(void)
{
    nn_module *encoder = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 4));
    nn_module *decoder = nn_sequential(nn_linear(4, 64), nn_relu(), nn_linear(64, 8));
    return nn_call(decoder, nn_call(encoder, nn_input(NN_F32, 4, 8)));
}
