// Arguments that are missing or of the wrong kind.
// status: 1
#include <shapeprof/nn.h>

nn_module *net(void)
{
    return nn_sequential(nn_linear(8, 16), nn_gru(16, 8, .proj_size = 2), // expect SP320
                         nn_relu());
}

nn_tensor *missing(nn_tensor *x)
{
    return nn_add(x, nn_matmul(x)); // expect SP320
}
