// Two stacks, of n and of m layers.
// options: --input f32[4,16]
// counts: n m
#include <shapeprof/nn.h>

extern int n, m;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, 16));
        nn_append(net, nn_relu());
    }
    nn_append(net, nn_linear(16, 32));
    for (int k = 0; k < m; k++) nn_append(net, nn_linear(32, 32));
    return net;
}
