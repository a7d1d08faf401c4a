// options: --input f32[2,8,6]
// counts: n
// edges: 1,7,11,12,13,21,40
// Only with twelve rounds there is no channel left.
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_conv1d(8, 8, 1));
    nn_append(net, nn_conv1d(8, (n - 12) * (n - 12), 1));
    return net;
}
