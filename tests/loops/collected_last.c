// The last of the collected widths is read once, behind the loop.
// options: --input f32[4,16]
// counts: n
// exact: total.f32 count live.f32
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64], w = 16;
    for (int i = 0; i < n; i++) {
        widths[i] = w;
        w += 8;
    }
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) nn_append(net, nn_linear(16, 16));
    nn_append(net, nn_linear(16, widths[n - 1]));
    return net;
}
