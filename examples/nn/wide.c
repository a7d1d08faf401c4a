// Two layers around 64 hidden units: the wider half of the comparison that
// shapeprof began with.
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
}
