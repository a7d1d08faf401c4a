// Widths are collected by one loop and read from the last one on by the next, as decoders do.
// options: --input f32[4,16]
// counts: n
// exact: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64];
    for (int i = 0; i < n; i++) widths[i] = 16 + 8 * i;
    nn_module *net = nn_sequential();
    for (int i = n - 1; i >= 0; i--) {
        nn_append(net, nn_linear(16, widths[i]));
        nn_append(net, nn_linear(widths[i], 16));
    }
    return net;
}
