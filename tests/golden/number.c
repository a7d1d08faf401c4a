#include <shapeprof/nn.h>

// A number that nobody knows is an operand like any other, and no zero.
nn_tensor *scaled(nn_tensor *x, double factor)
{
    return nn_add(nn_mul(x, nn_number(factor)), nn_number(0.5));
}
