// A Sequential without children is a leaf whose output is its input.
#include <shapeprof/nn.h>

nn_module *empty_sequential(void)
{
    return nn_sequential();
}
