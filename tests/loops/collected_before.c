// The array holds another width before it is filled, and one element beyond the last is read.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[64] = {[30] = 9};
    for (int i = 0; i < n; i++) widths[i] = 16;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, 16 + widths[i + 1]));
        nn_append(net, nn_linear(16 + widths[i + 1], 16));
    }
    return net;
}
