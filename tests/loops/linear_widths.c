// Each round's layer is 8 wider than the one before.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int width = 16;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(width, width + 8));
        nn_append(net, nn_relu());
        width += 8;
    }
    return net;
}
