// Each round halves the width, so one round is no upper bound of what follows it.
// options: --input f32[2,256]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int width = 256;
    for (int i = 0; i < n; i++) {
        nn_append(net, nn_linear(width, width / 2));
        width /= 2;
    }
    nn_append(net, nn_linear(width, 4));
    return net;
}
