// Widths fall by eight in each round, from 512.
// options: --input f32[4,512]
// counts: n
// exact: count total.f32 peak_leaf.f32 live.f32
// edges: 1,21,63,64,65,66,200
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int w = 512;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(w, w - 8));
        w -= 8;
    }
    return net;
}
