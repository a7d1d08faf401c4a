// The same of a layer behind the loop.
// options: --input f32[4,8]
// counts: n w
// edges: 2,5,6,10 3,4,9,10,11,12,19,20,21
#include <shapeprof/nn.h>

extern int n, w;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_relu());
    nn_append(net, nn_linear(8, w - 2 * n));
    return net;
}
