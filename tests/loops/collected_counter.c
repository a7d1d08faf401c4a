// The array has a counter of its own; a second stack goes back through it.
// options: --input f32[2,4]
// counts: n
// exact: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[100], n_widths = 0;
    for (int i = 0; i < n; i++) widths[n_widths++] = 4 + 4 * i;
    nn_module *net = nn_sequential(nn_linear(4, 4));
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(4, widths[i]));
        nn_append(net, nn_linear(widths[i], 4));
    }
    return net;
}
