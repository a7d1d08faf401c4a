// A size that is less than nothing for some numbers of rounds, and not for more of them.
// options: --input f32[4,8]
// counts: n
// exact: count total.f32
// edges: 1,2,24,25,26,30,34,35,36,60
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_relu());
    nn_append(net, nn_linear(8, n * n - 60 * n + 875));
    return net;
}
