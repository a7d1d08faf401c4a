// A layer behind the loop is smaller the more rounds there are.
// options: --input f32[4,8]
// counts: n
// exact: count total.f32
// edges: 1,2,49,50,51,52
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_relu());
    nn_append(net, nn_linear(8, 100 - 2 * n));
    return net;
}
