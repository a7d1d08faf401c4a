// The same as wide.c with 16 hidden units.
#include <shapeprof/nn.h>

nn_module *narrow(void)
{
    return nn_sequential(nn_linear(8, 16), nn_relu(), nn_linear(16, 8));
}
