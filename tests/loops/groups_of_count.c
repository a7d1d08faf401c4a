// options: --input f32[2,420,6]
// counts: n
// exact: total.f32
// edges: 1,3,7,8,9,10,11,12,35,39,41,42,210,420,421
// As many groups as rounds: the channels must be divisible by them.
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_conv1d(420, 420, 1));
    nn_append(net, nn_group_norm(n, 420));
    return net;
}
