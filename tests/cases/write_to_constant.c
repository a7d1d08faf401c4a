// A string literal is changed.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    char *name = "layer0";
    name[5] = '1'; // expect SP415
    return nn_linear(8, 8);
}
