// One of the collected widths is changed behind the loop.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64], w = 16;
    for (int i = 0; i < n; i++) {
        widths[i] = w;
        w += 8;
    }
    widths[30] = 7;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, widths[i]));
        nn_append(net, nn_linear(widths[i], 16));
    }
    return net;
}
