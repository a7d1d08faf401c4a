// What is read lies so far behind that few rounds do not come to it.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[128] = {0}, far = 30;
    for (int i = 0; i < n; i++) widths[i] = 16;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, 16 + widths[far]));
        nn_append(net, nn_linear(16 + widths[far], 16));
    }
    return net;
}
