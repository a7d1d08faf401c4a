// Kernels and dilations that are sums: derivations put them in brackets.
#include <shapeprof/nn.h>

nn_module *larger(int k)
{
    return nn_sequential(nn_conv2d(3, 16, k + 1));
}

nn_module *dilated(int k)
{
    return nn_sequential(nn_conv2d(3, 16, 3, .dilation = k + 1));
}

nn_module *spread(int k)
{
    return nn_sequential(nn_conv_transpose2d(3, 16, k + 1, .dilation = k + 2));
}
