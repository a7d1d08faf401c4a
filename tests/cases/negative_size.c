// A layer of negative width.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    int hidden = 8 - 16;
    return nn_sequential(nn_linear(8, hidden), nn_relu()); // expect SP310
}
