// Each convolution takes two of height and width: what a kernel needs ends it, not a size below 0.
// options: --input f32[1,3,64,60]
// counts: n
// exact: count total.f32 peak_leaf.f32
// edges: 1,28,29,30,31,32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_conv2d(3, 3, 3));
    return net;
}
