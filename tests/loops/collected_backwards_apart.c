// One of the widths that are read backwards is changed behind the loop that collected them.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64];
    for (int i = 0; i < n; i++) widths[i] = 16 + 8 * i;
    widths[30] = 7;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, widths[n - 1 - i]));
        nn_append(net, nn_linear(widths[n - 1 - i], 16));
    }
    return net;
}
