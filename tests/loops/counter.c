// The counter decides a width behind the loop.
// options: --input f32[4,16]
// counts: n
#include <shapeprof/nn.h>

extern int n;

nn_module *net(void)
{
    nn_module *net = nn_sequential();
    int i = 0;
    while (i < n) {
        nn_append(net, nn_linear(16, 16));
        i++;
    }
    nn_append(net, nn_linear(16, i + 1));
    return net;
}
