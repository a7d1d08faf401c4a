// Each convolution takes two of height and width, which are not known.
// options: --input f32[1,3,S,S]
// counts: n S
// exact: count total.f32
// edges: 1,2,5,21 3,4,5,6,10,11,42,43,64
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_conv2d(3, 3, 3));
    return net;
}
