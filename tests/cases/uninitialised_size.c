// A size that nothing was ever written to.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    int hidden;
    return nn_sequential(nn_linear(8, hidden), nn_relu()); // expect SP405
}
