// Widths fall so soon that the longer samples are refused.
// options: --input f32[4,100]
// counts: n
// exact: count total.f32
// edges: 1,7,11,12,13,14,21
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_linear(100 - 8 * i, 92 - 8 * i));
    return net;
}
