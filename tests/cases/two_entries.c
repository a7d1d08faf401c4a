// Two entries at once would be one of them, and nobody would see which.
// options: --entry wide --entry narrow
// status: 2
// says: two entries are asked for: `wide` and `narrow`
#include <shapeprof/nn.h>

nn_module *wide(void)
{
    return nn_linear(8, 64);
}

nn_module *narrow(void)
{
    return nn_linear(8, 16);
}
