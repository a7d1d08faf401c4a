// Widths are told by a shift; the last layer goes by the last of them.
// options: --input f32[3,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_linear(16 << i, 32 << i));
    nn_append(net, nn_linear(16 << n, 10));
    return net;
}
