// Two sides that have not the same sizes.
#include <shapeprof/nn.h>

nn_tensor *tall(nn_tensor *x, int width)
{
    return nn_call(nn_linear(width, 4), nn_call(nn_linear(8, width), x));
}
nn_tensor *flat(nn_tensor *x)
{
    return nn_call(nn_linear(8, 4), x);
}
