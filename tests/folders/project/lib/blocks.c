#include <shapeprof/nn.h>
#include "blocks.h"

nn_module *block(int in, int out)
{
    return nn_sequential(nn_linear(in, out), nn_relu());
}
