// Widths are collected by one loop and read backwards by the next; they fall as they are collected.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64];
    for (int i = 0; i < n; i++) widths[i] = 600 - 8 * i;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, widths[n - 1 - i]));
        nn_append(net, nn_linear(widths[n - 1 - i], 16));
    }
    return net;
}
