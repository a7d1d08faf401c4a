// Each width is made of the one before it; the first is given.
// options: --input f32[4,8]
// counts: n
// exact: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64] = {8};
    for (int i = 1; i <= n; i++) widths[i] = 2 * widths[i - 1];
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        int in = widths[i], out = widths[i + 1];
        nn_append(net, nn_linear(in, out));
        nn_append(net, nn_relu());
    }
    return net;
}
