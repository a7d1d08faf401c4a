// A sum chooses a width.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int k = 0;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(8, 8));
        int wide = (k += 1) > 24 ? 64 : 8;
        nn_append(net, nn_linear(8, wide));
        nn_append(net, nn_linear(wide, 8));
    }
    return net;
}
