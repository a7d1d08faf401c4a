// Each round doubles the width.
// options: --input f32[1,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int width = 8;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(width, 2 * width));
        width *= 2;
    }
    return net;
}
