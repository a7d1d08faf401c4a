// Most elements are passed over.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int widths[2048] = {0}, next = 0;
    for (int i = 0; i < n; i++) {
        widths[next] = 16;
        next += 30;
    }
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, 16 + widths[i]));
        nn_append(net, nn_linear(16 + widths[i], 16));
    }
    return net;
}
