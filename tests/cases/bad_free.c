// What is freed was never allocated.
#include <shapeprof/nn.h>
#include <stdlib.h>

nn_module *net(void)
{
    int widths[2] = {8, 16};
    nn_module *net = nn_linear(widths[0], widths[1]);
    free(widths); // expect SP411
    return net;
}
