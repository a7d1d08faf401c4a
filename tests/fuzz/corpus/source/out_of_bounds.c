// The table of widths is shorter than the loop.
#include <shapeprof/nn.h>

nn_module *net(void)
{
    static const int width[3] = {8, 16, 32};
    nn_module *net = nn_sequential();
    for (int i = 0; i < 3; i++)
        nn_append(net, nn_linear(width[i], width[i + 1])); // expect SP402
    return net;
}
