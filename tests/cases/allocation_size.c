// A size that went below zero.
#include <shapeprof/nn.h>
#include <stdlib.h>

nn_module *net(void)
{
    int n = 4 - 8;
    int *widths = malloc(n * sizeof *widths); // expect SP417
    int width = widths ? 16 : 8;
    return nn_linear(8, width);
}
