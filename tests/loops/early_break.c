// At most four layers, however many are asked for.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        if (i == 4) break;
        nn_append(net, nn_linear(16, 16));
    }
    return net;
}
