// What is read backwards begins so far before the last width that few rounds do not come to it.
// options: --input f32[4,16]
// counts: n
// tagged: total.f32 count
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    int all[128] = {0};
    for (int i = 0; i < n; i++) all[i] = 16;
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(16, 16 + all[64 - n - i]));
        nn_append(net, nn_linear(16 + all[64 - n - i], 16));
    }
    return net;
}
